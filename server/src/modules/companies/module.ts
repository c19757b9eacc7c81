import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import { consigneesModule } from './consignees/index.ts'
import { contractorsModule, releaseCompaniesOf, notifyOfEndingContracts } from './contractors/index.ts'
import { purgeExpiredSuggestions, suggestionsModule } from './directory/index.ts'
import { deleteRecipientsAt, purgeExpiredRecipients, emailRecipientsModule } from './email-recipients/index.ts'
import { legalModule, pageTextsModule, supplierModule } from './own-company/index.ts'
import { deleteOldRegistrations, deleteRegistrationsAt, registrationModule } from './registration/index.ts'

export const module = defineModule<Services>({
  routes: (app, database, services) => {
    contractorsModule(app, database, services)
    registrationModule(app, database, services)
    consigneesModule(app, database, services)
    suggestionsModule(app, database, services)
    emailRecipientsModule(app, database, services)
    supplierModule(app, database, services)
    legalModule(app, database, { ...services, author: services.config.PRODUCT_NAME })
    pageTextsModule(app, database, services)
  },
  hourly: ({ db, forTenant: as }, services) => [
    deleteOldRegistrations(db, services.clock.now()),
    purgeExpiredSuggestions(db, services.clock.now()),
    purgeExpiredRecipients(as('any'), services.clock.now()),
    notifyOfEndingContracts(as('any'), services),
  ],
  personalData: { ofPerson: [releaseCompaniesOf], ofAddress: [deleteRecipientsAt, deleteRegistrationsAt] },
})
