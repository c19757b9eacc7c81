import { chmod, mkdir, rm } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  DEMAND_KINDS,
  SALES_DIMENSIONS,
  type DebtsReport,
  type DemandRow,
  type FallingBuyer,
  type SalesReport,
  type ServiceReport,
  type StockReport,
} from '@artikul/contract/analytics/sales'
import { keysOf } from '@artikul/contract/core/keys'
import { startCluster, type Cluster } from '@artikul/server/cluster'
import { ensureDatabase, openDatabase, type Database } from '@artikul/server/db'
import { reportFigure, reportMeasured } from '@artikul/server/figures'
import { migrate } from '@artikul/server/migrate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeFigures } from '../../server/src/modules/analytics/index.ts'
import { moscowDate } from '../../server/src/platform/clock.ts'
import { fire } from '../bench/measure/load.ts'
import { startProcess, type ServerProcess } from '../bench/measure/server-process.ts'
import { computeTruth, type Truth } from './truth.factory.ts'
import { DAYS, fillYear, OWNER, PASSWORD, SIZES } from './year.factory.ts'

/** `ANALYTICS_SIZE=full npm run verify -- analytics` needs 35 GB of disk and an hour. */
const SIZE_NAME = process.env['ANALYTICS_SIZE'] ?? 'moderate'
const SIZE = SIZES[SIZE_NAME]
/** The database stays for the next run of the same size and day. */
const IS_KEPT = process.env['ANALYTICS_KEEP'] !== undefined
const FOLDER = join(import.meta.dirname, '../../.cache/analytics')
const [PAGE_LIMIT_MS, NIGHT_LIMIT_S] = [300, 600]
const SECONDS_OF_PAGE = 3
/** Checks in a row, a second apart, that find no statement of the server at work. */
const QUIET_CHECKS = 5
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

const log = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`)
const clock = { now: () => new Date() }
const today = moscowDate(clock.now())
const daysAgo = (days: number) => moscowDate(new Date(Date.now() - days * DAY_MS))

/** Demand of a large year is compared over its last month: a whole export would not fit on the disk. */
const SEARCHED_DAYS = SIZE_NAME === 'moderate' ? DAYS - 1 : 29

let cluster: Cluster
let database: Database
let server: ServerProcess
let truth: Truth
let headers: Record<string, string>
const closing: (() => unknown)[] = []

async function measure(work: () => Promise<unknown>) {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

/** Computes the year, and a night after it: the last two months once more, with debts and stock. */
async function compute(url: string) {
  const jobs = openDatabase({ url, pool: 4, prepare: true, role: 'artikul_app' })
  const [computed] = await database.sql`select from figures_computed limit 1`
  if (!computed) {
    const first = await measure(() => computeFigures(jobs.forTenant('any'), clock))
    log(`first computation: ${first.toFixed(0)} s`)
    reportFigure('analytics', `first computation of the year ${first.toFixed(0)} s`)
  }
  await database.sql.query(`update figures_computed set day = day - 1`)
  const night = await measure(() => computeFigures(jobs.forTenant('any'), clock))
  const hour = await measure(() => computeFigures(jobs.forTenant('any'), clock))
  log(`night: ${night.toFixed(1)} s, hour: ${hour.toFixed(1)} s`)
  reportFigure('analytics', `computation of an hour ${hour.toFixed(1)} s`)
  reportMeasured('analytics', { measured: 'computation of a night', value: night, limit: NIGHT_LIMIT_S, unit: 's' })
  await jobs.close()
}

/** Waits until the jobs of the server have worked through what a year of orders leaves to them. */
async function untilQuiet() {
  const deadline = performance.now() + HOUR_MS / 6
  for (let quiet = 0; quiet < QUIET_CHECKS && performance.now() < deadline; await delay(1000)) {
    const busy = await database.sql`
      select from pg_stat_activity
      where state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()`
    quiet = busy.length === 0 ? quiet + 1 : 0
  }
  log('jobs of the server are done')
}

async function signIn() {
  const reply = await fetch(`${server.origin}/api/v1/token/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: OWNER, password: PASSWORD }),
  })
  const { access_token } = (await reply.json()) as { access_token: string }
  headers = { authorization: `Bearer ${access_token}` }
}

const get = async <T>(path: string) => {
  const reply = await fetch(`${server.origin}/api/v1/analytics/${path}`, { headers })
  expect(reply.status, path).toBe(200)
  return (await reply.json()) as T
}

beforeAll(async () => {
  if (!SIZE) throw new Error(`ANALYTICS_SIZE is one of ${Object.keys(SIZES).join(', ')}`)
  if (!IS_KEPT) await rm(FOLDER, { recursive: true, force: true })
  await rm(join(FOLDER, 'csv'), { recursive: true, force: true })
  await mkdir(join(FOLDER, 'csv'), { recursive: true })
  await chmod(join(FOLDER, 'csv'), 0o777)
  // Nothing of this database is kept, so it need not survive a crash.
  const settings = {
    shared_buffers: `${Math.floor(totalmem() / 2 ** 20 / 6)}MB`,
    max_wal_size: '4GB',
    full_page_writes: 'off',
  }
  cluster = await startCluster(join(FOLDER, 'data'), { fsync: false, settings })
  closing.push(() => cluster.stop())
  await ensureDatabase(cluster.urlOf('postgres'), 'artikul')
  database = openDatabase({ url: cluster.url, pool: 4, prepare: true })
  closing.push(() => database.close())
  await migrate(database.long)
  log(`size: ${SIZE_NAME}`)
  reportFigure('analytics', `${SIZE.orders} orders, ${SIZE.searches} searches`)
  const [kept] =
    await database.sql`select to_regclass('year.known') as filled where to_regclass('year.known') is not null`
  if (!kept) log(`filled in ${(await measure(() => fillYear(database, SIZE, log))).toFixed(0)} s`)
  await compute(cluster.url)
  // Jobs of the server change orders, so the rows are exported as they were computed from.
  const made = await computeTruth(database.long, join(FOLDER, 'csv'), {
    today,
    searchedSince: daysAgo(SEARCHED_DAYS),
  })
  closing.push(() => made.close())
  truth = made.truth
  log('truth computed')
  const env = { DATABASE_URL: cluster.url, AUTH_SECRET: 'a secret of the verification, long enough', DEMO_DATA: 'off' }
  server = await startProcess('server/src/start.ts', {
    ...{ port: 3979, ready: '/health/ready', env },
    // The first start builds the web application.
    seconds: 180,
  })
  closing.push(() => server.stop())
  await untilQuiet()
  await signIn()
}, 4 * HOUR_MS)

