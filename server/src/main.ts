import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { buildWebWhenStale } from './build-web.ts'
import {
  DEMO_ACCOUNTS,
  DEMO_PASSWORD,
  fillDemo,
  hasDemoAccounts,
  isDatabaseEmpty,
  startOneC,
  startSuppliers,
} from './demo/index.ts'
import { deriveKeys, resealSecondFactors } from './modules/identity/index.ts'
import type { AppDeps } from './services.ts'
import { shownSetupCode, type FillDemo } from './modules/workspace/index.ts'
import { oneCKeys, resealOneCPasswords, resealWebhookSecrets, webhookKeys } from './modules/integrations/index.ts'
import { mailboxKeys, resealPasswords, resealSecrets, supplierKeys } from './modules/suppliers/index.ts'
import { systemClock } from './platform/clock.ts'
import { followDatabaseClock } from './platform/database-clock.ts'
import { startCluster, type Cluster } from './platform/cluster/index.ts'
import { readConfig, StartError, type Config } from './platform/config.ts'
import { ensureDatabase, openDatabase, requireAppRole, slowStatements, type Database } from './platform/db/index.ts'
import { migrate } from './platform/db/migrate.ts'
import { openReplicas } from './platform/db/replicas.ts'
import { createLog } from './platform/telemetry/log.ts'
import { mailScreenAccess, resealMailPassword } from './platform/mail/index.ts'
import { createPortal } from './platform/portal/index.ts'
import { listenForScrapes, metricsOf } from './platform/metrics/index.ts'

const MAIN_SERVER_LOCK = 7_321_002
/** Time after which a server that was told to stop is terminated. */
const STOP_DEADLINE_MS = 30_000
/** Ctrl-C reaches the server twice, from the terminal and from npm; a later signal terminates it immediately. */
const REPEATED_SIGNAL_MS = 1000

export interface Running {
  /** Name of the portal. */
  name: string
  /** Public address: `http://localhost:3000`. */
  origin: string
  /** True when the database contains the demo, whose passwords are public. */
  isDemo: boolean
  /** Code for creating the first administrator; null when there are accounts. */
  setupCode: string | null
  stop: () => Promise<void>
  /** Announces the shutdown, so that load balancers route requests elsewhere. */
  leave: () => Promise<void>
}

/** Reads the secret stored with the embedded database; a production installation sets AUTH_SECRET. */
async function readSecret(config: Config): Promise<string> {
  if (config.AUTH_SECRET) return config.AUTH_SECRET
  const path = join(config.dataDir, 'auth-secret')
  if (!existsSync(path)) {
    await mkdir(config.dataDir, { recursive: true })
    await writeFile(path, randomBytes(48).toString('base64url'), { mode: 0o600 })
  }
  return readFile(path, 'utf8')
}

async function openOwnCluster(config: Config): Promise<Cluster | undefined> {
  if (config.DATABASE_URL) return undefined
  const cluster = await startCluster(config.dataDir)
  if (cluster.moved) console.log(cluster.moved)
  await ensureDatabase(cluster.urlOf('postgres'), 'artikul')
  return cluster
}

/** Limits an embedded database to one server: a second start in the same directory would stop it. */
async function refuseSecondServer(database: Database, config: Config): Promise<() => void> {
  const connection = await database.pools.long.connect()
  const { rows } = await connection.query('select pg_try_advisory_lock($1) as free', [MAIN_SERVER_LOCK])
  if (!(rows[0] as { free: boolean }).free) {
    connection.release()
    throw new StartError(`Портал уже запущен из папки ${config.dataDir}.`)
  }
  return () => connection.release(true)
}

async function prepareData(database: Database, config: Config) {
  await migrate(database.long)
  if (config.isProduction) {
    if (await hasDemoAccounts(database))
      throw new StartError('В базе есть демонстрационные учётные записи: в production они запрещены.')
    return
  }
  if (config.DEMO_DATA === 'off' || !(await isDatabaseEmpty(database))) return
  const started = performance.now()
  await fillDemo(database, config, systemClock.now())
  console.log(`Демонстрационные данные созданы за ${((performance.now() - started) / 1000).toFixed(1)} с.`)
}

