export { deliveryModule } from './delivery.routes.ts'
