import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../server/src/platform/db/index.ts'
import { useTestApp } from '../../server/src/testing/test-app.ts'
import { reportFigure, reportMeasured } from '../../server/src/testing/figures.ts'
import { buildLoad, expectLedger, PER_SECOND, serverOn, type Load } from './support/order-load.factory.ts'

const RESTARTS = 5

const test_ = useTestApp()
const nodes = [3251, 3252].map((port) => serverOn(port, { DRAIN_SECONDS: '1', TRUST_PROXY: 'on' }))
let folder: string
let balancer: ChildProcess | undefined
let load: Load
/** Observer with a database name of its own. */
let judge: Database
let before: number

beforeAll(startNodes, 120_000)
afterAll(stopNodes)

test(
  `guarantee 28: ${RESTARTS} rolling restarts at 100 calls a second fail no call and leave no database connection`,
  { timeout: 240_000 },
  async () => {
    await load.plan()
    const reads: number[] = []
    const reading = setInterval(() => {
      void fetch(`${FRONT}/api/v1/news`).then(
        async (reply) => {
          await reply.arrayBuffer()
          reads.push(reply.status)
        },
        () => reads.push(0),
      )
    }, 1000 / READS_PER_SECOND)
    const finish = load.run()
    const exits: number[] = []
    for (let at = 0; at < RESTARTS; at += 1) {
      await delay(BETWEEN_MS)
      const node = nodes[at % nodes.length]
      exits.push((await node?.end()) ?? NaN)
      node?.start(test_.databaseUrl)
      await node?.untilReady()
      await delay(1000)
    }
    clearInterval(reading)
    await finish()
    const { orders } = await expectLedger(judge.db, load)
    expect(load.answers.filter(({ status }) => status !== 201)).toEqual([])
    expect(reads.filter((status) => status !== 200)).toEqual([])
    reportMeasured(28, { measured: 'slowest exit', value: Math.max(...exits), limit: MAX_EXIT_MS, unit: 'ms' })
    await Promise.all(nodes.map((node) => node.end()))
    expect(await connections(), 'sessions of the database').toBeLessThanOrEqual(before)
    reportFigure(
      28,
      `${RESTARTS} перезапусков узлов по очереди при ${PER_SECOND} заказах и ${READS_PER_SECOND} чтениях в секунду: заказов ${orders}, чтений ${reads.length}, сбоев 0; выход за ${(Math.max(...exits) / 1000).toFixed(1)} с в худшем случае, лишних соединений 0`,
    )
  },
)

async function stopNodes() {
  for (const node of nodes) await node.kill()
  await judge.close()
  if (balancer?.kill('SIGKILL')) await once(balancer, 'exit')
  await rm(folder, { recursive: true, force: true })
}

async function startNodes() {
  judge = openDatabase({ url: test_.databaseUrl, pool: 4, prepare: false, applicationName: 'judge' })
  await startBalancer()
  load = await buildLoad(test_.database.db, FRONT, RESTARTS * (BETWEEN_MS / 1000 + 8))
  before = await connections()
  for (const node of nodes) node.start(test_.databaseUrl)
  await Promise.all(nodes.map((node) => node.untilReady()))
  await delay(1000)
}

const BETWEEN_MS = 8000
/** Reads beside the orders, for a hundred calls a second in total. */
const READS_PER_SECOND = 100 - PER_SECOND
const MAX_EXIT_MS = 10_000
const FRONT = 'http://127.0.0.1:3250'
const CLUSTER = join(import.meta.dirname, '../../deploy/cluster')

const connections = async () => {
  const [row] = await judge.sql<{ count: number }[]>`
    select count(*) from pg_stat_activity where datname = current_database() and application_name = 'artikul'`
  return row?.count ?? 0
}

/** Starts the balancer of the recipe, in front of the portal alone and with the test's own ports. */
async function startBalancer() {
  folder = await mkdtemp(join(tmpdir(), 'artikul-balancer-'))
  const recipe = await readFile(join(CLUSTER, 'haproxy.cfg'), 'utf8')
  const ports = { 15080: 3250, 15081: 3251, 15082: 3252 }
  const [portal = ''] = recipe.split('listen pg_rw')
  const config = portal.replaceAll('@DIR@', folder).replace(/1508[012]/g, (port) => String(ports[port as '15080']))
  const page = await readFile(join(CLUSTER, '503.http'), 'utf8')
  await writeFile(join(folder, '503.http'), page.replaceAll('\n', '\r\n'))
  await writeFile(join(folder, 'haproxy.cfg'), config)
  balancer = spawn('haproxy', ['-f', join(folder, 'haproxy.cfg'), '-q'], { stdio: 'inherit' })
}
