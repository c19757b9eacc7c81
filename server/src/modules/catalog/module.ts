import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import { brandsModule } from './brands/index.ts'
import { crossReferencesModule, purgeExpiredCrossReferenceImports } from './cross-references/index.ts'
import { inventoryGroupsModule } from './inventory-groups/index.ts'
import { createNameReader } from './products/index.ts'

export const module = defineModule<Services>({
  routes: (app, database, services) => {
    brandsModule(app, database, services)
    crossReferencesModule(app, database, services)
    inventoryGroupsModule(app, database, services)
  },
  jobs: ({ long }, { grouper, log }) => [grouper, createNameReader({ driver: long, log })],
  hourly: ({ db }, { clock }) => [purgeExpiredCrossReferenceImports(db, clock.now())],
})
