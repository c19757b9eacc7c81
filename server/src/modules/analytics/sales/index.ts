export { analyticsModule } from './sales.routes.ts'
export { computeFigures, readFallingBuyers, readSales } from './sales.ts'
