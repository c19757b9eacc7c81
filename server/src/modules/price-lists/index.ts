export { importByCommand } from './import-by-command.ts'
export { forgetOldPriceLists } from './price-lists.forget.ts'
export { priceListsModule } from './price-lists.routes.ts'
