export { computeFigures } from './sales/index.ts'
export { createSearchLog, type SearchLog } from './search-log/index.ts'
