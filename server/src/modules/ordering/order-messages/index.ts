export { purgeExpiredOrderFiles } from './talk.ts'
export { orderMessagesModule } from './talk.routes.ts'
