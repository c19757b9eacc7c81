export { tellOf, type Happening } from './happenings.ts'
export { forgetOldHappenings } from './happenings.queries.ts'
export { createLive, type LiveDeps } from './live.ts'
export { notificationsModule } from './notifications.routes.ts'
