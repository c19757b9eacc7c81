export { moveLines, type By, type LineMove } from './line-moves.ts'
export { holdParts } from './line-moves.queries.ts'
export { ordersModule } from './orders.routes.ts'
export { placeOrders, previewOrders, type OrderDeps } from './orders.place.ts'
