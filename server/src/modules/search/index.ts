export { productModule } from './product.routes.ts'
export { searchModule } from './search.routes.ts'
