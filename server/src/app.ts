import { API } from '@artikul/contract/api'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { inBackground, whileListening, whileOpen } from './platform/background.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Database } from './platform/db/index.ts'
import { readLeader, type Replicas } from './platform/db/replicas.ts'
import { createHttp, forgetOldKeys } from './platform/http/index.ts'
import { openApiRoute } from './platform/http/openapi.routes.ts'
import { createPdfPool } from './platform/files/pdf-pool.ts'
import { healthRoutes } from './platform/health.ts'
import { createMetrics } from './platform/metrics/index.ts'
import { serveWeb } from './platform/web.ts'
import {
  type AuthDeps,
  authModule,
  createSessions,
  deleteOldLinks,
  deriveKeys,
  forgetOldFailures,
  forgetOldSessions,
  ownAccessModule,
  usersModule,
} from './modules/identity/index.ts'
import { auditModule } from './platform/audit/index.ts'
import {
  brandsModule,
  createGrouper,
  createNameReader,
  crossesModule,
  forgetOldImports,
  inventoryGroupsModule,
} from './modules/catalog/index.ts'
import {
  cartModule,
  createMatcher,
  forgetOldDecisionLinks,
  forgetOldFiles,
  forgetOldLists,
  forgetOldOrderFiles,
  letterQuestions,
  listsModule,
  onlineSearchModule,
  ordersModule,
  ordersWork,
  phoneDraftsModule,
  priceFilesModule,
  productModule,
  requestsModule,
  searchModule,
  tellOfArrivals,
  watchesModule,
} from './modules/ordering/index.ts'
import { forgetOldClaimFiles } from './modules/fulfilment/index.ts'
import {
  consigneesModule,
  contractorsModule,
  deleteOldRegistrations,
  forgetOldRecipients,
  forgetOldSuggestions,
  registrationModule,
  suggestionsModule,
  tellOfEndings,
} from './modules/companies/index.ts'
import {
  deliveryModule,
  priceConditionsModule,
  type Pricing,
  sourcesModule,
  tellOfStale,
} from './modules/pricing/index.ts'
import { forgetOldDrafts, issueInvoice, letterDebts, paymentRemindersWork } from './modules/billing/index.ts'
import {
  createOnlineSuppliers,
  createReferences,
  createTaking,
  forgetOldAnswers,
  forgetOldLetters,
  forgetOldPriceLists,
  mailboxesModule,
  onlineSuppliersModule,
  priceListsModule,
} from './modules/suppliers/index.ts'
import {
  backgroundWorkModule,
  forgetOldTakes,
  personalDataModule,
  sendNotifications,
} from './modules/workspace/index.ts'
import { createMailer, emptySecretMails, forgetOldMails, mailsModule, type Mailer } from './platform/mail/index.ts'
import { forgetOldCovers } from './modules/site/index.ts'
import { createLive, forgetOldHappenings, notificationsModule, type LiveDeps } from './platform/events/index.ts'
import { supplierOrderFilesModule, supplierOrdersModule } from './modules/purchasing/index.ts'
import { createGoods, type Goods } from './goods.ts'
import { papers } from './papers.ts'
import { whatIsPublic } from './public-side.ts'

const HOUR_MS = 3_600_000
/** How soon whoever waits for a product is told that it has come. */
const ARRIVALS_EVERY_MS = 5 * 60_000
/** How soon a letter leaves that is sent at once. */
const LETTERS_EVERY_MS = 60_000
/** As long as an invitation to one more company; shorter-lived links die in their letters before. */
const SECRETS_LIVE_MS = 7 * 24 * HOUR_MS

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

/** The whole server as one function: production, tests and benchmarks build it alike. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, log, clock, database, replicas, secret, webRoot, memoryMs = 1000 } = deps
  const { db } = database
  const mailer = createMailer({ db: database.as('any'), config, log, clock })
  const auth: AuthDeps = {
    db,
    clock,
    mailer,
    log,
    keys: deriveKeys(secret, config.AUTH_SECRET_PREVIOUS),
    productName: config.PRODUCT_NAME,
    staffSecondFactor: config.staffSecondFactor,
  }
  const sessions = createSessions(auth)
  const metrics = createMetrics(config, database, replicas)
  const app = await createHttp(config, log, sessions.authenticate, metrics)
  const read = replicas?.read ?? readLeader(database)
  const search = { ...createGoods(database, clock, memoryMs), read, drawPdf: createPdfPool(app) }
  const { pricing } = search

  healthRoutes(app, database)
  authModule(app, database, auth, sessions)
  ownAccessModule(app, database, auth, sessions)
  people(app, database, { clock, log, mailer, forgetSessions: sessions.forget })
  consigneesModule(app, database, { clock })
  deliveryModule(app, database)
  suggestionsModule(app, database, { config, clock, log })
  const headOf = whatIsPublic(app, database, { ...search, config })
  const matcher = createMatcher(database, { ...search, log })
  app.addHook('onClose', () => matcher.stop())
  const online = createOnlineSuppliers(app, database, { ...deps, ...search, memoryMs, metrics })
  const references = createReferences(clock, secret, config.AUTH_SECRET_PREVIOUS)
  const takeOffer = createTaking(references, clock)
  listsModule(app, database, { ...search, matcher, online, references, takeOffer })
  searchModule(app, database, search)
  onlineSearchModule(app, database, { ...search, online, references })
  productModule(app, database, search)
  cartModule(app, database, { clock, pricing, mailer, takeOffer })
  const ordering: Parameters<typeof ordersModule>[2] = {
    ...search,
    mailer,
    issueInvoice: (tx, orderId, author) => issueInvoice(tx, search, 'any', orderId, author),
    askAgain: online.askAgain,
  }
  ordersModule(app, database, ordering)
  phoneDraftsModule(app, database, ordering)
  papers(app, database, { ...search, log, mailer, acceptanceDays: config.ACCEPTANCE_DAYS })
  watchesModule(app, database, { clock })
  requestsModule(app, database, { ...search, mailer })
  priceFilesModule(app, database, { config, clock, log, secret, mailer, pricing })
  supplierDesks(app, database, online, { clock, log, mailer })
  priceDesks(app, database, { config, log, secret, ...search })
  auditModule(app, database)
  mailsModule(app, database, { clock, showsSecrets: config.SMTP_URL === undefined && !config.isProduction })
  openApiRoute(app, API, config.PRODUCT_NAME)
  tellAtOnce(app, database, { clock, log, readActors: sessions.readActors })
  goOnByItself(app, database, { config, log, clock, mailer, pricing, metrics })
  await serveWeb(app, { root: webRoot, config, headOf })
  return app
}

/** Who works with the portal, for which companies, and what is held about him. */
function people(app: FastifyInstance, database: Database, deps: Parameters<typeof usersModule>[2] & { log: Logger }) {
  usersModule(app, database, deps)
  personalDataModule(app, database, deps)
  contractorsModule(app, database, deps)
  registrationModule(app, database, deps)
}

