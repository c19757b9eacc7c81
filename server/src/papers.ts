import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from './platform/db/index.ts'
import type { DrawPdf } from './platform/pdf-pool.ts'
import type { Goods } from './goods.ts'
import type { Mailer } from './platform/mail/index.ts'
import { blocksModule } from './modules/billing/credit-holds/index.ts'
import { claimsModule } from './modules/fulfilment/claims/index.ts'
import { documentArchivesModule } from './modules/fulfilment/document-archives/index.ts'
import { documentsModule } from './modules/billing/documents/index.ts'
import { findModule } from './modules/workspace/global-search/index.ts'
import { goodsReceiptsModule } from './modules/purchasing/goods-receipts/index.ts'
import { homeModule } from './modules/workspace/home/index.ts'
import { invoiceMailsModule } from './modules/billing/invoice-mails/index.ts'
import { invoicesModule } from './modules/billing/invoices/index.ts'
import { letterRecipientsModule } from './modules/companies/letter-recipients/index.ts'
import { orderTalkModule } from './modules/ordering/order-messages/index.ts'
import { paymentsModule } from './modules/billing/payments/index.ts'
import { reconciliationModule } from './modules/billing/reconciliation/index.ts'
import { settlementEntriesModule } from './modules/billing/settlement-entries/index.ts'
import { settlementsModule } from './modules/billing/statements/index.ts'
import { shipmentsModule } from './modules/fulfilment/shipments/index.ts'
import { workQueueModule } from './modules/workspace/work-queue/index.ts'

interface Deps extends Goods {
  drawPdf: DrawPdf
  log: Logger
  mailer: Mailer
  /** Working days after which a shipment is received by itself. */
  acceptanceDays: number
}

/** What leaves, what is printed and owed for it, what comes back, what is written about it, what waits, and how all is found. */
export function papers(app: FastifyInstance, database: Database, deps: Deps) {
  documentsModule(app, database, deps)
  invoicesModule(app, database, deps)
  invoiceMailsModule(app, database, deps)
  letterRecipientsModule(app, database, deps)
  shipmentsModule(app, database, { ...deps, linkTo: deps.mailer.linkTo })
  goodsReceiptsModule(app, database, deps)
  settlementsModule(app, database, deps)
  settlementEntriesModule(app, database, deps)
  reconciliationModule(app, database, deps)
  paymentsModule(app, database, deps)
  claimsModule(app, database, deps)
  documentArchivesModule(app, database, deps)
  orderTalkModule(app, database, deps)
  blocksModule(app, database, deps)
  workQueueModule(app, database, deps)
  homeModule(app, database, deps)
  findModule(app, database, deps)
}
