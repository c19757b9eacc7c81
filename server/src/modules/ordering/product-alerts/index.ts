export { mergeProductAlerts } from './merged-goods.queries.ts'
export { productAlertsModule } from './product-alerts.routes.ts'
export { notifyOfArrivals } from './notify-of-arrivals.ts'
export { deleteProductAlertsOf } from './product-alerts.queries.ts'
