export { mergeChosenBrands } from './merged-brands.queries.ts'
export { purgeExpiredPriceExports } from './purge-exports.ts'
export { priceExportsModule } from './price-exports.routes.ts'
export { deleteSchedulesOf } from './export-schedules.queries.ts'
