export { settlementsModule } from './settlements.routes.ts'
