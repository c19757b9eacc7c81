import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster, type Cluster } from '../../server/src/platform/cluster/index.ts'
import { ensureDatabase, openDatabase, type Database } from '../../server/src/platform/db/index.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { reportFigure, reportMeasured } from '../../server/src/testing/figures.ts'
import { buildLoad, expectLedger, PER_SECOND, serverOn, type Load } from './support/order-load.factory.ts'

const LOSSES = 500
const EVERY_MS = 60
const MAX_ANSWER_MS = 5000
/** More than the pool of requests has. */
const READS_AT_ONCE = 30

const server = serverOn(3237)
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
  `${LOSSES} connections terminated at random under ${PER_SECOND} orders a second lose no order and leave the pools whole`,
  { timeout: 300_000 },
  async () => {
    await load.plan()
    const finish = load.run()
    for (let lost = 0; lost < LOSSES; await delay(EVERY_MS)) lost += await terminateOne()
    await finish()
    expect(server.isAlive()).toBe(true)
    const { orders, again } = await expectLedger(database.db, load)
    const refused = load.answers.filter(({ status }) => status !== 201)
    expect(refused.length, 'connections were lost under load').toBeGreaterThan(0)
    expect(refused.filter(({ status }) => status !== 503 && status !== 409)).toEqual([])
    const readyMs = await server.untilReady()
    const reads = await Promise.all(Array.from({ length: READS_AT_ONCE }, () => fetch(`${server.origin}/api/v1/news`)))
    expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200))
    const slowest = Math.max(...load.answers.map(({ tookMs }) => tookMs))
    reportMeasured('lost-connections', {
      measured: 'slowest answer',
      value: slowest,
      limit: MAX_ANSWER_MS,
      unit: 'ms',
    })
    reportFigure(
      'lost-connections',
      `${LOSSES} connections terminated: ${orders} orders, ${refused.length} refused, ${again} repeated, none lost or doubled; ` +
        `ready ${Math.round(readyMs)} ms afterwards, ${READS_AT_ONCE} reads at once answered`,
    )
  },
)

async function startDatabaseAndServer() {
  folder = await mkdtemp(join(tmpdir(), 'artikul-lost-'))
  cluster = await startCluster(folder, { settings: { shared_buffers: '64MB', max_connections: '60' } })
  await ensureDatabase(cluster.urlOf('postgres'), 'artikul')
  database = openDatabase({ url: cluster.url, pool: 4, prepare: false, applicationName: 'judge' })
  await migrate(database.long)
  load = await buildLoad(database.db, server.origin, (LOSSES * EVERY_MS * 2) / 1000)
  server.start(cluster.url)
  await server.untilReady()
}

/** Ends a connection of the server as an administrator does and returns the number of matching ones. */
async function terminateOne(): Promise<number> {
  const [row] = await database.sql<{ count: number }[]>`
    select count(pg_terminate_backend(pid)) as count from (
      select pid from pg_stat_activity
      where application_name = 'artikul' and datname = 'artikul' and backend_type = 'client backend'
      order by random() limit 1
    ) victim`
  return row?.count ?? 0
}
