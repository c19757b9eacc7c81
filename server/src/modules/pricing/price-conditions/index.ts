export { priceConditionsModule } from './price-conditions.routes.ts'
