import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import {
  authModule,
  deleteLinksOf,
  deleteOldLinks,
  emptySessionsOf,
  purgeExpiredFailures,
  purgeExpiredSessions,
  ownAccessModule,
} from './auth/index.ts'
import { usersModule } from './users/index.ts'

export const module = defineModule<Services>({
  routes: (app, database, services) => {
    authModule(app, database, services.auth, services.sessions)
    ownAccessModule(app, database, services.auth, services.sessions)
    usersModule(app, database, services)
  },
  hourly: ({ db }, { clock, secretsExpireBefore }) => [
    purgeExpiredFailures(db, clock.now()),
    purgeExpiredSessions(db, clock.now()),
    deleteOldLinks(db, secretsExpireBefore()),
  ],
  personalData: { ofPerson: [deleteLinksOf, emptySessionsOf] },
})
