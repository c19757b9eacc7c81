export { mergeColumnPrices } from './merged-goods.queries.ts'
export { replaceColumnPrices, type ColumnPriceChanges, type SoldAt } from './replace-column-prices.ts'
