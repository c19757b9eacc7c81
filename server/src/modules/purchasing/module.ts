import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import { goodsReceiptsModule } from './goods-receipts/goods-receipts.routes.ts'
import { computeDaily } from './stock-purchases/compute.ts'
import { mergeStockRules, moveBrandOfProposals } from './stock-purchases/settings.queries.ts'
import { stockPurchasesModule } from './stock-purchases/stock-purchases.routes.ts'
import { supplierReturnsModule } from './supplier-returns/supplier-returns.routes.ts'
import { supplierOrderFilesModule, supplierOrderJobs, supplierOrdersModule } from './purchase-orders/index.ts'

const PROPOSALS_EVERY_MS = 3_600_000

export const module = defineModule<Services>({
  goods: {
    products: [
      ['stock_rules', 'product_id'],
      ['supplier_order_lines', 'product_id'],
    ],
    mergeProducts: mergeStockRules,
    mergeBrands: moveBrandOfProposals,
  },
  routes: (app, database, services) => {
    supplierOrdersModule(app, database, services)
    supplierOrderFilesModule(app, database, services)
    goodsReceiptsModule(app, database, services)
    stockPurchasesModule(app, database, services)
    supplierReturnsModule(app, database, services)
  },
  jobs: (database, services) => [
    ...supplierOrderJobs(database, { ...services, ordering: services.online.ordering }),
    {
      name: 'purchase_proposals',
      everyMs: PROPOSALS_EVERY_MS,
      work: () => computeDaily(database.forTenant('any'), services.clock.now()),
    },
  ],
})
