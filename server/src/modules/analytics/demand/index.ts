export { computeDemand, markSearches, selectDemand } from './demand.queries.ts'
