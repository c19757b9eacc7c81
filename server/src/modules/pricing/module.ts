import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import { mergeColumnPrices } from './column-prices/index.ts'
import { deliveryModule } from './delivery/delivery.routes.ts'
import { moveChangedBrand, moveChangedProducts } from './price-conditions/changes.queries.ts'
import { priceConditionsModule } from './price-conditions/price-conditions.routes.ts'

export const module = defineModule<Services>({
  goods: {
    products: [
      ['price_conditions', 'product_id'],
      ['delivery_zones', 'charge_product_id'],
      ['column_prices', 'product_id'],
    ],
    brands: [['price_conditions', 'brand_id']],
    mergeProducts: async (tx) => {
      await moveChangedProducts(tx)
      await mergeColumnPrices(tx)
    },
    mergeBrands: moveChangedBrand,
  },
  routes: (app, database, services) => {
    deliveryModule(app, database)
    priceConditionsModule(app, database, services)
  },
})
