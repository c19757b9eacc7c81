export { createSearchLog, type SearchLog } from './search-log.ts'
export { dropSearches } from './search-log.queries.ts'
export { searchLogModule } from './search-log.routes.ts'
