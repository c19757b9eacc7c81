export { purgeExpiredOrderFiles } from './order-messages.ts'
export { orderMessagesModule } from './order-messages.routes.ts'
