import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import { brandsModule } from './brands/index.ts'
import { crossReferencesModule, purgeExpiredCrossReferenceImports } from './cross-references/index.ts'
import { groupingJob, inventoryGroupsModule } from './inventory-groups/index.ts'
import { nameWordsJob } from './products/index.ts'

export const module = defineModule<Services>({
  routes: (app, database, services) => {
    brandsModule(app, database, services)
    crossReferencesModule(app, database, services)
    inventoryGroupsModule(app, database)
  },
  jobs: ({ db, long }, { log }) => [groupingJob(db), nameWordsJob(long, log)],
  hourly: ({ db }, { clock }) => [purgeExpiredCrossReferenceImports(db, clock.now())],
})
