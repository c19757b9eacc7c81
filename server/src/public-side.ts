import type { FastifyInstance } from 'fastify'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Database } from './platform/db/index.ts'
import type { DrawPdf } from './platform/files/pdf-pool.ts'
import { siteFor } from './platform/web.ts'
import { createHeads, newsModule, publicPagesModule } from './modules/site/index.ts'
import { legalModule, pageTextsModule, supplierModule } from './modules/companies/index.ts'

interface Deps {
  clock: Clock
  config: Config
  drawPdf: DrawPdf
}

/** What the supplier tells everybody, and what machines read of it; answers what his pages are called. */
export function whatIsPublic(app: FastifyInstance, database: Database, deps: Deps) {
  supplierModule(app, database, deps)
  legalModule(app, database, { ...deps, author: deps.config.PRODUCT_NAME })
  pageTextsModule(app, database, deps)
  newsModule(app, database, deps)
  publicPagesModule(app, database.db, { ...deps, siteOf: siteFor(deps.config) })
  return createHeads(database.db, deps)
}
