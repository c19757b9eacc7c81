export { mergeListRows } from './merged-goods.queries.ts'
export { listsModule } from './bulk-orders.routes.ts'
export { createMatcher, type ListWish } from './match-list.ts'
