export { mergeChosenBrands } from './merged-brands.queries.ts'
export { purgeExpiredPriceExports } from './price-files.forget.ts'
export { priceFilesModule } from './price-files.routes.ts'
export { deleteSchedulesOf } from './price-schedules.queries.ts'
