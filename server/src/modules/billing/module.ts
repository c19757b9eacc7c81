import { INVOICE_DRAFT_DAYS } from '@artikul/contract/billing/new-invoice'
import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import { creditHoldsModule } from './credit-holds/credit-holds.routes.ts'
import { documentsModule } from './documents/index.ts'
import { hideRecipient } from './invoice-emails/invoice-emails.queries.ts'
import { invoiceEmailsModule } from './invoice-emails/invoice-emails.routes.ts'
import { invoicesModule } from './invoices/index.ts'
import { paymentsModule } from './payments/index.ts'
import { reconciliationModule } from './reconciliation/reconciliation.routes.ts'
import { paymentRemindersJob } from './reminders/index.ts'
import { ledgerEntriesModule } from './ledger-entries/index.ts'
import { settlementsModule } from './statements/index.ts'

export const module = defineModule<Services>({
  routes: (app, database, services) => {
    documentsModule(app, database, services)
    invoicesModule(app, database, services)
    invoiceEmailsModule(app, database, services)
    settlementsModule(app, database, services)
    ledgerEntriesModule(app, database, services)
    reconciliationModule(app, database, services)
    paymentsModule(app, database, services)
    creditHoldsModule(app, database, services)
  },
  jobs: (database, services) => [paymentRemindersJob(database, services)],
  retention: [{ table: 'invoice_drafts', since: 'changed_at', days: INVOICE_DRAFT_DAYS }],
  personalData: { ofAddress: [hideRecipient] },
})
