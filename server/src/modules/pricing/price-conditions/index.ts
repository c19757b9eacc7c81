export { moveChangedBrand, moveChangedProducts } from './merged-goods.queries.ts'
export { priceConditionsModule } from './price-conditions.routes.ts'
