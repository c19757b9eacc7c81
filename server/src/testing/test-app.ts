import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JobName } from '@artikul/contract/workspace/background-jobs'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { DestinationStream } from 'pino'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { createApp } from '../app.ts'
import { MODULES, type MappedModule } from '../modules.ts'
import { readConfig } from '../platform/config.ts'
import { openDatabase, type Database } from '../platform/db/index.ts'
import { asWebRole } from '../platform/db/url.ts'
import { PLATFORM_RETENTION, purgeExpired, type Retention } from '../platform/retention.ts'
import { createLog } from '../platform/telemetry/log.ts'
import { recordServed } from './served.ts'

export const TEST_SECRET = 'a secret that only tests know, long enough'

/** Clock that stands still until a test moves it. */
export interface TestClock {
  now: () => Date
  set: (moment: string) => void
}

export interface TestApp {
  app: FastifyInstance
  /**
   * Database handle of the owner: factories and assertions see every row. The app itself has the rights of its roles.
   */
  database: Database
  /** Database handle of the app itself. */
  appDatabase: Database
  databaseUrl: string
  clock: TestClock
  /** Starts another server with its own caches on the same database; closed with the test file. */
  startNode: () => Promise<FastifyInstance>
}

function testClock(): TestClock {
  // Tuesday, 12:00 in Moscow: a working day before the cut-off.
  let moment = new Date('2026-11-17T09:00:00Z')
  return {
    now: () => moment,
    set: (text) => {
      moment = new Date(text)
    },
  }
}

async function cloneDatabase() {
  const admin = openDatabase({ url: inject('databaseUrl'), pool: 1, prepare: false })
  const name = `test_${randomBytes(6).toString('hex')}`
  await admin.sql.query(`create database ${name} template ${inject('template')} strategy file_copy`)
  const url = inject('databaseUrl').replace('/postgres?', `/${name}?`)
  const drop = async () => {
    await admin.sql.query(`drop database ${name} with (force)`)
    await admin.close()
  }
  return { url, drop }
}

/**
 * Starts the whole app on a freshly migrated database of this test file; `env` adds settings, `log` receives log lines.
 */
export function useTestApp(env: Record<string, string> = {}, log?: DestinationStream): TestApp {
  const held: Partial<TestApp> = {}
  let drop: (() => Promise<void>) | undefined
  let stopRecording: () => void
  const nodes: FastifyInstance[] = []
  beforeAll(async () => {
    stopRecording = recordServed(expect.getState().testPath ?? '')
    const clone = await cloneDatabase()
    drop = clone.drop
    held.database = openDatabase({ url: clone.url, pool: 4, prepare: true })
    held.databaseUrl = clone.url
    held.appDatabase = openDatabase({ url: asWebRole(clone.url), pool: 8, prepare: true, role: 'artikul_app' })
    held.clock = testClock()
    const { clock } = held
    const database = held.appDatabase
    held.startNode = async () => {
      const app = await createApp({
        config: readConfig({ NODE_ENV: 'test', DATA_DIR: join(tmpdir(), 'artikul-test'), ...env }, '.'),
        log: log ? createLog('debug', log) : createLog(process.env['LOG_LEVEL'] ?? 'silent'),
        clock,
        database,
        secret: TEST_SECRET,
        ttlMs: 0,
      })
      await app.ready()
      nodes.push(app)
      return app
    }
    held.app = await held.startNode()
  })
  afterAll(async () => {
    stopRecording()
    try {
      for (const node of nodes) await node.close()
    } finally {
      await Promise.all([held.database?.close(), held.appDatabase?.close()])
      await drop?.()
    }
  })
  const get = <K extends keyof TestApp>(name: K): TestApp[K] => {
    const value = held[name]
    if (value === undefined) throw new Error(`the test app has no ${name} before beforeAll`)
    return value
  }
  return {
    get app() {
      return get('app')
    },
    get database() {
      return get('database')
    },
    get appDatabase() {
      return get('appDatabase')
    },
    get databaseUrl() {
      return get('databaseUrl')
    },
    get clock() {
      return get('clock')
    },
    get startNode() {
      return get('startNode')
    },
  }
}

/** Runs a round of a background job in the app. */
export async function runJob({ jobs }: FastifyInstance, name: JobName): Promise<void> {
  const job = jobs.jobs.find((one) => one.name === name)
  if (!job) throw new Error(`there is no job ${name}`)
  await job.work(new AbortController().signal)
}

/** Loads what the platform and all modules purge. */
export async function loadRetention(): Promise<readonly Retention[]> {
  const modules = await Promise.all(Object.values<MappedModule>(MODULES).map(({ load }) => load()))
  return [...PLATFORM_RETENTION, ...modules.flatMap(({ module }) => module.retention ?? [])]
}

/** Purges the expired rows of one table as at the moment. */
export async function purgeAt({ appDatabase }: TestApp, table: Retention['table'], moment: Date): Promise<void> {
  const retention = (await loadRetention()).filter((rows) => rows.table === table)
  await purgeExpired(appDatabase.forTenant('any'), retention, moment)
}

/** Creates a session of the user without the sign-in page: `{ authorization }` headers. */
export async function loginAs(
  { app }: TestApp,
  { login, password }: { login: string; password: string },
): Promise<{ authorization: string }> {
  const reply = await app.inject({ method: 'POST', url: '/api/v1/token/pair', payload: { login, password } })
  if (reply.statusCode !== 200) throw new Error(`cannot sign in as ${login}: ${reply.body}`)
  return { authorization: `Bearer ${reply.json<{ access_token: string }>().access_token}` }
}

/** Sends one call as a person would; `json` is the parsed body. */
export async function send<T = Record<string, unknown>>({ app }: TestApp, options: InjectOptions) {
  const reply = await app.inject(options)
  const isJson = reply.body !== '' && reply.headers['content-type']?.toString().includes('json')
  return { status: reply.statusCode, headers: reply.headers, text: reply.body, json: (isJson ? reply.json() : {}) as T }
}
