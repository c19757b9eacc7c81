import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import { claimsModule } from './claims/index.ts'
import { documentArchivesModule } from './document-archives/document-archives.routes.ts'
import { acceptDue, shipmentsModule } from './shipments/index.ts'

const ACCEPT_EVERY_MS = 10 * 60_000

export const module = defineModule<Services>({
  routes: (app, database, services) => {
    shipmentsModule(app, database, services)
    claimsModule(app, database, services)
    documentArchivesModule(app, database, services)
  },
  jobs: (database, services) => [
    {
      name: 'acceptance',
      everyMs: ACCEPT_EVERY_MS,
      work: (stopping) => acceptDue({ ...services, db: database.forTenant('any') }, stopping),
    },
  ],
  // Files of claims that were not sent.
  retention: [{ table: 'claim_files', since: 'created_at', days: 1, where: 'message_id is null' }],
})
