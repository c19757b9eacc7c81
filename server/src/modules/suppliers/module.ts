import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import type { GoodsReferences } from '../catalog/index.ts'
import { deleteSurplusEmails, mailboxesJob, mailboxesModule } from './mailboxes/index.ts'
import { onlineSuppliersModule } from './online-suppliers/index.ts'
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
  retention: [
    { table: 'unmatched_emails', since: 'received_at', days: 30 },
    { table: 'mail_files', since: 'taken_at', days: 90 },
    { table: 'online_supplier_minutes', since: 'minute', days: 2 },
    { table: 'online_supplier_brands', since: 'seen_at', days: 30, where: 'brand_id is null' },
  ],
  hourly: ({ db }, services) => [
    purgeExpiredPriceLists(db, services.config.dataDir, services.clock.now()),
    deleteSurplusEmails(db),
    notifyOfStalePrices(db, services),
  ],
})
