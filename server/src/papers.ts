import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from './platform/db/index.ts'
import type { DrawPdf } from './platform/files/pdf-pool.ts'
import type { Goods } from './goods.ts'
import type { Mailer } from './platform/mail/index.ts'
import {
  blocksModule,
  documentsModule,
  invoiceMailsModule,
  invoicesModule,
  paymentsModule,
  reconciliationModule,
  settlementEntriesModule,
  settlementsModule,
} from './modules/billing/index.ts'
import { claimsModule, documentArchivesModule, shipmentsModule } from './modules/fulfilment/index.ts'
import { findModule, homeModule, workQueueModule } from './modules/workspace/index.ts'
import { goodsReceiptsModule } from './modules/purchasing/index.ts'
import { letterRecipientsModule } from './modules/companies/index.ts'
import { orderTalkModule } from './modules/ordering/index.ts'

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
