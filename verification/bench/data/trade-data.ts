import { hashPassword } from '@artikul/server/identity'
import type { Database, Sql, SqlPool } from '@artikul/server/db'
import { dropIndexes, loadPart, makeIndexes, noteTables, type Part, type Statements } from './bulk-load.ts'
import { DATA_VERSION } from './database.ts'
import { brandRows, COLUMNS, crossRows, isOwn, offerRows, productRows } from './trade-rows.ts'
import { blockOf, blocksOf, WAREHOUSES, type TradeSize } from './trade-shape.ts'

export const BENCH_PASSWORD = 'Bench-Password-1'

const LOADED = ['brands', 'products', 'offers', 'cross_references']

/**
 * Creates the parties: one seller, own and partner warehouses, contractors with deferred payment, each with one
 * consignee.
 */
async function insertParties(tx: Statements, buyers: number) {
  const hash = await hashPassword(BENCH_PASSWORD)
  const kinds = Array.from({ length: WAREHOUSES }, (_, n) => (isOwn(n + 1) ? 'own' : 'partner'))
  await tx.query(`
    insert into sellers (name, full_name, inn, kpp, ogrn, address, tax_regime, director, invoice_prefix)
    values ('Продавец', 'Продавец', '7701234560', '770101001', '1257700001239', 'Москва', 'osno', 'Иванов И. И.', 'Б');
    insert into seller_accounts (seller_id, bank_name, bic, correspondent_account, account, is_default)
    values (1, 'ПАО СБЕРБАНК г. Москва', '044525225', '30101810400000000225', '40702810200000012345', true);
    insert into supply_routes (name, kind, seller_id, markup_hundredths)
    select 'Источник ' || n, kinds[n], 1, case kinds[n] when 'own' then 0 else 300 + n * 25 end
    from (select array['${kinds.join("','")}'] as kinds) as known, generate_series(1, ${WAREHOUSES}) n;
    insert into warehouses (supply_route_id, name, shown_as, term_days, imported_at)
    select id, 'Склад ' || id, case kind when 'own' then 'Склад ' else 'Партнёр ' end || id, id % 9,
      case when kind <> 'own' then now() + interval '10 years' end from supply_routes order by id;
    insert into price_groups (name, markup_hundredths) values ('Опт', 1850);
    insert into contractors (name, full_name, inn, ogrn, address, status, price_group_id)
    select 'Покупатель ' || n, 'Покупатель ' || n, '77' || lpad(n::text, 8, '0'), '', 'Москва', 'active', 1 from generate_series(1, ${buyers}) n;
    insert into contracts (seller_id, contractor_id, number, signed_on, prepayment_percent, deferment_days, limit_kop, is_default)
    select 1, n, 'Д-' || n, '2026-01-12', 0, 30, 1000000000000, true from generate_series(1, ${buyers}) n;
    insert into consignees (contractor_id, name, address, is_default)
    select n, 'Точка ' || n, 'Москва', true from generate_series(1, ${buyers}) n;
    insert into users (login, email, full_name, password_hash, roles, current_contractor_id)
    select 'buyer' || n, 'buyer' || n || '@bench.test', 'Покупатель ' || n, '${hash}', array['CONTRACTOR_USER'], n
    from generate_series(1, ${buyers}) n;
    insert into user_contractors (user_id, contractor_id) select n, n from generate_series(1, ${buyers}) n;
  `)
}

/** Accepts the public offer, without which nothing can be ordered, also in databases filled earlier. */
export const acceptOffer = (sql: Sql, buyers: number) => sql`
  insert into consents (user_id, contractor_id, kind, version, text_hash, form, given_at, address, user_agent)
  select n, n, kind, version, hash, 'registration', published_at, '127.0.0.1', ''
  from generate_series(1, ${buyers}::integer) n,
    (select * from legal_texts where kind = 'offer' order by version desc limit 1) text
  where not exists (select from consents where contractor_id = n and consents.kind = 'offer')`

async function startAnew(sql: SqlPool, key: string, buyers: number) {
  await sql.begin(async (tx) => {
    await tx.query('truncate bench.trade, bench.parts, bench.built')
    await tx.query('truncate sellers, brands, users, price_groups, supply_routes, offers restart identity cascade')
    await insertParties(tx, buyers)
    await dropIndexes(tx, LOADED)
    await tx.query('insert into bench.trade (key) values ($1)', [key])
  })
}

function* partsOf(size: TradeSize): Generator<Part> {
  yield { table: 'brands', columns: COLUMNS.brands, part: 0, rows: brandRows }
  const tables = { products: productRows, offers: offerRows, cross_references: crossRows }
  for (const [table, rowsOf] of Object.entries(tables))
    for (let part = 0; part < blocksOf(size); part += 1)
      yield {
        table,
        columns: COLUMNS[table as keyof typeof tables],
        part,
        rows: () => rowsOf(size, blockOf(size, part)),
      }
}

export interface Watch {
  log?: (line: string) => void
  /** called when a part is copied and not committed yet; an exception stops the load */
  beforeCommit?: (table: string, part: number) => void
}

/**
 * Fills the database with a complete trade of the size, deterministic by seed. Resumes an interrupted run and does
 * nothing once complete; concurrent calls wait for each other.
 */
export async function fillTrade({ long }: Database, size: TradeSize, watch: Watch = {}): Promise<void> {
  await long.withConnection(async (alone) => {
    try {
      await alone`select pg_advisory_lock(hashtext('bench.trade'))`
      await loadTrade(long, size, watch)
    } finally {
      await alone`select pg_advisory_unlock_all()`
    }
  })
}

async function loadTrade(sql: SqlPool, size: TradeSize, watch: Watch) {
  const log = watch.log ?? (() => undefined)
  const key = JSON.stringify({ version: DATA_VERSION, ...size })
  await noteTables(sql)
  const known = await sql<{ key: string; finished_at: Date | null }[]>`select key, finished_at from bench.trade`
  if (known[0]?.key !== key) await startAnew(sql, key, size.buyers)
  else if (known[0].finished_at) return
  for (const part of partsOf(size)) {
    await loadPart(sql, part, watch.beforeCommit ?? (() => undefined))
    log(`${part.table}: часть ${part.part + 1}`)
  }
  await makeIndexes(sql, log)
  for (const table of ['brands', 'products', 'offers'])
    await sql.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select coalesce(max(id), 1) from ${table}))`,
    )
  const started = performance.now()
  await sql.query('vacuum analyze')
  const seconds = (performance.now() - started) / 1000
  await sql`insert into bench.built values ('vacuum analyze', ${seconds}) on conflict (name) do update set seconds = ${seconds}`
  await sql`update bench.trade set finished_at = now()`
}

/** Signs in the n-th buyer (1-based) and returns its bearer header. */
export async function signIn(origin: string, buyer: number): Promise<Record<string, string>> {
  const reply = await fetch(`${origin}/api/v1/token/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: `buyer${buyer}`, password: BENCH_PASSWORD }),
  })
  const { access_token } = (await reply.json()) as { access_token: string }
  return { authorization: `Bearer ${access_token}` }
}
