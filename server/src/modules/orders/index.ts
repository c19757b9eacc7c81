export { ordersModule } from './orders.routes.ts'
export { placeOrders, previewOrders, type OrderDeps } from './orders.place.ts'
