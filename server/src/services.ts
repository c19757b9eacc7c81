import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Database, Db } from './platform/db/index.ts'
import { readLeader, type Replicas } from './platform/db/replicas.ts'
import { createRouteReader } from './platform/http/index.ts'
import { createPdfPool } from './platform/files/pdf-pool.ts'
import { createMailer, mailScreenAccess } from './platform/mail/index.ts'
import type { PersonalData } from './module.ts'
import { createPortal } from './platform/portal/index.ts'
import { siteFor } from './platform/web.ts'
import { issueOrderInvoice, debtsForEmail } from './modules/billing/index.ts'
import { createBrands, createDirectory, type GoodsReferences } from './modules/catalog/index.ts'
import { createZoneReader } from './modules/companies/index.ts'
import { type AuthDeps, createSessions, deriveKeys } from './modules/identity/index.ts'
import { createApiKeys, keyHasher } from './modules/integrations/index.ts'
import { createMatcher, emailQuestions, type OrderDeps } from './modules/ordering/index.ts'
import { createColumnPrices, createPricing, createWhatIf } from './modules/pricing/index.ts'
import { createSearchLog } from './modules/analytics/index.ts'
import type { FillDemo } from './modules/workspace/index.ts'
import { createOnlineSuppliers, createReferences, createTaking } from './modules/suppliers/index.ts'

/** Brands are cached this many times longer than other data, because they are numerous and rarely change. */
const BRANDS_LONGER = 60

export interface AppDeps {
  config: Config
  log: Logger
  clock: Clock
  database: Database
  /** Replicas for reads that tolerate lag; by default the leader. */
  replicas?: Pick<Replicas, 'read' | 'status'> | undefined
  /** Secret from which every signing key is derived. */
  secret: string
  /** Cache lifetime of small tables (warehouses, calendar). */
  ttlMs?: number
  /** Origins of the private network that are allowed for suppliers: those of the portal's own simulator. */
  ownOrigins?: ReadonlySet<string>
  /** Fills an empty database with the demonstration; only outside production. */
  fillDemo?: FillDemo | undefined
  /** Starts a simulated base of 1C for the demonstration; only outside production. */
  startOneC?: ((access: { login: string; password: string }) => void) | undefined
  /** Directory of the built web application; without it only the API is served. */
  webRoot?: string
}

/** Creates the services needed before the server: the portal's name, authentication and outgoing email. */
export function createAccess({ config, log, clock, database, secret, ttlMs = 1000 }: AppDeps) {
  const sharedDb = database.sharedForTenant('any')
  const readPortal = createPortal(config, { sharedDb, ttlMs })
  const screen = { ...mailScreenAccess(config, secret), sharedDb }
  const mailer = createMailer({ db: database.forTenant('any'), config, log, clock, screen, readPortal })
  const auth: AuthDeps = {
    db: database.db,
    clock,
    mailer,
    log,
    keys: deriveKeys(secret, config.AUTH_SECRET_PREVIOUS),
    readName: async () => (await readPortal()).name,
    staffSecondFactor: config.staffSecondFactor,
  }
  const hasher = keyHasher(secret, config.AUTH_SECRET_PREVIOUS)
  const apiKeys = createApiKeys({ db: database.forTenant('any'), clock, log, hasher })
  return { auth, mailer, sessions: createSessions(auth), apiKeys, readPortal }
}

/** Creates the search, pricing and delivery dates used by most modules. */
export function createGoods(database: Database, clock: Clock, ttlMs: number) {
  const { sql: driver, long, sharedDb } = database
  const readDirectory = createDirectory(sharedDb, ttlMs)
  const readColumnPrices = createColumnPrices(sharedDb)
  return {
    driver,
    long,
    pricing: createPricing(database, clock, readDirectory, ttlMs, readColumnPrices),
    whatIf: createWhatIf(database, clock, readDirectory, readColumnPrices),
    readZone: createZoneReader(ttlMs),
    readBrands: createBrands(sharedDb, ttlMs * BRANDS_LONGER),
    clock,
    readDirectory,
  }
}

interface ServiceOptions {
  access: ReturnType<typeof createAccess>
  metrics: Registry | undefined
  personalData: readonly PersonalData[]
  goodsReferences: readonly GoodsReferences[]
}

/** Creates the services that modules use of each other and of the platform. */
export function createServices(app: FastifyInstance, deps: AppDeps, { access, metrics, ...declared }: ServiceOptions) {
  const { config, log, clock, database, secret, replicas, ttlMs = 1000 } = deps
  const { sessions, mailer } = access
  const goods = {
    ...createGoods(database, clock, ttlMs),
    read: replicas?.read ?? readLeader(database),
    drawPdf: createPdfPool(app),
  }
  const online = createOnlineSuppliers(app, database, { ...deps, ...goods, ttlMs, metrics })
  const references = createReferences(clock, secret, config.AUTH_SECRET_PREVIOUS)
  const searchLog = createSearchLog(database.forTenant('any'), clock, log)
  app.decorate('searchLog', searchLog)
  app.addHook('onClose', () => searchLog.stop())
  const matcher = createMatcher(database, { ...goods, log, noteList: searchLog.noteList })
  app.addHook('onClose', () => matcher.stop())
  const issue: OrderDeps['issueInvoice'] = (tx, orderId, author) => issueOrderInvoice(tx, goods, 'any', orderId, author)
  return {
    ...access,
    ...goods,
    config,
    log,
    secret,
    fillDemo: deps.fillDemo,
    startOneC: deps.startOneC,
    noteSearch: searchLog.noteSearch,
    metrics,
    ...declared,
    online,
    references,
    matcher,
    takeOffer: createTaking(references, clock),
    askAgain: online.askAgain,
    issueInvoice: issue,
    questionsOf: emailQuestions,
    debtsOf: (tx: Db, contractorId: number, options: Parameters<typeof debtsForEmail>[3]) =>
      debtsForEmail(tx, goods, contractorId, options),
    linkTo: mailer.linkTo,
    readRoute: createRouteReader(app),
    siteOf: siteFor(config, access.readPortal),
    forgetSessions: sessions.forget,
    /** Working days after which a shipment counts as received. */
    acceptanceDays: config.ACCEPTANCE_DAYS,
  }
}

export type Services = ReturnType<typeof createServices>
