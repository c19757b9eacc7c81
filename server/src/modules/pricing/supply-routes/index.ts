export { sourcesModule } from './sources.routes.ts'
export { tellOfStale } from './stale-prices.ts'
