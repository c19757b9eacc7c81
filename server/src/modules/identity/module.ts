import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import {
  authModule,
  deleteLinksOf,
  deleteOldLinks,
  emptySessionsOf,
  forgetOldFailures,
  forgetOldSessions,
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
    forgetOldFailures(db, clock.now()),
    forgetOldSessions(db, clock.now()),
    deleteOldLinks(db, secretsExpireBefore()),
  ],
  personalData: { ofPerson: [deleteLinksOf, emptySessionsOf] },
})
