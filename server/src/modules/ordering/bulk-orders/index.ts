export { mergeListRows } from './bulk-orders.queries.ts'
export { listsModule } from './bulk-orders.routes.ts'
export { createMatcher, type ListWish } from './match-list.ts'
