import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cart } from '@artikul/contract/ordering/cart'
import type { ConditionFields } from '@artikul/contract/pricing/price-condition'
import type { PriceExportItem } from '@artikul/contract/ordering/price-exports'
import type { SearchReply } from '@artikul/contract/ordering/search'
import { afterAll, expect, test } from 'vitest'
import { loginAs, runJob, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { conditionFields } from './price-conditions.factory.ts'

const COMPANIES = 4
const PRODUCTS = 30
const CONDITIONS = 80

const dataDir = await mkdtemp(join(tmpdir(), 'artikul-one-price-'))
const test_ = useTestApp({ DATA_DIR: dataDir })
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const random = createRandom(6)

test('120 company and product pairs have one price in search, cart, order and price list', async () => {
  const { db } = test_.database
  const goods = await buildGoods()
  const buyers: Buyer[] = []
  for (let at = 0; at < COMPANIES; at += 1) buyers.push(await buildBuyer(goods, at))
  const columns = (await db.selectFrom('price_groups').select('id').execute()).map(({ id }) => id)
  const manager = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' }))
  const companies = buyers.map(({ id }) => id)
  for (let at = 0; at < CONDITIONS; at += 1) {
    const payload = anyCondition(goods, companies, columns)
    const reply = await send(test_, { method: 'POST', url: '/api/v1/price-conditions', headers: manager, payload })
    expect(reply.status).toBe(201)
  }

  let pairs = 0
  const met = new Set<number>()
  for (const buyer of buyers) {
    const inFile = await pricesInFile(buyer)
    const found = new Map<string, number>()
    for (const { article, offerId } of goods.products) {
      const { groups } = await get<SearchReply>(buyer, `/api/v1/search?q=${article}`)
      const price = groups[0]?.offers[0]?.price_kop ?? expect.fail(`${article} has no price`)
      found.set(article, price)
      await post(buyer, '/api/v1/cart/lines', { offer_id: offerId, qty: 1 })
    }
    const cart = await get<Cart>(buyer, '/api/v1/cart')
    const inCart = new Map(cart.lines.map(({ product, offer }) => [product.article, offer?.price_kop]))
    const preview = await get<{ lines: object[] }>(buyer, '/api/v1/orders/preview')
    const placed = await post<{ orders: object[] }>(buyer, '/api/v1/orders', { lines: preview.lines })
    expect(placed.orders.length).toBeGreaterThan(0)
    const ordered = await db
      .selectFrom('order_lines')
      .innerJoin('products', 'products.id', 'order_lines.product_id')
      .select(['products.article', 'order_lines.price_kop'])
      .where('order_lines.contractor_id', '=', buyer.id)
      .execute()
    const inOrder = new Map(ordered.map((line) => [line.article, line.price_kop]))
    for (const [article, price] of found) {
      expect([article, inCart.get(article), inOrder.get(article), inFile.get(article)]).toEqual([
        article,
        price,
        price,
        price,
      ])
      pairs += 1
      met.add(price)
    }
  }
  expect(pairs).toBe(COMPANIES * PRODUCTS)
  // The rules make a difference: the companies see different prices.
  expect(met.size).toBeGreaterThan(40)
}, 120_000)

/** Deterministic pseudo-random numbers (mulberry32). */
function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    below: (most: number) => Math.floor(next() * most),
    pick: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)]!,
    chance: (share: number) => next() < share,
  }
}

/**
 * Creates two sellers with different taxes, five sources with every kind of VAT, a tree of groups, products of ten
 * brands.
 */
