export { ordersModule } from './orders.routes.ts'
export type { OrderDeps } from './orders.place.ts'
export type { Author } from './orders.place.queries.ts'
