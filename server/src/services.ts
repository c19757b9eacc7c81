import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Database } from './platform/db/index.ts'
import { readLeader, type Replicas } from './platform/db/replicas.ts'
import { createPdfPool } from './platform/files/pdf-pool.ts'
import { createMailer } from './platform/mail/index.ts'
import type { PersonalData } from './module.ts'
import { siteFor } from './platform/web.ts'
import { issueInvoice, letterDebts } from './modules/billing/index.ts'
import { createBrands, createDirectory, createGrouper, type GoodsReferences } from './modules/catalog/index.ts'
import { createZoneReader } from './modules/companies/index.ts'
import { type AuthDeps, createSessions, deriveKeys } from './modules/identity/index.ts'
import { createMatcher, letterQuestions, type OrderDeps } from './modules/ordering/index.ts'
import { createPricing, createWhatIf } from './modules/pricing/index.ts'
import { createOnlineSuppliers, createReferences, createTaking } from './modules/suppliers/index.ts'

/** Brands are many and change seldom: they are read once in so many times of what else is remembered. */
const BRANDS_LONGER = 60
/** As long as an invitation to one more company; shorter-lived links die in their letters before. */
const SECRETS_LIVE_MS = 7 * 24 * 3_600_000

export interface AppDeps {
  config: Config
  log: Logger
  clock: Clock
  database: Database
  /** Where what may be a little behind is read; without them, from the leader. */
  replicas?: Pick<Replicas, 'read' | 'standing'> | undefined
  /** The secret that every signing key is derived from. */
  secret: string
  /** How long small tables (warehouses, calendar) are remembered between requests. */
  memoryMs?: number
  /** Origins of the inner network that suppliers may have all the same: those of the portal's own simulator. */
  ownOrigins?: ReadonlySet<string>
  /** Folder of the built web; without it only the API is served. */
  webRoot?: string
}

/** What is needed before there is a server: who signs in, and how letters leave. */
export function createAccess({ config, log, clock, database, secret }: AppDeps) {
  const mailer = createMailer({ db: database.as('any'), config, log, clock })
  const auth: AuthDeps = {
    db: database.db,
    clock,
    mailer,
    log,
    keys: deriveKeys(secret, config.AUTH_SECRET_PREVIOUS),
    productName: config.PRODUCT_NAME,
    staffSecondFactor: config.staffSecondFactor,
  }
  return { auth, mailer, sessions: createSessions(auth) }
}

/** How goods are found, priced and promised: most of the business asks here. */
export function createGoods(database: Database, clock: Clock, memoryMs: number) {
  const { sql: driver, long, sharedDb } = database
  const readDirectory = createDirectory(sharedDb, memoryMs)
  return {
    driver,
    long,
    pricing: createPricing(database, clock, readDirectory, memoryMs),
    whatIf: createWhatIf(database, clock, readDirectory),
    readZone: createZoneReader(memoryMs),
    readBrands: createBrands(sharedDb, memoryMs * BRANDS_LONGER),
    clock,
    readDirectory,
  }
}

interface Around {
  access: ReturnType<typeof createAccess>
  metrics: Registry | undefined
  personalData: readonly PersonalData[]
  goodsReferences: readonly GoodsReferences[]
}

/** What modules use of each other and of the platform while the server runs. */
export function createServices(app: FastifyInstance, deps: AppDeps, { access, metrics, ...declared }: Around) {
  const { config, log, clock, database, secret, replicas, memoryMs = 1000 } = deps
  const { sessions, mailer } = access
  const goods = {
    ...createGoods(database, clock, memoryMs),
    read: replicas?.read ?? readLeader(database),
    drawPdf: createPdfPool(app),
  }
  const online = createOnlineSuppliers(app, database, { ...deps, ...goods, memoryMs, metrics })
  const references = createReferences(clock, secret, config.AUTH_SECRET_PREVIOUS)
  const matcher = createMatcher(database, { ...goods, log })
  app.addHook('onClose', () => matcher.stop())
  const issue: OrderDeps['issueInvoice'] = (tx, orderId, author) => issueInvoice(tx, goods, 'any', orderId, author)
  return {
    ...access,
    ...goods,
    config,
    log,
    secret,
    metrics,
    ...declared,
    online,
    references,
    matcher,
    takeOffer: createTaking(references, clock),
    askAgain: online.askAgain,
    issueInvoice: issue,
    grouper: createGrouper({ db: database.db, log }),
    questionsOf: letterQuestions,
    debtsOf: letterDebts,
    linkTo: mailer.linkTo,
    siteOf: siteFor(config),
    forgetSessions: sessions.forget,
    /** Working days after which a shipment is received by itself. */
    acceptanceDays: config.ACCEPTANCE_DAYS,
    /** Links and codes of letters written before this moment no longer work. */
    secretsExpireBefore: () => new Date(clock.now().getTime() - SECRETS_LIVE_MS),
  }
}

export type Services = ReturnType<typeof createServices>
