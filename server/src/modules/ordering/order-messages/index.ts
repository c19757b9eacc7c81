export { orderMessagesModule } from './order-messages.routes.ts'
