import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import type { GoodsReferences } from '../catalog/index.ts'
import { purgeExpiredUnmatchedEmails, mailboxesJob, mailboxesModule } from './mailboxes/index.ts'
import { purgeExpiredAnswers, onlineSuppliersModule } from './online-suppliers/index.ts'
import { lockOffers, mergeBrandsOfRoutes, mergeOffers } from './offers/index.ts'
import { supplyRoutesModule, notifyOfStalePrices } from './supply-routes/index.ts'
import { purgeExpiredPriceLists, priceListJobs, priceListsModule } from './price-lists/index.ts'

const goods: GoodsReferences = {
  // Stored for rolling back an import, without a foreign key.
  products: [['price_import_offers', 'product_id']],
  brands: [
    ['supply_route_no_return_brands', 'brand_id'],
    ['online_supplier_brand_rules', 'brand_id'],
    ['online_supplier_brands', 'brand_id'],
  ],
  lockProducts: lockOffers,
  mergeProducts: mergeOffers,
  mergeBrands: mergeBrandsOfRoutes,
}

export const module = defineModule<Services>({
  goods,
  routes: (app, database, services) => {
    onlineSuppliersModule(app, database, services.online)
    priceListsModule(app, database, services)
    mailboxesModule(app, database, services)
    supplyRoutesModule(app, database, services)
  },
  jobs: (database, services) => [...priceListJobs(database, services), mailboxesJob(database, services)],
  hourly: ({ db }, services) => [
    purgeExpiredPriceLists(db, services.config.dataDir, services.clock.now()),
    purgeExpiredUnmatchedEmails(db, services.clock.now()),
    purgeExpiredAnswers(db, services.clock.now()),
    notifyOfStalePrices(db, services),
  ],
})
