import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster, type Cluster } from '../../server/src/platform/cluster/index.ts'
import { ensureDatabase, openDatabase, type Database } from '../../server/src/platform/db/index.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { reportFigure, reportMeasured } from '../../server/src/testing/figures.ts'
import { buildLoad, expectLedger, PER_SECOND, serverOn, type Load } from './support/order-load.factory.ts'

/** Every kill also recovers from the log; the full guarantee is run for its figures. */
const KILLS = 10

const server = serverOn(3226)
let folder: string
let cluster: Cluster
let database: Database
let load: Load

beforeAll(startDatabaseAndServer, 120_000)
afterAll(async () => {
  await server.kill()
  await database.close()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}, 60_000)

test(
  `guarantee 6: ${KILLS} PostgreSQL kills at ${PER_SECOND} orders a second lose no confirmed order, and the server recovers`,
  { timeout: 400_000 },
  async () => {
    await load.plan()
    const finish = load.run()
    const recoveries: number[] = []
    for (let at = 0; at < KILLS; at += 1) {
      await delay(500 + ((at * 733) % (MAX_LIFE_MS - 500)))
      const pid = await postmaster()
      await database.close()
      process.kill(pid, 'SIGKILL')
      await delay(AWAY_MS)
      cluster = await startAgain()
      recoveries.push(await server.untilReady())
      database = open()
    }
    await finish()
    expect(server.isAlive(), 'the server outlives its database').toBe(true)
    const { orders, again } = await expectLedger(database.db, load)
    const refused = load.answers.filter(({ status }) => status !== 201)
    expect(refused.length, 'the database was away under load').toBeGreaterThan(0)
    expect(refused.filter(({ status }) => status !== 503 && status !== 409)).toEqual([])
    expect(refused.filter(({ status, retryAfter }) => status === 503 && retryAfter === null)).toEqual([])
    const slowest = Math.max(...load.answers.map(({ tookMs }) => tookMs))
    reportMeasured(6, { measured: 'slowest answer', value: slowest, limit: MAX_ANSWER_MS, unit: 'ms' })
    reportMeasured(6, {
      measured: 'recovery after the database',
      value: Math.max(...recoveries),
      limit: MAX_RECOVERY_MS,
      unit: 'ms',
    })
    reportFigure(
      6,
      `${KILLS} kill -9 PostgreSQL при ${PER_SECOND} заказах в секунду: ${orders} заказов, ответов 503 — ${refused.length}, повторено ${again}, потеряно 0, удвоено 0, наполовину 0; ответ не дольше ${(slowest / 1000).toFixed(1)} с, готов через ${(Math.max(...recoveries) / 1000).toFixed(1)} с после базы`,
    )
  },
)

async function startDatabaseAndServer() {
  folder = await mkdtemp(join(tmpdir(), 'artikul-killed-'))
  cluster = await startDurable()
  await ensureDatabase(cluster.urlOf('postgres'), 'artikul')
  database = open()
  await migrate(database.sql)
  load = await buildLoad(database.db, server.origin, (KILLS * (MAX_LIFE_MS + MAX_RECOVERY_MS)) / 1000)
  server.start(cluster.url)
  await server.untilReady()
}

const MAX_LIFE_MS = 2000
/** Longest reply time while the database is unavailable, and after it returns. */
const MAX_ANSWER_MS = 5000
const MAX_RECOVERY_MS = 10_000
/** Pause before a crashed PostgreSQL is started again. */
const AWAY_MS = 500
const RETRY_MS = 100
const MAX_STARTS = 100

/** Durable as in production: commits that do not reach the disk would be lost. */
const startDurable = () => startCluster(folder, { settings: { shared_buffers: '64MB', max_connections: '60' } })

/** Orphaned processes still occupy the memory for a moment. */
async function startAgain(left = MAX_STARTS): Promise<Cluster> {
  try {
    const started = await startDurable()
    if (!started.started) throw new Error('its number is still taken')
    return started
  } catch (error) {
    if (left === 0) throw error
    await delay(RETRY_MS)
    return startAgain(left - 1)
  }
}

/** Returns the postmaster's process id from the first line of its file: no other process is ever killed. */
async function postmaster(): Promise<number> {
  const { rows } = await sql<{ data: string }>`select current_setting('data_directory') as data`.execute(database.db)
  const [pid = ''] = (await readFile(join(rows[0]?.data ?? '', 'postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}

const open = () => openDatabase({ url: cluster.url, pool: 4, prepare: false })
