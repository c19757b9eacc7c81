import { inBackground } from '../../platform/background.ts'
import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import { type GoodsReferences, lockRowsOfMerged } from '../catalog/index.ts'
import { phoneDraftsModule } from './assisted-orders/index.ts'
import { forgetOldLists, listsModule, mergeListRows } from './bulk-orders/index.ts'
import { cartModule, deleteChosenCartsOf } from './cart/index.ts'
import { forgetOldOrderFiles, orderTalkModule } from './order-messages/index.ts'
import {
  deleteDecisionLinksOf,
  deleteViewsOf,
  forgetOldDecisionLinks,
  ordersJobs,
  ordersModule,
} from './orders/index.ts'
import { deleteSchedulesOf, forgetOldFiles, mergeChosenBrands, priceFilesModule } from './price-exports/index.ts'
import { deleteWatchesOf, mergeWatches, tellOfArrivals, watchesModule } from './product-alerts/index.ts'
import { requestsModule } from './quote-requests/index.ts'
import { onlineSearchModule, productModule, searchModule } from './search/index.ts'

const ARRIVALS_EVERY_MS = 5 * 60_000

const goods: GoodsReferences = {
  products: [
    ['cart_lines', 'product_id'],
    ['order_lines', 'product_id'],
    ['own_codes', 'product_id'],
    ['request_rows', 'product_id'],
    ['request_answers', 'product_id'],
  ],
  lockProducts: async (tx) => {
    await lockRowsOfMerged(tx, 'cart_lines')
    await lockRowsOfMerged(tx, 'request_answers')
  },
  mergeProducts: async (tx) => {
    await mergeWatches(tx)
    await mergeListRows(tx)
  },
  mergeBrands: mergeChosenBrands,
}

export const module = defineModule<Services>({
  goods,
  routes: (app, database, services) => {
    searchModule(app, database, services)
    onlineSearchModule(app, database, services)
    productModule(app, database, services)
    cartModule(app, database, services)
    listsModule(app, database, services)
    ordersModule(app, database, services)
    orderTalkModule(app, database, services)
    phoneDraftsModule(app, database, services)
    watchesModule(app, database, services)
    requestsModule(app, database, services)
    priceFilesModule(app, database, services)
  },
  jobs: (database, services) => [
    ...ordersJobs(database, services),
    inBackground(() => tellOfArrivals(database.as('any'), services), {
      work: 'arrivals',
      everyMs: ARRIVALS_EVERY_MS,
      log: services.log,
      failure: 'product alerts not sent',
    }),
  ],
  hourly: ({ as }, { clock, config }) => [
    forgetOldLists(as('any'), clock.now()),
    forgetOldFiles(as('any'), config.dataDir, clock.now()),
    forgetOldOrderFiles(as('any'), clock.now()),
    forgetOldDecisionLinks(as('any'), clock.now()),
  ],
  personalData: {
    ofPerson: [deleteChosenCartsOf, deleteDecisionLinksOf, deleteViewsOf, deleteSchedulesOf, deleteWatchesOf],
  },
})
