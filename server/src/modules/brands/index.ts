export { brandsModule } from './brands.routes.ts'
