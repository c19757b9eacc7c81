export { createSearchLog, searchEventOf, type SearchLog } from './search-log/index.ts'
