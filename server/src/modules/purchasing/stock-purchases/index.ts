export { computeDaily } from './compute.ts'
export { mergeStockRules, moveBrandOfProposals } from './merged-goods.queries.ts'
export { stockPurchasesModule } from './stock-purchases.routes.ts'
