import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../server/src/platform/db/index.ts'
import { reportFigure, reportMeasured } from '../../server/src/testing/figures.ts'
import { buildLoad, expectLedger, PER_SECOND, type Load } from './support/order-load.factory.ts'

let folder: string
let database: Database
let load: Load

beforeAll(startCluster, 240_000)
afterAll(removeCluster, 120_000)

test(
  `guarantee 7: no confirmed order is lost or duplicated in any database failover at ${PER_SECOND} orders a second`,
  { timeout: 900_000 },
  async () => {
    const finish = load.run()
    const gaps: string[] = []
    const pages: number[] = []
    const visits = setInterval(() => {
      for (const path of ['/', '/orders', '/news'])
        void fetch(ORIGIN + path, { headers: { accept: 'text/html' } }).then(
          (reply) => pages.push(reply.status),
          () => pages.push(0),
        )
    }, 1000)
    for (const { name, gap, cause, mend } of FAULTS) {
      await delay(CALM_MS)
      const [node, from] = [await leader(), Date.now()]
      await cause(node)
      await delay(CALM_MS)
      await mend?.(node)
      await untilWhole()
      await untilTaken()
      await delay(CALM_MS)
      const placedTimes = load.answers.filter(({ status, at }) => status === 201 && at >= from).map(({ at }) => at)
      const found = longestGap([from, ...placedTimes, Date.now()])
      gaps.push(`${name}: ${(found / 1000).toFixed(1)} с`)
      reportMeasured(7, { measured: name, value: found, limit: gap, unit: 'ms' })
    }
    clearInterval(visits)
    await finish()
    const { orders, again } = await expectLedger(database.db, load)
    const refused = load.answers.filter(({ status }) => status !== 201)
    expect(refused.filter(({ status }) => status !== 503 && status !== 409 && status !== null)).toEqual([])
    expect(refused.filter(({ status, retryAfter }) => status === 503 && retryAfter === null)).toEqual([])
    expect(
      pages.filter((status) => status !== 200),
      'pages open meanwhile',
    ).toEqual([])
    reportFigure(
      7,
      `${orders} заказов через два узла портала, HAProxy и PgBouncer: потеряно 0, удвоено 0, повторено ${again}, отказов с просьбой подождать ${refused.length}; страниц открыто ${pages.length}, ошибок 0`,
    )
  },
)

async function startCluster() {
  folder = await mkdtemp(join(tmpdir(), 'artikul-cluster-'))
  await run('chmod', ['755', folder])
  await cluster('up', folder)
  database = openDatabase({ url: OWNER, pool: 4, prepare: false })
  load = await buildLoad(database.db, ORIGIN, MAX_SECONDS)
  await load.plan()
}

async function removeCluster() {
  try {
    await database.close()
  } finally {
    // Also after a failed start.
    await cluster('down', folder)
    await rm(folder, { recursive: true, force: true })
  }
}

const SCRIPT = join(import.meta.dirname, '../../deploy/cluster/cluster.sh')
const ORIGIN = 'http://127.0.0.1:15080'
const OWNER = 'postgres://artikul:owner@127.0.0.1:15000/artikul'
const PAUSE_MS = 28_000
const QUORUM_LOST_MS = 25_000
const CALM_MS = 5000
const MAX_SECONDS = 400

const run = promisify(execFile)

const cluster = async (...args: string[]) => (await run(SCRIPT, args)).stdout.trim()

const pidIn = async (file: string) => Number((await readFile(join(folder, file), 'utf8')).split('\n')[0])

const leader = () => cluster('leader', folder)

/** Finds the processes of a data node: its keeper, its postmaster and their children. */
async function processesOf(node: string): Promise<number[]> {
  const postmaster = await pidIn(`data${node}/postmaster.pid`)
  const { stdout } = await run('pgrep', ['-P', String(postmaster)])
  return [await pidIn(`patroni${node}.pid`), postmaster, ...stdout.trim().split('\n').map(Number)]
}

const signal = (pids: number[], name: NodeJS.Signals) => {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // The process has already ended.
    }
  }
}

async function untilWhole() {
  for (let left = 90; left > 0; left -= 1) {
    const nodes = await cluster('status', folder).catch(() => '')
    const well = nodes.split('\n').filter((line) => /running|streaming/.test(line))
    if (well.length === 3 && nodes.includes('Sync Standby')) return
    await delay(1000)
  }
  throw new Error(`the cluster is not whole:\n${await cluster('status', folder)}`)
}

interface Fault {
  name: string
  /** Longest time without accepted orders, ms. */
  gap: number
  cause: (leader: string) => Promise<unknown>
  /** Restores the whole cluster. */
  mend?: (leader: string) => Promise<unknown>
}

const FAULTS: readonly Fault[] = [
  {
    name: 'kill -9 PostgreSQL ведущего',
    gap: 12_000,
    cause: async (node) => signal([await pidIn(`data${node}/postmaster.pid`)], 'SIGKILL'),
  },
  {
    name: 'плановая смена ведущего',
    gap: 6000,
    cause: async (node) => {
      const status = await cluster('status', folder)
      const standby = /(n\d) .*Sync Standby/.exec(status)?.[1] ?? ''
      const args = ['switchover', '--leader', `n${node}`, '--candidate', standby, '--force']
      await run('timeout', ['30', 'patronictl', '-c', join(folder, `p${node}.yml`), ...args])
    },
  },
  {
    name: 'пауза ведущего на 28 с',
    gap: 30_000,
    cause: async (node) => {
      const asleep = await processesOf(node)
      signal(asleep, 'SIGSTOP')
      await delay(PAUSE_MS)
      signal(asleep, 'SIGCONT')
    },
  },
  {
    name: 'потеря двух из трёх etcd на 25 с',
    gap: 30_000,
    cause: async () => {
      for (const member of ['1', '2']) signal([await pidIn(`etcd${member}.pid`)], 'SIGKILL')
      await delay(QUORUM_LOST_MS)
    },
    mend: async () => {
      for (const member of ['1', '2']) await cluster('etcd', folder, member)
    },
  },
  {
    name: 'kill -9 всего узла ведущего',
    gap: 30_000,
    cause: async (node) => signal(await processesOf(node), 'SIGKILL'),
    mend: (node) => cluster('patroni', folder, node),
  },
]

/** Returns the longest gap between two consecutive moments. */
function longestGap(moments: readonly number[]): number {
  const sorted = moments.toSorted((a, b) => a - b)
  return Math.max(...sorted.slice(1).map((at, before) => at - (sorted[before] ?? at)))
}

/** Waits until orders are accepted again; before that the length of the outage is unknown. */
async function untilTaken(): Promise<void> {
  const from = Date.now()
  await expect
    .poll(() => load.answers.some(({ status, at }) => status === 201 && at > from), { timeout: 60_000 })
    .toBe(true)
}
