export { analyticsModule } from './sales.routes.ts'
export { computeFigures } from './sales.ts'
