import { defineModule } from '../../platform/module.ts'
import type { Services } from '../../services.ts'
import { deliveryModule } from './delivery/index.ts'
import { priceConditionsModule } from './price-conditions/index.ts'
import { sourcesModule, tellOfStale } from './supply-routes/index.ts'

export const module = defineModule<Services>({
  routes: (app, database, services) => {
    deliveryModule(app, database)
    priceConditionsModule(app, database, services)
    sourcesModule(app, database, services)
  },
  hourly: ({ db }, services) => [tellOfStale(db, services)],
})
