import { setTimeout } from 'node:timers/promises'
import type { Sql } from '@artikul/server/db'
import { atRest } from './measure/at-rest.ts'
import { peakMb } from './measure/process-memory.ts'
import type { Result } from './run.ts'
import { startProcess } from './measure/server-process.ts'
import { openTrade, sizeOfArguments } from './data/trade.ts'

const ITEMS = 1_000_000
const GROUPS = 40
/** One third each by brands, article masks and name words. */
const RULES = 210
const OTHER_SEED = ['--seed', '2']
/** The baseline is measured on one product in every so many. */
const SAMPLE = 10

const secondsSince = (started: number) => (performance.now() - started) / 1000

async function makeGroups(sql: Sql) {
  await sql`
    insert into inventory_groups (name) select 'Группа ' || n from generate_series(1, ${GROUPS}::integer) n
    where not exists (select from inventory_groups)`
}

/** Replaces the rules by ones that assign other groups than those of the previous run. */
async function changeRules(sql: Sql) {
  const [before] = await sql<{ moved: number }[]>`select group_id as moved from inventory_group_rules where place = 1`
  await sql`truncate inventory_group_rules`
  await sql`
    insert into inventory_group_rules (group_id, place, brand_id, article_mask, words)
    select target.id, n, case when n % 3 = 0 then brand.id end,
      case when n % 3 = 1 then chr(65 + n / 3 % 26) || (n % 10)::text || '*' else '' end,
      case when n % 3 = 2 then word.word else '' end
    from generate_series(1, ${RULES}::integer) n,
      lateral (select id from inventory_groups order by id offset (n + ${before?.moved ?? 0}) % ${GROUPS} limit 1) target,
      lateral (select id from brands order by id offset n / 3 limit 1) brand,
      lateral (select word from name_words order by times desc, word offset n / 3 limit 1) word`
  await sql`update inventory_group_work set asked = asked + 1`
}

async function untilGrouped(sql: Sql): Promise<void> {
  for (;;) {
    const [left] = await sql`select from inventory_group_work where done <> asked`
    if (!left) return
    await setTimeout(500)
  }
}

/** Baseline: products per second moved by one statement without rules. */
async function bareUpdate(sql: Sql): Promise<number> {
  const started = performance.now()
  const count = await sql.count`
    update products set group_id = case when group_id = last.id then first.id else last.id end
    from (select max(id) as id from inventory_groups) last, (select min(id) as id from inventory_groups) first
    where products.id % ${SAMPLE} = 0`
  return count / secondsSince(started)
}

/** Measures the regrouping of every product after a change of rules. */
export async function run(args: string[]): Promise<Result> {
  const size = sizeOfArguments([...OTHER_SEED, ...args], ITEMS)
  const bench = await openTrade(size, { log: (line) => console.error(line) })
  const { sql } = bench.database
  const env = { DATABASE_URL: bench.url, AUTH_SECRET: 'a secret of the benchmark, long enough', DEMO_DATA: 'off' }
  const start = () => startProcess('server/src/start.ts', { port: 3907, ready: '/health/ready', env })
  await makeGroups(sql)
  const first = await start()
  await atRest(sql)
  await first.stop()
  const baseline = Math.round(await bareUpdate(sql))
  await sql`vacuum analyze products`
  await changeRules(sql)
  const started = performance.now()
  const server = await start()
  try {
    await untilGrouped(sql)
    const seconds = secondsSince(started)
    const [work] = await sql<{ moved: number; ungrouped_count: number }[]>`select * from inventory_group_work`
    const figure = Math.round(size.items / seconds)
    return {
      name: 'regroup',
      figure,
      unit: 'products per second put into their groups anew',
      baseline,
      ratio: Math.round((figure / baseline) * 100) / 100,
      items: size.items,
      rules: RULES,
      seconds: Math.round(seconds),
      moved: work?.moved,
      ungrouped: work?.ungrouped_count,
      peak_mb: await peakMb(server.pid),
    }
  } finally {
    await server.stop()
    await bench.close()
  }
}
