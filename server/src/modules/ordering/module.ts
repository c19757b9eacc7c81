import { PART_LINK_DAYS } from '@artikul/contract/ordering/orders/part-links'
import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import { type GoodsReferences, lockRowsOfMerged } from '../catalog/index.ts'
import { assistedOrdersModule } from './assisted-orders/assisted-orders.routes.ts'
import { listsModule, mergeListRows } from './bulk-orders/index.ts'
import { cartModule, deleteChosenCartsOf } from './cart/index.ts'
import { orderMessagesModule } from './order-messages/order-messages.routes.ts'
import { deleteApprovalLinksOf, deleteViewsOf, ordersJobs, ordersModule } from './orders/index.ts'
import { deleteSchedulesOf } from './price-exports/export-schedules.queries.ts'
import { purgeExpiredPriceExports } from './price-exports/purge-exports.ts'
import { mergeChosenBrands } from './price-exports/price-exports.queries.ts'
import { priceExportsJob } from './price-exports/price-exports.jobs.ts'
import { priceExportsModule } from './price-exports/price-exports.routes.ts'
import { deleteProductAlertsOf, mergeProductAlerts } from './product-alerts/product-alerts.queries.ts'
import { notifyOfArrivals } from './product-alerts/notify-of-arrivals.ts'
import { productAlertsModule } from './product-alerts/product-alerts.routes.ts'
import { requestsModule } from './quote-requests/index.ts'
import { onlineSearchModule, productModule, searchModule } from './search/index.ts'

const ARRIVALS_EVERY_MS = 5 * 60_000

const goods: GoodsReferences = {
  products: [
    ['cart_lines', 'product_id'],
    ['order_lines', 'product_id'],
    ['own_codes', 'product_id'],
    ['quote_request_rows', 'product_id'],
    ['quote_request_answers', 'product_id'],
  ],
  lockProducts: async (tx) => {
    await lockRowsOfMerged(tx, 'cart_lines')
    await lockRowsOfMerged(tx, 'quote_request_answers')
  },
  mergeProducts: async (tx) => {
    await mergeProductAlerts(tx)
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
    orderMessagesModule(app, database, services)
    assistedOrdersModule(app, database, services)
    productAlertsModule(app, database, services)
    requestsModule(app, database, services)
    priceExportsModule(app, database, services)
  },
  jobs: (database, services) => [
    ...ordersJobs(database, services),
    priceExportsJob(database, services),
    {
      name: 'arrivals',
      everyMs: ARRIVALS_EVERY_MS,
      work: (stopping) => notifyOfArrivals(database.forTenant('any'), services, stopping),
    },
  ],
  retention: [
    // Until then the deletion can be undone.
    { table: 'removed_cart_lines', since: 'removed_at', days: 1 },
    { table: 'order_templates', since: 'deleted_at', days: 1 },
    { table: 'bulk_orders', since: 'created_at', days: 90 },
    // Files of messages that were not sent.
    { table: 'order_files', since: 'created_at', days: 1, where: 'message_id is null' },
    { table: 'change_approval_links', since: 'created_at', days: 60 },
    { table: 'order_line_links', since: 'created_at', days: PART_LINK_DAYS },
  ],
  hourly: ({ forTenant: as }, { clock, config }) => [purgeExpiredPriceExports(as('any'), config.dataDir, clock.now())],
  personalData: {
    ofPerson: [deleteChosenCartsOf, deleteApprovalLinksOf, deleteViewsOf, deleteSchedulesOf, deleteProductAlertsOf],
  },
})
