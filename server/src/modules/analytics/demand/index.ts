export { computeDemand, computeDemandMonths, markSearches, ORDER_DAYS, selectDemand } from './demand.queries.ts'
