import { request, type ClientRequest } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Database, Sql } from '@artikul/server/db'
import { benchDatabase } from './data/database.ts'
import type { Result } from './run.ts'
import { startProcess, type ServerProcess } from './measure/server-process.ts'
import { fillTrade, signIn } from './data/trade-data.ts'
import { tradeSize } from './data/trade-shape.ts'

const BUYERS = 250
/** Two streams per buyer and server, one thousand in total. */
const STREAMS_OF_BUYER = 4
const PORTS = [3906, 3907] as const
const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 300)
const EVERY_MS = 20
/** One event in every so many belongs to the company of half of the streams. */
const WIDE_EVERY = 10
/** Events that arrive later count as lost. */
const PATIENCE_MS = 15_000
const KILL_AT = Math.floor(EVENTS * 0.6)

/** Fills the database so that half of the buyers work for one company, whose events reach five hundred streams. */
async function fill(database: Database) {
  await fillTrade(database, tradeSize({ items: 1130, buyers: BUYERS }))
  await database.sql.begin(async (tx) => {
    await tx`update user_contractors set contractor_id = 1 where user_id <= ${BUYERS / 2}`
    await tx`update users set current_contractor_id = 1 where id <= ${BUYERS / 2}`
  })
}

interface Listener {
  company: number
  /** Number of each event and its arrival time. */
  came: Map<number, number>
  repeated: number
  leave: () => void
}

/** Opens a stream that resumes from its last number on the other server when its own is gone. */
function listenToServer(
  servers: readonly ServerProcess[],
  at: number,
  headers: Record<string, string>,
  company: number,
): Listener {
  let isLeft = false
  let server = at
  let last: string | undefined
  let current: ClientRequest | undefined
  const listener: Listener = {
    company,
    came: new Map(),
    repeated: 0,
    leave: () => {
      isLeft = true
      current?.destroy()
    },
  }
  const hear = (frame: string) => {
    const [, id] = /^id: (\d+)$/m.exec(frame) ?? []
    const [, about] = /"about_id":(\d+)/.exec(frame) ?? []
    last = id ?? last
    if (about === undefined) return
    if (listener.came.has(Number(about))) listener.repeated += 1
    else listener.came.set(Number(about), performance.now())
  }
  const again = () => {
    if (isLeft) return
    server = (server + 1) % servers.length
    void setTimeout(100 + Math.random() * 400).then(open)
  }
  const open = () => {
    let text = ''
    const url = `${servers[server]?.origin ?? ''}/api/v1/events`
    current = request(
      url,
      { agent: false, headers: { ...headers, ...(last && { 'last-event-id': last }) } },
      (reply) => {
        reply.setEncoding('utf8')
        reply.on('data', (bytes: string) => {
          text += bytes
          const frames = text.split('\n\n')
          text = frames.pop() ?? ''
          for (const frame of frames) hear(frame)
        })
        reply.once('close', again)
      },
    )
    // The connection is refused at once when its server is gone.
    current.once('error', (error) => 'code' in error && error.code === 'ECONNREFUSED' && again())
    current.end()
  }
  open()
  return listener
}

async function publish(sql: Sql, about: number, company: number): Promise<number> {
  const started = performance.now()
  await sql`
    insert into events (contractor_id, kind, about, about_id, notifies_client, notifies_staff, created_at)
    values (${company}, 'order.changed', 'order', ${about}, false, false, now())`
  return started
}

const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN
const rounded = (ms: number) => Math.round(ms * 10) / 10

async function openAll(servers: readonly ServerProcess[]) {
  const listeners: Listener[] = []
  for (let buyer = 1; buyer <= BUYERS; buyer += 1) {
    const headers = await signIn(servers[buyer % 2]?.origin ?? '', buyer)
    const company = buyer <= BUYERS / 2 ? 1 : buyer
    for (let n = 0; n < STREAMS_OF_BUYER; n += 1) listeners.push(listenToServer(servers, n % 2, headers, company))
  }
  await setTimeout(2000)
  return listeners
}

type Told = Map<number, { started: number; company: number }>

/** Baseline client that is notified and reads one row, the minimum of any server. */
function listenBarely({ sql, listen }: Database) {
  const came = new Map<number, number>()
  let lastId = 0
  const onWake = () => {
    void sql<{ about_id: number }[]>`
      select about_id from events where about_id > ${lastId} order by about_id`.then((rows) => {
      for (const { about_id: id } of rows) if (!came.has(id)) came.set(id, performance.now())
      lastId = Math.max(lastId, ...rows.map(({ about_id: id }) => id))
    })
  }
  const listener = listen('events', { onWake })
  listener.start()
  return { came, leave: () => listener.stop() }
}

/** Publishes events one after another and kills one server in the middle. */
async function tellAll(sql: Sql, killed: ServerProcess | undefined): Promise<Told> {
  const published: Told = new Map()
  for (let about = 1; about <= EVENTS; about += 1) {
    const company = about % WIDE_EVERY === 0 ? 1 : BUYERS / 2 + 1 + (about % (BUYERS / 2))
    published.set(about, { started: await publish(sql, about, company), company })
    if (about === KILL_AT && killed) process.kill(killed.pid, 'SIGKILL')
    await setTimeout(EVERY_MS)
  }
  return published
}

export async function run(): Promise<Result> {
  const bench = await benchDatabase('live', fill)
  const { sql } = bench.database
  await sql`truncate events cascade`
  const env = { DATABASE_URL: bench.url, NODE_ENV: 'development', DEMO_DATA: 'off', LOG_LEVEL: 'error' }
  const servers: ServerProcess[] = []
  try {
    for (const port of PORTS)
      servers.push(await startProcess('server/src/start.ts', { port, ready: '/health/ready', env }))
    return await measure(bench.database, servers)
  } finally {
    await servers[0]?.stop()
    await bench.close()
  }
}

async function measure(database: Database, servers: readonly ServerProcess[]): Promise<Result> {
  const listeners = await openAll(servers)
  const bare = listenBarely(database)
  const published = await tellAll(database.sql, servers[1])
  const expected = (listener: Listener) => [...published].filter(([, { company }]) => company === listener.company)
  const missing = () =>
    listeners.reduce((sum, one) => sum + expected(one).filter(([about]) => !one.came.has(about)).length, 0)
  for (const end = performance.now() + PATIENCE_MS; missing() > 0 && performance.now() < end;) await setTimeout(200)
  // Only until the kill: returning streams would count how long they were away.
  const delays = listeners.flatMap((one) =>
    expected(one).flatMap(([about, { started }]) =>
      about < KILL_AT - 5 && one.came.has(about) ? [(one.came.get(about) ?? 0) - started] : [],
    ),
  )
  const bareDelays = [...bare.came].flatMap(([about, came]) =>
    about < KILL_AT - 5 ? [came - (published.get(about)?.started ?? 0)] : [],
  )
  const figure = at(delays, 0.95)
  const baseline = at(bareDelays, 0.95)
  for (const one of listeners) one.leave()
  await bare.leave()
  return {
    name: 'live',
    figure: rounded(figure),
    unit: 'ms from the act to the stream, p95',
    baseline: rounded(baseline),
    ratio: rounded(figure / baseline),
    p50: rounded(at(delays, 0.5)),
    barely_p50: rounded(at(bareDelays, 0.5)),
    streams: listeners.length,
    delivered: listeners.reduce((sum, one) => sum + one.came.size, 0),
    missed_after_the_kill: missing(),
    repeated: listeners.reduce((sum, one) => sum + one.repeated, 0),
  }
}
