import { setTimeout } from 'node:timers/promises'
import type { Sql } from '@artikul/server/db'
import { fire, type Load, type Shot } from './measure/load.ts'
import type { Result } from './run.ts'
import { startProcess } from './measure/server-process.ts'
import { openTrade, sizeOfArguments } from './data/trade.ts'
import { signIn } from './data/trade-data.ts'
import { askedProducts, strideOver, type TradeSize } from './data/trade-shape.ts'

const ITEMS = 1_000_000
const QUERIES = 4000
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8)
const FEW = 50
const MANY = 50_000
/** A server checks for changed rules at most once a second. */
const NOTICED_MS = 2000

async function shotsOf(sql: Sql, size: TradeSize, headers: Record<string, string>): Promise<Shot[]> {
  const ids = askedProducts(size, QUERIES)
  const rows = await sql<{ id: number; article: string }[]>`
    select id, article from products where id = any(${[...new Set(ids)]})`
  const articles = new Map(rows.map(({ id, article }) => [id, article]))
  const stride = strideOver(ids.length)
  return ids.map((_, n) => {
    const article = articles.get(ids[(n * stride) % ids.length] ?? 0) ?? ''
    return { method: 'GET', path: `/api/v1/search?q=${encodeURIComponent(article)}`, headers }
  })
}

/** Creates inventory groups three levels deep; without them no condition for a group would ever apply. */
async function putIntoGroups(sql: Sql) {
  const [known] = await sql<{ count: number }[]>`select count(*) as count from inventory_groups`
  if ((known?.count ?? 0) > 0) return
  await sql`insert into inventory_groups (name) select 'Группа ' || n from generate_series(1, 20) n`
  await sql`insert into inventory_groups (parent_id, name) select id, 'Подгруппа' from inventory_groups`
  await sql`
    insert into inventory_groups (parent_id, name) select id, 'Вид' from inventory_groups where parent_id is not null`
  await sql`update products set group_id = 41 + id % 20 where id <= 200000`
}

/**
 * Creates conditions of every kind: for a company, a price group, everybody; for a product, a brand, an inventory
 * group, a supply route.
 */
async function setConditions(sql: Sql, size: TradeSize, count: number) {
  await sql`delete from price_conditions`
  await sql`
    insert into price_conditions (contractor_id, price_group_id, product_id, brand_id, inventory_group_id, supply_route_id,
      qty_from, effect, percent_hundredths, valid_from, actor_id, subject_id)
    select case n % 3 when 0 then company.id end, case n % 3 when 1 then price_group.id end,
      case n % 2 when 0 then 1 + n * 37 % ${size.items} end,
      case when n % 2 = 1 and n % 5 < 3 then brand.id end,
      case when n % 2 = 1 and n % 5 > 1 then 1 + n % 60 end,
      case when n % 7 = 1 then source.id end,
      case when n % 4 = 0 then 10 else 0 end, 'discount', n % 900, '2026-01-01', author.id, author.id
    from generate_series(1, ${count}::integer) n,
      lateral (select id from contractors order by id offset n % (select count(*) from contractors) limit 1) company,
      lateral (select id from price_groups order by id offset n % (select count(*) from price_groups) limit 1) price_group,
      lateral (select id from brands order by id offset n % 500 limit 1) brand,
      lateral (select id from supply_routes order by id offset n % (select count(*) from supply_routes) limit 1) source,
      (select min(id) as id from users) author`
}

interface Measured {
  single: Load
  parallel: Load
}

/** Measures the search of a client with few and with many price conditions, alternating twice. */
export async function run(args: string[]): Promise<Result> {
  const size = sizeOfArguments(args, ITEMS)
  const bench = await openTrade(size, { log: (line) => console.error(line) })
  const { sql } = bench.database
  const env = { DATABASE_URL: bench.url, AUTH_SECRET: 'a secret of the benchmark, long enough', DEMO_DATA: 'off' }
  const server = await startProcess('server/src/start.ts', { port: 3903, ready: '/health/ready', env })
  try {
    await putIntoGroups(sql)
    const shots = await shotsOf(sql, size, await signIn(server.origin, 1))
    let place = 0
    const next = () => shots[place++ % shots.length]
    const measure = async (count: number): Promise<Measured> => {
      await setConditions(sql, size, count)
      await setTimeout(NOTICED_MS)
      await fire(server.origin, 1, 2, next)
      return {
        single: await fire(server.origin, 1, SECONDS, next),
        parallel: await fire(server.origin, 16, SECONDS, next),
      }
    }
    const few = await measure(FEW)
    const many = await measure(MANY)
    const fewAgain = await measure(FEW)
    const manyAgain = await measure(MANY)
    await setConditions(sql, size, 0)
    const p50 = (rounds: Measured[], of: keyof Measured) =>
      rounds.reduce((sum, round) => sum + round[of].p50, 0) / rounds.length
    const ratio = (of: keyof Measured) =>
      Math.round((p50([many, manyAgain], of) / p50([few, fewAgain], of)) * 100) / 100
    return {
      name: 'conditions',
      figure: p50([many, manyAgain], 'parallel'),
      unit: `ms of a search at 16 connections with ${MANY} conditions`,
      baseline: p50([few, fewAgain], 'parallel'),
      ratio: ratio('parallel'),
      ratio_one_connection: ratio('single'),
      few: [few, fewAgain],
      many: [many, manyAgain],
    }
  } finally {
    await server.stop()
    await bench.close()
  }
}