afterAll(async () => {
  for (const close of closing.toReversed()) await close()
  if (!IS_KEPT) await rm(FOLDER, { recursive: true, force: true })
}, HOUR_MS)

/** Periods of a day, a month, a quarter and a year, at most so many days ago. */
const PERIODS = [
  [0, 0],
  [29, 0],
  [100, 10],
  [DAYS - 1, 0],
].map(([from = 0, to = 0]) => ({ from: daysAgo(from), to: daysAgo(to) }))
const inPeriods = (path: string) => PERIODS.map(({ from, to }) => `${path}from=${from}&to=${to}`)
const PAGES: Record<string, string[]> = {
  sales: keysOf(SALES_DIMENSIONS).flatMap((by) => [
    ...inPeriods(`sales?by=${by}&`),
    `sales?by=${by}&from=${daysAgo(730)}&to=${today}`,
  ]),
  service: inPeriods('service?'),
  demand: keysOf(DEMAND_KINDS).flatMap((kind) => inPeriods(`demand?kind=${kind}&`)),
  stock: ['dead', 'AX', 'BY', 'CZ'].map((choice) => `stock?choice=${choice}`),
  debts: ['debts'],
  buyers: ['falling-buyers'],
}

test.each(Object.entries(PAGES))(
  'page %s answers quickly with any filter',
  async (name, paths) => {
    const slow: string[] = []
    let worst = 0
    for (const path of paths) {
      const shoot = (seconds: number) =>
        fire(server.origin, 2, seconds, () => ({ method: 'GET', path: `/api/v1/analytics/${path}`, headers }))
      await shoot(0.5)
      const { p50, p99 } = await shoot(SECONDS_OF_PAGE)
      worst = Math.max(worst, p99)
      slow.push(`${path}: ${p50} / ${p99}`)
    }
    log(`${name}, p50 / p99 ms:\n${slow.join('\n')}`)
    reportMeasured('analytics', {
      measured: `${name}, p99 of the slowest choice`,
      value: worst,
      limit: PAGE_LIMIT_MS,
      unit: 'ms',
    })
  },
  HOUR_MS,
)

/** Rows reduced to the columns that the other engine computes. */
const like = (rows: readonly object[], expected: readonly object[]) =>
  rows.map((row) =>
    Object.fromEntries(Object.keys(expected[0] ?? {}).map((key) => [key, (row as Record<string, unknown>)[key]])),
  )

test(
  'every figure equals that of another engine',
  async () => {
    let compared = 0
    const compare = (name: string, ours: readonly object[], theirs: readonly object[]) => {
      expect.soft(like(ours, theirs), name).toEqual(theirs)
      compared += theirs.length
    }
    for (const { from, to } of PERIODS) {
      const period = `from=${from}&to=${to}`
      for (const by of keysOf(SALES_DIMENSIONS)) {
        const { rows, totals } = await get<SalesReport>(`sales?by=${by}&${period}`)
        const sold = rows.filter(({ revenue_kop }) => revenue_kop > 0)
        compare(`sales by ${by}, ${period}`, sold, await truth.sales(by === 'buyer' ? 'company' : by, from, to))
        compare(`totals, ${period}`, [totals], await truth.totals(from, to))
      }
      const { rows, reasons } = await get<ServiceReport>(`service?${period}`)
      compare(`service, ${period}`, rows, await truth.service(from, to))
      compare(`reasons, ${period}`, reasons, await truth.reasons(from, to))
      if (from < daysAgo(SEARCHED_DAYS)) continue
      for (const kind of keysOf(DEMAND_KINDS)) {
        const { results } = await get<{ results: DemandRow[] }>(`demand?kind=${kind}&${period}`)
        compare(`${kind}, ${period}`, results, await truth.demand(kind, from, to))
      }
    }
    compare('debts', (await get<DebtsReport>('debts')).rows, await truth.debts())
    const dead = await get<StockReport>('stock?choice=dead')
    compare('classes', dead.classes, await truth.stockClasses())
    compare('dead', dead.rows, await truth.stock('on_hand > 0 and (last_on is null or last_on < as_of() - 180)'))
    for (const { abc, xyz } of dead.classes)
      compare(
        `${abc}${xyz}`,
        (await get<StockReport>(`stock?choice=${abc}${xyz}`)).rows,
        await truth.stock(`abc = '${abc}' and xyz = '${xyz}'`),
      )
    const { results } = await get<{ results: FallingBuyer[] }>('falling-buyers')
    const falling = await truth.fallingBuyers()
    expect.soft(like(results, falling)).toEqual(falling)
    reportFigure('analytics', `${compared + falling.length} rows equal those of DuckDB`)
  },
  HOUR_MS,
)
