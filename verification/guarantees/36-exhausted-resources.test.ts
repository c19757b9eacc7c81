import { execFile } from 'node:child_process'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster, type Cluster } from '../../server/src/platform/cluster/index.ts'
import { ensureDatabase, openDatabase, type Database } from '../../server/src/platform/db/index.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { reportFigure, reportMeasured } from '../../server/src/testing/figures.ts'
import { buildLoad, expectLedger, PER_SECOND, serverOn, type Load } from './support/order-load.factory.ts'

/** No mail server responds, while orders are still accepted. */
const server = serverOn(3270, { SMTP_URL: 'smtp://127.0.0.1:9' })
let folder: string
let isMounted = false
let cluster: Cluster
let database: Database
let load: Load

beforeAll(startOnSmallDisk, 120_000)
afterAll(stopAndUnmount, 60_000)

test(
  `guarantee 36: server without connections, disk or mail replies 503 and recovers at ${PER_SECOND} orders a second`,
  {
    timeout: 240_000,
  },
  async (context) => {
    if (!isMounted) context.skip('nothing may be mounted here')
    await load.plan()
    const finish = load.run()
    const recoveries: string[] = []
    const refused = () => load.answers.filter(({ status }) => status !== 201)
    for (const { name, begin } of CAUSES) {
      await delay(1500)
      const refusedBefore = refused().length
      const end = await begin()
      await delay(LASTS_MS)
      expect(refused().length, `${name}: orders are refused`).toBeGreaterThan(refusedBefore)
      await end()
      const ended = Date.now()
      await keepCluster()
      await server.untilReady()
      const isTaken = () => load.answers.some(({ status, at }) => status === 201 && at > ended)
      while (!isTaken() && Date.now() - ended < MAX_RECOVERY_MS) await delay(50)
      expect(isTaken(), `${name}: orders are taken again`).toBe(true)
      recoveries.push(`${name} — ${((Date.now() - ended) / 1000).toFixed(1)} с`)
    }
    await finish()
    expect(server.isAlive()).toBe(true)
    const { orders, again } = await expectLedger(database.db, load)
    expect(refused().filter(({ status }) => status !== 503 && status !== 409)).toEqual([])
    expect(refused().filter(({ status, retryAfter }) => status === 503 && retryAfter === null)).toEqual([])
    reportMeasured(36, {
      measured: 'slowest answer',
      value: Math.max(...load.answers.map(({ tookMs }) => tookMs)),
      limit: MAX_ANSWER_MS,
      unit: 'ms',
    })
    const mails = await sql<{ count: number }>`select count(*) as count from emails where sent_at is not null`.execute(
      database.db,
    )
    expect(mails.rows[0]?.count).toBe(0)
    reportFigure(
      36,
      `${orders} заказов, повторено ${again}, потеряно 0, вежливых отказов ${refused().length}; снова в работе: ${recoveries.join(', ')}; без почты заказы принимаются`,
    )
  },
)

async function startOnSmallDisk() {
  await mountDisk()
  if (!isMounted) return
  cluster = await start()
  await ensureDatabase(cluster.urlOf('postgres'), 'artikul')
  database = openAs('judge', 1)
  await migrate(database.sql)
  load = await buildLoad(database.db, server.origin, (LASTS_MS * 2 + MAX_RECOVERY_MS * 2 + 10_000) / 1000)
  server.start(cluster.url)
  await server.untilReady()
}

async function stopAndUnmount() {
  if (isMounted) {
    await server.kill()
    await database.close()
    await cluster.stop()
    await run('umount', ['-l', folder])
  }
  await rm(folder, { recursive: true, force: true })
}

const run = promisify(execFile)
/** Duration of each cause. */
const LASTS_MS = 10_000
const MAX_RECOVERY_MS = 15_000
const MAX_ANSWER_MS = 5000
const MAX_CONNECTIONS = 30
const DISK = '400m'

const start = () =>
  startCluster(join(folder, 'data'), {
    settings: {
      shared_buffers: '32MB',
      max_connections: String(MAX_CONNECTIONS),
      max_wal_size: '64MB',
      min_wal_size: '32MB',
    },
  })

/** Mounts a separate disk that may be filled. */
async function mountDisk() {
  folder = await mkdtemp(join(tmpdir(), 'artikul-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', folder]).then(
    () => (isMounted = true),
    () => undefined,
  )
}

const openAs = (applicationName: string, pool: number) =>
  openDatabase({ url: cluster.url, pool, prepare: false, applicationName })

/** Occupies every connection, including the server's, and releases none before the end. */
async function takeConnections() {
  const held: Database[] = []
  let isOver = false
  const take = async () => {
    while (!isOver) {
      const one = openAs('taker', 1)
      const isTaken = await one.sql`select 1`.then(
        () => true,
        () => false,
      )
      if (isTaken) return held.push(one)
      await one.close()
      await delay(10)
    }
  }
  const ofServer = async () => {
    const [row] = await database.sql<{ count: number }[]>`
      select count(pg_terminate_backend(pid)) as count from pg_stat_activity where application_name = 'artikul'`
    return row?.count ?? 0
  }
  const taking = Array.from({ length: MAX_CONNECTIONS }, take)
  while ((await ofServer()) > 0) await delay(20)
  return async () => {
    isOver = true
    await Promise.all(taking)
    await Promise.all(held.map((one) => one.close()))
  }
}

/** Fills the disk to its last block. */
async function fillDisk() {
  const path = join(folder, 'filling')
  const { bavail, bsize } = await statfs(folder)
  await writeFile(path, Buffer.alloc(bavail * bsize)).catch(() => undefined)
  return () => rm(path)
}

/** Restarts PostgreSQL, which ends itself when it cannot write its log, as systemd does. */
async function keepCluster() {
  for (let left = 50; left > 0; left -= 1) {
    try {
      cluster = await start()
      return
    } catch {
      await delay(200)
    }
  }
}

interface Cause {
  name: string
  begin: () => Promise<() => Promise<unknown>>
}

const CAUSES: readonly Cause[] = [
  { name: 'соединения с базой заняты', begin: takeConnections },
  { name: 'диск базы полон', begin: fillDisk },
]
