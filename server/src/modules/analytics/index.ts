export { createSearchLog, type SearchLog } from './search-log/index.ts'