interface DeskDeps extends Goods {
  config: Config
  log: Logger
  secret: string
}

/** Where managers look after goods and their prices. */
function priceDesks(app: FastifyInstance, database: Database, deps: DeskDeps) {
  brandsModule(app, database, deps)
  crossesModule(app, database, deps)
  const grouper = createGrouper({ db: database.db, log: deps.log })
  inventoryGroupsModule(app, database, { grouper })
  whileListening(app, grouper)
  priceListsModule(app, database, deps)
  mailboxesModule(app, database, deps)
  priceConditionsModule(app, database, deps)
  sourcesModule(app, database, deps)
}

/** Streams end before the server waits for the rest of its answers. */
function tellAtOnce(app: FastifyInstance, database: Database, deps: Pick<LiveDeps, 'clock' | 'log' | 'readActors'>) {
  const live = createLive({ ...deps, db: database.as('any'), listen: database.listen })
  notificationsModule(app, database, { clock: deps.clock, live })
  app.addHook('preClose', async () => live.endStreams())
  whileListening(app, live)
}

/** What staff order from suppliers, at once and as files. */
function supplierDesks(
  app: FastifyInstance,
  database: Database,
  online: ReturnType<typeof createOnlineSuppliers>,
  deps: { clock: Clock; log: Logger; mailer: Mailer },
) {
  onlineSuppliersModule(app, database, online)
  supplierOrdersModule(app, database, { ...deps, ordering: online.ordering })
  supplierOrderFilesModule(app, database, deps)
}

interface OwnWorkDeps {
  config: Config
  log: Logger
  clock: Clock
  mailer: Mailer
  pricing: Pricing
  metrics: Registry | undefined
}

/** What is done without anybody asking, until the server stops. */
function goOnByItself(app: FastifyInstance, database: Database, deps: OwnWorkDeps) {
  const upkeep = inBackground(() => workOfHour(database, deps), {
    work: 'upkeep',
    everyMs: HOUR_MS,
    log: deps.log,
    failure: 'the work of the hour was not done',
  })
  whileListening(app, upkeep)
  const arrivals = inBackground(() => tellOfArrivals(database.as('any'), deps), {
    work: 'arrivals',
    everyMs: ARRIVALS_EVERY_MS,
    log: deps.log,
    failure: 'nobody was told of what has come',
  })
  whileListening(app, arrivals)
  const letters = inBackground(
    (stopping) =>
      sendNotifications(database.as('any'), { ...deps, questionsOf: letterQuestions, debtsOf: letterDebts }, stopping),
    {
      work: 'letters',
      everyMs: LETTERS_EVERY_MS,
      log: deps.log,
      failure: 'letters of what has happened were not sent',
    },
  )
  whileListening(app, letters)
  ordersWork(app, database, deps)
  paymentRemindersWork(app, database, deps)
  whileListening(app, createNameReader({ driver: database.long, log: deps.log }))
  whileOpen(app, deps.mailer)
  backgroundWorkModule(app, database, deps)
}

/** What only the last days need does not pile up, and what is due is told of. */
async function workOfHour({ db, as }: Database, { config, clock, mailer }: OwnWorkDeps) {
  const now = clock.now()
  await Promise.all([
    forgetOldKeys(db, now),
    forgetOldHappenings(as('any'), now),
    forgetOldFailures(db, now),
    forgetOldSessions(db, now),
    forgetOldMails(db, now),
    deleteOldLinks(db, new Date(now.getTime() - SECRETS_LIVE_MS)),
    deleteOldRegistrations(db, now),
    forgetOldSuggestions(db, now),
    forgetOldImports(db, now),
    forgetOldLists(as('any'), now),
    forgetOldFiles(as('any'), config.dataDir, now),
    forgetOldPriceLists(db, config.dataDir, now),
    forgetOldLetters(db, now),
    forgetOldAnswers(db, now),
    forgetOldClaimFiles(as('any'), now),
    forgetOldOrderFiles(as('any'), now),
    forgetOldCovers(db, now),
    forgetOldDecisionLinks(as('any'), now),
    forgetOldTakes(as('any'), now),
    forgetOldDrafts(as('any'), now),
    forgetOldRecipients(as('any'), now),
    tellOfEndings(as('any'), { clock, mailer }),
    tellOfStale(db, { clock, mailer }),
    emptySecretMails(db, new Date(now.getTime() - SECRETS_LIVE_MS)),
  ])
}
