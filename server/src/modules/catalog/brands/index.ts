export { brandsModule } from './brands.routes.ts'
export type { GoodsReferences } from './goods-references.ts'
export { blockImports } from './block-imports.queries.ts'
export { lockRowsOfMerged, moveToKeptProduct } from './merge-products.queries.ts'
