export { mergeListRows } from './merged-goods.queries.ts'
export { listsModule } from './lists.routes.ts'
export { purgeExpiredBulkOrders } from './lists.queries.ts'
export { createMatcher } from './match-list.ts'
