import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import { consigneesModule } from './consignees/index.ts'
import { contractorsModule, releaseCompaniesOf, notifyOfEndingContracts } from './contractors/index.ts'
import { suggestionsModule } from './directory/suggestions.routes.ts'
import { deleteRecipientsAt } from './email-recipients/email-recipients.queries.ts'
import { emailRecipientsModule } from './email-recipients/email-recipients.routes.ts'
import { legalModule, pageTextsModule, sellersModule, supplierModule } from './own-company/index.ts'
import { deleteRegistrationsAt } from './registration/registration.queries.ts'
import { registrationModule } from './registration/registration.routes.ts'
import { vehiclesModule } from './vehicles/index.ts'

export const module = defineModule<Services>({
  routes: (app, database, services) => {
    contractorsModule(app, database, services)
    registrationModule(app, database, services)
    consigneesModule(app, database, services)
    vehiclesModule(app, database, services)
    suggestionsModule(app, database, services)
    emailRecipientsModule(app, database, services)
    supplierModule(app, database, services)
    sellersModule(app, database, services)
    legalModule(app, database, services)
    pageTextsModule(app, database, services)
  },
  retention: [
    // Deleted ones that an order has named since stay for it.
    {
      ...{ table: 'vehicles', since: 'deleted_at', days: 1 },
      where: 'not exists (select from order_lines where order_lines.vehicle_id = vehicles.id)',
    },
    { table: 'registrations', since: 'created_at', days: 3 },
    { table: 'suggestion_cache', since: 'asked_at', days: 1 },
    // Until then they are not asked again.
    { table: 'email_recipients', since: 'removed_at', days: 60 },
  ],
  hourly: ({ forTenant: as }, services) => [notifyOfEndingContracts(as('any'), services)],
  personalData: { ofPerson: [releaseCompaniesOf], ofAddress: [deleteRecipientsAt, deleteRegistrationsAt] },
})
