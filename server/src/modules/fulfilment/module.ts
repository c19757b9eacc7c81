import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import { claimsModule, purgeExpiredClaimFiles } from './claims/index.ts'
import { documentArchivesModule } from './document-archives/index.ts'
import { shipmentsModule } from './shipments/index.ts'

export const module = defineModule<Services>({
  routes: (app, database, services) => {
    shipmentsModule(app, database, services)
    claimsModule(app, database, services)
    documentArchivesModule(app, database, services)
  },
  hourly: ({ forTenant: as }, { clock }) => [purgeExpiredClaimFiles(as('any'), clock.now())],
})
