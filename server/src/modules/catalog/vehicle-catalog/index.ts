export { vehicleCatalogModule } from './vehicle-catalog.routes.ts'
