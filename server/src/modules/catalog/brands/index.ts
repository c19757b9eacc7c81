export { brandsModule } from './brands.routes.ts'
export { keepImportsOut } from './imports-lock.queries.ts'
