export { supplyRoutesModule } from './supply-routes.routes.ts'
export { freshness } from './freshness.ts'
export { lockRouteTerms, selectOrderLayout, updateOrderLayout, updateOrderTerms } from './order-terms.queries.ts'
export { notifyOfStalePrices } from './stale-prices.ts'
