import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from '@artikul/server/db'
import { Pool } from 'undici'
import {
  createKeyLogin,
  createKeySecret,
  md5Of,
  tokenOf,
} from '../../server/src/modules/integrations/partner-api/key-secrets.ts'
import { keyHasher } from '../../server/src/modules/integrations/index.ts'
import { openTrade, sizeOfArguments } from './data/trade.ts'
import { signIn } from './data/trade-data.ts'
import { askedProducts } from './data/trade-shape.ts'
import { atRest, warm } from './measure/at-rest.ts'
import { startProcess } from './measure/server-process.ts'
import type { Result } from './run.ts'

const PAIRS = 10
const KEYS = 500
/** Calls that a key may make in a minute; it tries a quarter more. */
const CALLS_PER_MINUTE = 60
const ATTEMPTS_PER_SECOND = (KEYS * CALLS_PER_MINUTE * 1.25) / 60
const PEOPLE_PER_SECOND = 50
const BUYERS = 8
const ITEMS = 100_000
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10)
const TICK_MS = 20
const SECRET = 'a secret of the benchmark, long enough'

const round = (value: number) => Math.round(value * 100) / 100
const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

async function insertKeys(sql: Sql): Promise<string[]> {
  const hasher = keyHasher(SECRET, undefined)
  const keys = Array.from({ length: KEYS }, () => ({ login: createKeyLogin(), secret: createKeySecret() }))
  await sql`delete from api_key_days`
  await sql`delete from api_keys`
  await sql`
    insert into api_keys (contractor_id, user_id, name, login, secret_hash, scopes, calls_per_minute, calls_per_day,
      actor_id, subject_id, created_at)
    select 1 + place % ${BUYERS}, 1 + place % ${BUYERS}, login, login, hash, '{search}', ${CALLS_PER_MINUTE}, 100000,
      1 + place % ${BUYERS}, 1 + place % ${BUYERS}, now()
    from unnest(${keys.map(({ login }) => login)}::text[],
      ${keys.map(({ secret }) => hasher.hash(md5Of(secret)))}::text[]) with ordinality as made (login, hash, place)`
  return keys.map(({ login, secret }) => tokenOf(login, secret))
}

interface Call {
  path: string
  headers: Record<string, string>
}

/** Sends calls at a steady rate, whether or not the earlier ones are answered, and counts the answers by status. */
async function sendSteadily(pool: Pool, perSecond: number, next: () => Call) {
  const times: number[] = []
  const statuses = new Map<number, number>()
  const sent: Promise<void>[] = []
  const send = async ({ path, headers }: Call) => {
    const started = performance.now()
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
    await body.dump()
    times.push(performance.now() - started)
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
  }
  const started = performance.now()
  for (let count = 0; performance.now() - started < SECONDS * 1000;) {
    const due = Math.floor(((performance.now() - started) * perSecond) / 1000)
    for (; count < due; count += 1) sent.push(send(next()))
    await delay(TICK_MS)
  }
  await Promise.all(sent)
  times.sort((a, b) => a - b)
  return { p99: times[Math.floor(times.length * 0.99)] ?? 0, statuses }
}

/** Searches of people alone and beside 500 keys that call above their limits: p99 of people in ten pairs. */
export async function run(args: string[]): Promise<Result> {
  const size = sizeOfArguments(args, ITEMS)
  const bench = await openTrade(size, { log: (line) => console.error(line) })
  const { sql } = bench.database
  const tokens = await insertKeys(sql)
  const env = { DATABASE_URL: bench.url, AUTH_SECRET: SECRET, DEMO_DATA: 'off' }
  const server = await startProcess('server/src/start.ts', { port: 3903, ready: '/health/ready', env })
  const [people, programs] = [64, 128].map((connections) => new Pool(server.origin, { connections })) as [Pool, Pool]
  try {
    const rows = await sql<{ article: string }[]>`
      select article from products where id = any(${askedProducts(size, 5000)})`
    const buyers = await Promise.all(Array.from({ length: BUYERS }, (_, n) => signIn(server.origin, n + 1)))
    await atRest(sql)
    await warm(sql)
    let place = 0
    const article = () => encodeURIComponent(rows[(place += 7) % rows.length]?.article ?? '')
    const ofPerson = (): Call => ({ path: `/api/v1/search?q=${article()}`, headers: buyers[place % BUYERS] ?? {} })
    const ofProgram = (): Call => ({
      path: `/api/partner/v1/search?article=${article()}`,
      headers: { authorization: `Bearer ${tokens[place % KEYS]}` },
    })
    const besideKeys = async () => {
      const [search, keys] = await Promise.all([
        sendSteadily(people, PEOPLE_PER_SECOND, ofPerson),
        sendSteadily(programs, ATTEMPTS_PER_SECOND, ofProgram),
      ])
      return { p99: search.p99, keys: Object.fromEntries(keys.statuses) }
    }
    await besideKeys()
    const pairs: { alone: number; beside: number; keys: object }[] = []
    for (let n = 0; n < PAIRS; n += 1) {
      const first = n % 2 === 0 ? await sendSteadily(people, PEOPLE_PER_SECOND, ofPerson) : undefined
      const { p99, keys } = await besideKeys()
      const alone = first ?? (await sendSteadily(people, PEOPLE_PER_SECOND, ofPerson))
      pairs.push({ alone: round(alone.p99), beside: round(p99), keys })
      console.error(n + 1, pairs[n])
    }
    const [alone, beside] = [medianOf(pairs.map((pair) => pair.alone)), medianOf(pairs.map((pair) => pair.beside))]
    return {
      ...{ name: 'api-keys', figure: beside, unit: 'ms, p99 of people’s searches beside 500 keys, median of ten' },
      ...{ baseline: alone, ratio: round(beside / alone), worst: Math.max(...pairs.map((pair) => pair.beside)), pairs },
    }
  } finally {
    await Promise.all([people.close(), programs.close()])
    await server.stop()
    await bench.close()
  }
}