/** Returns the filling of an empty database at the choice of a newcomer; calls during it share its result. */
function demoFiller(database: Database, config: Config, onFilled: () => void): FillDemo | undefined {
  if (config.isProduction) return undefined
  let filling: Promise<unknown> | undefined
  return async () => {
    filling ??= fillDemo(database, config, systemClock.now()).then(onFilled)
    await filling
    return { logins: DEMO_ACCOUNTS.map(({ login }) => login), password: DEMO_PASSWORD }
  }
}

/**
 * Requires that the secret decrypts the second factors: replacing it without the previous one would lock out their
 * owners.
 */
async function requireSecondFactors({ db }: Database, config: Config, secret: string) {
  const lost = await resealSecondFactors(db, deriveKeys(secret, config.AUTH_SECRET_PREVIOUS))
  if (lost > 0)
    throw new StartError(
      `Вторые факторы (${lost}) запечатаны другим AUTH_SECRET: назовите прежний в AUTH_SECRET_PREVIOUS.`,
    )
}

/**
 * Encrypts every stored secret with the current AUTH_SECRET again, and returns the keys of online suppliers.
 * @throws StartError when second factors are encrypted with an unknown secret
 */
async function resealAll(operator: Database, config: Config, secret: string) {
  await requireSecondFactors(operator, config, secret)
  await resealPasswords(operator.db, mailboxKeys(secret, config.AUTH_SECRET_PREVIOUS))
  await resealMailPassword(operator.db, mailScreenAccess(config, secret))
  await resealOneCPasswords(operator.db, oneCKeys(secret, config.AUTH_SECRET_PREVIOUS))
  await resealWebhookSecrets(operator.db, webhookKeys(secret, config.AUTH_SECRET_PREVIOUS))
  const keys = supplierKeys(secret, config.AUTH_SECRET_PREVIOUS)
  await resealSecrets(operator.db, keys)
  return keys
}

/** Names the setting of a port that cannot be used. */
function refusePort(error: unknown, config: Config, setting: 'PORT' | 'METRICS_PORT'): never {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') throw new StartError(`Порт ${config[setting]} занят: задайте другой в ${setting}.`)
  if (code === 'EACCES')
    throw new StartError(`Порт ${config[setting]} не разрешён этому пользователю: задайте другой в ${setting}.`)
  throw error
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  const metrics = metricsOf(app)
  if (metrics) {
    const stop = await listenForScrapes(metrics, config).catch((error: unknown) =>
      refusePort(error, config, 'METRICS_PORT'),
    )
    app.addHook('onClose', async () => stop())
  }
  await app
    .listen({ host: config.HOST, port: config.PORT })
    .catch((error: unknown) => refusePort(error, config, 'PORT'))
  const host = config.HOST === '127.0.0.1' || config.HOST === '0.0.0.0' ? 'localhost' : config.HOST
  return `http://${host}:${config.PORT}`
}

/** Opens the connections of requests, and those as the owner of the tables: migrations, the demo, the server lock. */
function openDatabases(config: Config, cluster: Cluster | undefined, log: Logger) {
  const url = config.DATABASE_URL ?? cluster?.webUrl ?? ''
  const { DATABASE_DIRECT_URL: directUrl, DATABASE_REPLICA_URL: urls } = config
  const prepare = config.PREPARE_STATEMENTS === 'on'
  const operator = openDatabase({ url: directUrl ?? cluster?.url ?? url, pool: 4, prepare })
  const slow = slowStatements(log, config.SLOW_QUERY_MS)
  const pool = { pool: config.DATABASE_POOL, prepare, role: 'artikul_app', slow } as const
  const database = openDatabase({ url, directUrl, ...pool })
  const replicas = urls && openReplicas({ urls, leader: database, log, ...pool })
  const closeAll = () => Promise.all([replicas?.close(), database.close(), operator.close()])
  return { operator, database, replicas, closeAll }
}

/** Reads the name of the portal in force. */
const readName = async (config: Config, database: Database) =>
  (await createPortal(config, { sharedDb: database.sharedForTenant('any'), ttlMs: 0 })()).name

