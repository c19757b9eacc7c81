import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import { goodsReceiptsModule } from './goods-receipts/index.ts'
import { supplierOrderFilesModule, supplierOrderJobs, supplierOrdersModule } from './purchase-orders/index.ts'

export const module = defineModule<Services>({
  routes: (app, database, services) => {
    supplierOrdersModule(app, database, services)
    supplierOrderFilesModule(app, database, services)
    goodsReceiptsModule(app, database, services)
  },
  jobs: (database, services) => supplierOrderJobs(database, { ...services, ordering: services.online.ordering }),
})
