import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import { brandsModule } from './brands/index.ts'
import { crossReferencesModule } from './cross-references/cross-references.routes.ts'
import { purgeRefusedRows } from './cross-references/cross-reference-imports.queries.ts'
import { groupingJob, inventoryGroupsModule } from './inventory-groups/index.ts'
import { contentImportJobs, productContentModule } from './product-content/index.ts'
import { nameWordsJob } from './products/index.ts'
import { vehicleCatalogModule } from './vehicle-catalog/vehicle-catalog.routes.ts'

export const module = defineModule<Services>({
  routes: (app, database, services) => {
    brandsModule(app, database, services)
    crossReferencesModule(app, database, services)
    inventoryGroupsModule(app, database)
    vehicleCatalogModule(app, database, services)
    productContentModule(app, database, services)
  },
  jobs: ({ db, long }, services) => [
    groupingJob(db),
    nameWordsJob(long, services.log),
    ...contentImportJobs(db, services),
  ],
  retention: [
    { table: 'cross_reference_imports', since: 'created_at', days: 30, where: "state = 'checked'" },
    { table: 'product_content_imports', since: 'created_at', days: 365, where: "state in ('done', 'failed')" },
    // A download that has failed is tried again when a price list names it later.
    { table: 'product_photo_links', since: 'created_at', days: 7 },
    {
      ...{ table: 'product_photo_files', since: 'created_at', days: 1 },
      where: 'not exists (select from product_photos where product_photos.hash = product_photo_files.hash)',
    },
  ],
  hourly: ({ db }, { clock }) => [purgeRefusedRows(db, clock.now())],
})
