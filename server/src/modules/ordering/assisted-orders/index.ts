export { assistedOrdersModule } from './assisted-orders.routes.ts'