/** Simulated base of 1C: one at a time, at the choice of an administrator. */
function simulatedOneC({ PORT, isProduction }: Config, log: Logger) {
  let stop: (() => void) | undefined
  const start: NonNullable<AppDeps['startOneC']> = (access) => {
    stop?.()
    stop = startOneC(`http://127.0.0.1:${PORT}`, access, log)
  }
  return { start: isProduction ? undefined : start, stop: () => stop?.() }
}

/**
 * Prepares the database and serves the portal in this process.
 * @param root the project's directory, which contains the built web application
 * @throws StartError with a Russian sentence for the operator
 */
export async function start(config: Config, root: string): Promise<Running> {
  const log = createLog(config.LOG_LEVEL)
  const [cluster] = await Promise.all([
    openOwnCluster(config),
    config.isProduction ? undefined : buildWebWhenStale(root),
  ])
  const { operator, database, replicas, closeAll } = openDatabases(config, cluster, log)
  const oneC = simulatedOneC(config, log)
  let app: FastifyInstance | undefined
  let stopSuppliers: (() => void) | undefined
  let release: (() => void) | undefined
  const stop = async () => {
    stopSuppliers?.()
    oneC.stop()
    await app?.close()
    release?.()
    await closeAll()
    await cluster?.stop()
  }
  try {
    if (cluster) release = await refuseSecondServer(operator, config)
    cluster?.supervise(log)
    await prepareData(operator, config)
    await requireAppRole(database, config)
    const secret = await readSecret(config)
    const keys = await resealAll(operator, config, secret)
    const origins = new Set<string>()
    const clock = await followDatabaseClock(database, log)
    const startOwnSuppliers = () => {
      if (config.DEMO_SUPPLIERS === 'on') stopSuppliers ??= startSuppliers(operator.db, { keys, log, origins })
    }
    app = await createApp({
      config,
      log,
      clock,
      database,
      replicas,
      secret,
      webRoot: join(root, 'web/dist'),
      ownOrigins: origins,
      fillDemo: demoFiller(operator, config, startOwnSuppliers),
      startOneC: oneC.start,
    })
    app.addHook('onClose', async () => clock.stop())
    const origin = await listen(app, config)
    const isDemo = await hasDemoAccounts(operator)
    if (isDemo) startOwnSuppliers()
    const setup = (await isDatabaseEmpty(operator)) ? shownSetupCode(secret) : null
    const leave = async () => {
      if (app) app.isLeaving = true
      await delay(config.DRAIN_SECONDS * 1000)
      await stop()
    }
    return { name: await readName(config, database), origin, isDemo, setupCode: setup, stop, leave }
  } catch (error) {
    const isTaken = error instanceof StartError && error.message.startsWith('Портал уже запущен')
    await (isTaken ? closeAll() : stop())
    throw error
  }
}

function explain(error: unknown): string {
  if (error instanceof StartError) return error.message
  if (error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EROFS'))
    return `Папка DATA_DIR недоступна для записи: ${error.message}.`
  if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')
    return 'База данных по адресу DATABASE_URL не отвечает.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/**
 * Starts the server and runs until Ctrl-C or SIGTERM; a failure to start is reported in one sentence with exit code 1.
 */
export async function main(env: NodeJS.ProcessEnv, root: string): Promise<void> {
  try {
    const config = readConfig(env, root)
    const running = await start(config, root)
    const demo = running.isDemo
      ? ` Вход: ${DEMO_ACCOUNTS.map((account) => account.login).join(', ')}; пароль ${DEMO_PASSWORD}`
      : ''
    const setup = running.setupCode === null ? '' : ` Код для первого администратора: ${running.setupCode}`
    console.log(`${running.name}: ${running.origin}/${setup}${demo}`)
    let stoppingSince: number | undefined
    const end = (how: () => Promise<void>) => {
      if (stoppingSince !== undefined) {
        if (performance.now() - stoppingSince > REPEATED_SIGNAL_MS) process.exit(1)
        return
      }
      stoppingSince = performance.now()
      setTimeout(() => process.exit(1), config.DRAIN_SECONDS * 1000 + STOP_DEADLINE_MS).unref()
      void how().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    }
    process.on('SIGINT', () => end(running.stop))
    process.on('SIGTERM', () => end(running.leave))
  } catch (error) {
    console.error(explain(error))
    process.exit(1)
  }
}
