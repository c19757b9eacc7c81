import { randomBytes } from 'node:crypto'
import { openDatabase, type Database } from '@artikul/server/db'
import { afterEach, describe, expect, inject, test } from 'vitest'
import type {} from '../../../server/src/testing/global-setup.ts'
import { reportOf } from './bulk-load.ts'
import { fillTrade } from './trade-data.ts'
import { withCheckDigit } from './trade-rows.ts'
import { askedProducts, tradeSize } from './trade-shape.ts'

const SIZE = tradeSize({ items: 3000, offers: 12_000, crosses: 6000, buyers: 1, partItems: 1000 })

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

const count = async ({ sql }: Database, query: string) =>
  Number((await sql.query<{ many: number }>(`select count(*) as many from ${query}`))[0]?.many)

describe('generated trade data', () => {
  test('has the requested row counts with the indexes and keys of the migrations', async () => {
    const database = await freshDatabase()
    const before = await definitions(database)
    await fillTrade(database, SIZE)
    expect(await count(database, 'products')).toBe(3000)
    expect(await count(database, 'offers')).toBe(12_000)
    expect(await count(database, 'cross_references')).toBe(6000)
    expect(await definitions(database)).toEqual(before)
    const { tables } = await reportOf(database.sql)
    expect(tables['cross_references']?.rows).toBe(6000)
  })

  test('is identical for one seed and different for another', async () => {
    const [one, same, another] = [await freshDatabase(), await freshDatabase(), await freshDatabase()]
    await fillTrade(one, SIZE)
    await fillTrade(same, SIZE)
    await fillTrade(another, { ...SIZE, seed: 2 })
    const expected = await checksums(one)
    expect(await checksums(same)).toEqual(expected)
    const others = await checksums(another)
    for (const table of ['products', 'offers', 'cross_references']) expect(others[table]).not.toBe(expected[table])
  })

  test('is identical after repeated interruptions', async () => {
    const [whole, stopped] = [await freshDatabase(), await freshDatabase()]
    await fillTrade(whole, SIZE)
    const stops = new Set<string>()
    // Aborts every part once, after its last row and before its commit, and every recreation of an index.
    const stopOnce = (what: string) => {
      if (stops.has(what)) return
      stops.add(what)
      throw new Error('stopped')
    }
    const watch = {
      log: (line: string) => {
        if (line.endsWith(' с')) stopOnce(line.split(':', 1)[0] ?? '')
      },
      beforeCommit: (table: string, part: number) => stopOnce(`${table} ${part}`),
    }
    const start = () =>
      fillTrade(stopped, SIZE, watch).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Error && error.message === 'stopped') return false
          throw error
        },
      )
    for (let left = 100; left > 0 && !(await start());) left -= 1
    expect([...stops].filter((what) => / \d$/.test(what))).toHaveLength(10)
    expect([...stops]).toEqual(
      expect.arrayContaining(['offers 2', 'cross_references 0', 'products_pkey', 'products_article_beginnings']),
    )
    expect(await checksums(stopped)).toEqual(await checksums(whole))
    expect(await definitions(stopped)).toEqual(await definitions(whole))
    await fillTrade(stopped, SIZE)
    expect(await checksums(stopped)).toEqual(await checksums(whole))
  })

  test('is rebuilt when another size is requested', async () => {
    const [one, direct] = [await freshDatabase(), await freshDatabase()]
    await fillTrade(one, { ...SIZE, seed: 2 })
    await fillTrade(one, SIZE)
    await fillTrade(direct, SIZE)
    expect(await checksums(one)).toEqual(await checksums(direct))
    expect(await definitions(one)).toEqual(await definitions(direct))
  })
})

test('generated trade data has the shape of real trade', async () => {
  const database = await freshDatabase()
  const size = tradeSize({ items: 40_000, partItems: 20_000 })
  await fillTrade(database, size)
  const { sql } = database

  const productIds = askedProducts(size, 2000)
  const answers = await sql<{ many: number }[]>`
    select count(offers.id) as many
    from unnest(${productIds}::integer[]) with ordinality as ask (id, n)
    cross join lateral (select ask.id union all select related_product_id from cross_references where product_id = ask.id) related
    left join offers on offers.product_id = related.id and on_hand > reserved
    group by n order by many`
  expect(answers[1000]?.many).toBeGreaterThanOrEqual(11)
  expect(answers[1000]?.many).toBeLessThanOrEqual(13)
  expect(answers[1800]?.many).toBeGreaterThanOrEqual(52)
  expect(answers[1800]?.many).toBeLessThanOrEqual(68)

  expect(
    await count(
      database,
      'cross_references one where not exists (select from cross_references where product_id = one.related_product_id and related_product_id = one.product_id)',
    ),
  ).toBe(0)
  expect(await count(database, `cross_references where kind = 'replaced_by'`)).toBeGreaterThan(300)
  const chains = await sql<{ length: number }[]>`
    with recursive chain (id, length) as (
      select product_id, 1 from cross_references where kind = 'replaces'
        and product_id not in (select product_id from cross_references where kind = 'replaced_by')
      union all
      select related_product_id, length + 1 from chain join cross_references on product_id = id and kind = 'replaces'
    ) select distinct length from chain order by length`
  expect(chains.map(({ length }) => length)).toEqual([1, 2, 3, 4])
  expect(await count(database, `products where loose_key <> article_key`)).toBeGreaterThan(400)
  expect(await count(database, `products where article <> article_key`)).toBeGreaterThan(20_000)
  expect(await count(database, `(select distinct brand_id from products) brands`)).toBeGreaterThan(250)
  expect(await count(database, `(select distinct kind from supply_routes) kinds`)).toBe(2)
  const barcodes = await sql<{ barcode: string }[]>`select barcode from products where barcode is not null`
  expect(barcodes.length / 40_000).toBeCloseTo(0.55, 1)
  for (const { barcode } of barcodes.slice(0, 1000)) expect(withCheckDigit(barcode.slice(0, 12))).toBe(barcode)
})

test('barcode gets a valid check digit', () => {
  expect(withCheckDigit('400638133393')).toBe('4006381333931')
})

async function freshDatabase(): Promise<Database> {
  const admin = openDatabase({ url: inject('databaseUrl'), pool: 1, prepare: false })
  const name = `test_${randomBytes(6).toString('hex')}`
  await admin.sql.query(`create database ${name} template ${inject('template')}`)
  const database = openDatabase({
    url: inject('databaseUrl').replace('/postgres?', `/${name}?`),
    pool: 2,
    prepare: false,
  })
  opened.push(async () => {
    await database.close()
    await admin.sql.query(`drop database ${name} with (force)`)
    await admin.close()
  })
  return database
}

async function checksums({ sql }: Database): Promise<Record<string, string>> {
  const rows = await sql.query<{ name: string; sum: string }>(
    ['brands', 'products', 'offers', 'cross_references']
      .map(
        (table) => `select '${table}' as name, count(*) || ' ' ||
        md5(string_agg(md5(one::text), '' order by one::text)) as sum from ${table} one`,
      )
      .join(' union all '),
  )
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

/** Indexes, constraints and triggers, as the database writes them. */
const definitions = ({ sql }: Database) =>
  sql<{ made: string }[]>`
    select indexdef as made from pg_indexes where schemaname = 'public'
    union all
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated
    from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    order by made`
