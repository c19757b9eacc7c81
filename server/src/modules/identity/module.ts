import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import { authModule, deleteLinksOf, emptySessionsOf, ownAccessModule } from './auth/index.ts'
import { usersModule } from './users/index.ts'

export const module = defineModule<Services>({
  routes: (app, database, services) => {
    authModule(app, database, services.auth, services.sessions)
    ownAccessModule(app, database, services.auth, services.sessions)
    usersModule(app, database, services)
  },
  retention: [
    { table: 'sign_in_failures', since: 'failed_at', days: 1 },
    // An older used token is rejected as unknown, so that its theft is not detected.
    { table: 'refresh_tokens', since: 'rotated_at', days: 7 },
    { table: 'sessions', since: 'ended_at', days: 90 },
    { table: 'sessions', since: 'expires_at', days: 90 },
    { table: 'one_time_tokens', since: 'expires_at', days: 7 },
  ],
  personalData: { ofPerson: [deleteLinksOf, emptySessionsOf] },
})
