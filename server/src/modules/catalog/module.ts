import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import { brandsModule } from './brands/index.ts'
import { crossReferencesModule, purgeRefusedRows } from './cross-references/index.ts'
import { groupingJob, inventoryGroupsModule } from './inventory-groups/index.ts'
import { nameWordsJob } from './products/index.ts'
import { vehicleCatalogModule } from './vehicle-catalog/index.ts'

export const module = defineModule<Services>({
  routes: (app, database, services) => {
    brandsModule(app, database, services)
    crossReferencesModule(app, database, services)
    inventoryGroupsModule(app, database)
    vehicleCatalogModule(app, database, services)
  },
  jobs: ({ db, long }, { log }) => [groupingJob(db), nameWordsJob(long, log)],
  retention: [{ table: 'cross_reference_imports', since: 'created_at', days: 30, where: "state = 'checked'" }],
  hourly: ({ db }, { clock }) => [purgeRefusedRows(db, clock.now())],
})
