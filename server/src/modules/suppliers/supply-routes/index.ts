export { sourcesModule } from './sources.routes.ts'
export { freshness } from './freshness.ts'
export { lockSource, selectOrderLayout, updateOrderLayout, updateOrderTerms } from './order-terms.queries.ts'
export { tellOfStale } from './stale-prices.ts'
