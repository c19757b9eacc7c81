export { mergeProductAlerts } from './merged-goods.queries.ts'
export { productAlertsModule } from './watches.routes.ts'
export { notifyOfArrivals } from './watches.tell.ts'
export { deleteProductAlertsOf } from './watches.queries.ts'
