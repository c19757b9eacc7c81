export { mergeListRows } from './merged-goods.queries.ts'
export { listsModule } from './bulk-orders.routes.ts'
export { createMatcher } from './match-list.ts'
