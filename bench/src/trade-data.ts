import { hashPassword } from '@artikul/server/auth'
import type { Database } from '@artikul/server/db'

export const BENCH_PASSWORD = 'Bench-Password-1'

/** A block of the catalogue: groups of parts that stand in for each other, by size. 20 groups, 113 parts. */
const GROUP_SIZES = [...Array<number>(4).fill(1), ...Array<number>(8).fill(3), ...Array<number>(5).fill(6), 15, 15, 25]
export const BLOCK = GROUP_SIZES.reduce((sum, size) => sum + size, 0)
export const GROUPS_IN_BLOCK = GROUP_SIZES.length
/** First part of each group within a block: asking for it answers 4 offers a part of its group. */
export const GROUP_STARTS = GROUP_SIZES.map((_, group) =>
  GROUP_SIZES.slice(0, group).reduce((sum, size) => sum + size, 0),
)

/** Article of the n-th part, 0-based: ten characters that look like a number. */
export const articleOf = (n: number) =>
  `${String((n * 7919) % 1_000_000).padStart(6, '0')}${String.fromCharCode(65 + (n % 26))}${String(n).padStart(7, '0')}`

export interface TradeSize {
  products: number
  buyers: number
}

/** Parties: one seller, four warehouses, buyers who pay later, each with one point. */
async function insertParties({ sql }: Database, buyers: number) {
  const hash = await hashPassword(BENCH_PASSWORD)
  await sql.unsafe(`
    insert into sellers (name, full_name, inn, kpp, ogrn, address, tax_regime, director, invoice_prefix)
    values ('Продавец', 'Продавец', '7701234560', '770101001', '1257700001239', 'Москва', 'osno', 'Иванов И. И.', 'Б');
    insert into seller_accounts (seller_id, bank_name, bic, correspondent_account, account, is_default)
    values (1, 'ПАО СБЕРБАНК г. Москва', '044525225', '30101810400000000225', '40702810200000012345', true);
    insert into sources (name, kind, seller_id) select 'Источник ' || n, case when n = 1 then 'own' else 'partner' end, 1
    from generate_series(1, 4) n;
    insert into warehouses (source_id, name, shown_as, term_days, imported_at)
    select n, 'Склад ' || n, 'Склад ' || n, n, case when n > 1 then now() + interval '10 years' end from generate_series(1, 4) n;
    insert into price_groups (name, markup_hundredths) values ('Опт', 1850);
    insert into contractors (name, full_name, inn, ogrn, address, status, price_group_id)
    select 'Покупатель ' || n, 'Покупатель ' || n, lpad(n::text, 10, '7'), '', 'Москва', 'active', 1 from generate_series(1, ${buyers}) n;
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

/** Products with four offers each and crosses within their groups, made by the database itself. */
async function insertGoods({ sql }: Database, products: number) {
  const layout = GROUP_SIZES.flatMap((size, group) => Array<number>(size).fill(group)).join(',')
  await sql.unsafe(
    `
    insert into brands (name, key, slug) select 'БРЕНД ' || n, 'BRAND' || n, 'brand' || n from generate_series(0, 49) n;
    create unlogged table layout as
      select n, (n / ${BLOCK}) * ${GROUPS_IN_BLOCK} + (array[${layout}])[n % ${BLOCK} + 1] as part_group
      from generate_series(0, ${products - 1}) n;
    insert into products (brand_id, article, article_key, loose_key, code, name)
      select n % 50 + 1, key, key, key, 'brand' || n % 50 || '-' || lower(key), 'Колодки тормозные передние, комплект ' || n % 977
      from (select n, lpad(((n::bigint * 7919) % 1000000)::text, 6, '0') || chr(65 + n % 26) || lpad(n::text, 7, '0') as key
            from layout order by n) as made;
    insert into offers (product_id, warehouse_id, purchase_kop, on_hand, tracked, qty_text)
      select n + 1, warehouse, 10000 + (n * 37 + warehouse * 911) % 900000, 1000000, warehouse = 1, '1000000'
      from layout, generate_series(1, 4) warehouse order by n, warehouse;
    create index on layout (part_group);
    insert into crosses (product_id, other_id, kind)
      select one.n + 1, other.n + 1, 'analogue' from layout one join layout other using (part_group)
      where one.n <> other.n order by one.n, other.n;
    drop table layout;
  `,
  )
  await sql.unsafe('vacuum analyze')
}

/** A whole trade of the size: offers are four times the products. */
export async function fillTrade(database: Database, size: TradeSize) {
  await database.sql.unsafe('truncate sellers, brands, users, price_groups, sources restart identity cascade')
  await insertParties(database, size.buyers)
  await insertGoods(database, size.products)
}

/** Bearer header of the n-th buyer, 1-based. */
export async function signIn(origin: string, buyer: number): Promise<Record<string, string>> {
  const reply = await fetch(`${origin}/api/v1/token/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: `buyer${buyer}`, password: BENCH_PASSWORD }),
  })
  const { access_token } = (await reply.json()) as { access_token: string }
  return { authorization: `Bearer ${access_token}` }
}
