export { phoneDraftsModule } from './assisted-orders.routes.ts'