async function buildGoods() {
  const { db } = test_.database
  const sellers = [await buildSeller(db), await buildSeller(db, { tax_regime: 'usn_5' })]
  const group = (parent_id: number | null, overrides: object) =>
    db
      .insertInto('inventory_groups')
      .values({ parent_id, name: `Группа ${parent_id ?? 'верхняя'}`, ...overrides })
      .returning('id')
      .executeTakeFirstOrThrow()
  const top = await group(null, { markup_hundredths: 350, min_markup_hundredths: 200 })
  const groups = [null, top.id, (await group(top.id, {})).id, (await group(null, { name: 'Другая' })).id]
  const warehouses = []
  for (const [at, vat_mode] of ['included', 'on_top', 'none', 'included', 'none'].entries())
    warehouses.push(
      await buildWarehouse(db, sellers[at % 2]?.id ?? 0, { source: { vat_mode, markup_hundredths: at * 130 } }),
    )
  const products = []
  for (let at = 0; at < PRODUCTS; at += 1) {
    const product = await buildProduct(db, { brand: `БРЕНД ${at % 10}`, article: `ONE-${at}` })
    const warehouse = random.pick(warehouses)
    const offer = await buildOffer(db, product.id, warehouse.id, {
      purchase_kop: 100 + random.below(1_000_000),
      on_hand: 1_000_000,
    })
    await db
      .updateTable('products')
      .set({ group_id: random.pick(groups) })
      .where('id', '=', product.id)
      .execute()
    products.push({ ...product, offerId: offer.id })
  }
  const sources = await db.selectFrom('supply_routes').select('id').execute()
  return { sellers, products, groups, sources: sources.map(({ id }) => id) }
}

type Goods = Awaited<ReturnType<typeof buildGoods>>

async function buildBuyer({ sellers }: Goods, at: number) {
  const { db } = test_.database
  const company = await buildContractor(db, { sellerIds: sellers.map(({ id }) => id), markup: 500 + at * 170 })
  await buildConsignee(db, company.id, { is_default: true })
  const user = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] })
  return { ...company, headers: await loginAs(test_, user) }
}

function anyCondition({ products, groups, sources }: Goods, companies: number[], columns: number[]): ConditionFields {
  const forProduct = random.chance(0.3)
  const maybe = <T>(values: readonly T[], share: number) => (random.chance(share) ? random.pick(values) : null)
  const contractor_id = maybe(companies, 0.4)
  return conditionFields({
    contractor_id,
    price_group_id: contractor_id === null ? maybe(columns, 0.5) : null,
    product_id: forProduct ? random.pick(products).id : null,
    brand_id: forProduct ? null : (maybe(products, 0.7)?.brandId ?? null),
    inventory_group_id: forProduct ? null : maybe(groups, 0.4),
    supply_route_id: maybe(sources, 0.2),
    purchase_from_kop: random.chance(0.2) ? 1 + random.below(500_000) : null,
    qty_from: random.pick([0, 0, 0, 5, 20]),
    effect: forProduct
      ? { kind: 'fixed', price_kop: 1 + random.below(900_000) }
      : random.pick([
          { kind: 'markup', hundredths: random.below(3_000) },
          { kind: 'discount', hundredths: random.below(2_000) },
          { kind: 'column', price_group_id: random.pick(columns) },
        ] as const),
  })
}

type Buyer = Awaited<ReturnType<typeof buildBuyer>>

const get = async <T>({ headers }: Buyer, url: string) => (await send<T>(test_, { url, headers })).json

const post = async <T>({ headers }: Buyer, url: string, payload: object) =>
  (
    await send<T>(test_, {
      method: 'POST',
      url,
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
      payload,
    })
  ).json

/** Reads the prices of one piece by article from the generated price file. */
async function pricesInFile(buyer: Buyer): Promise<Map<string, number>> {
  const fields = { format: 'csv', brand_ids: [], in_stock: true, consignee_id: null }
  const { id } = await post<{ id: number }>(buyer, '/api/v1/price-exports', fields)
  const find = async () =>
    (await get<{ results: PriceExportItem[] }>(buyer, '/api/v1/price-exports')).results.find((file) => file.id === id)
  await runJob(test_.app, 'price_exports')
  expect((await find())?.state).toBe('ready')
  const { path } = await get<{ path: string }>(buyer, `/api/v1/price-exports/${id}/link`)
  const { body } = await test_.app.inject({ url: path })
  const [header = '', ...lines] = body.slice(1).trimEnd().split('\r\n')
  const [article, price] = ['Артикул', 'Цена с НДС, ₽'].map((title) => header.split(';').indexOf(title))
  return new Map(
    lines.map((line) => {
      const cells = line.split(';')
      return [cells[article ?? -1] ?? '', Math.round(Number(cells[price ?? -1]?.replace(',', '.')) * 100)]
    }),
  )
}
