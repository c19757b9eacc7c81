import { buildNode, oneCGood } from '../../integrations/one-c/one-c.factory.ts'
import type { MergePreview } from '@artikul/contract/catalog/brands'
import { beforeAll, describe, expect, test } from 'vitest'
import { useParties } from '../../../testing/parties.factory.ts'
import { untilWaiting } from '../../../testing/locks.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildList, chooseForList } from '../../ordering/bulk-orders/bulk-orders.factory.ts'
import { buildPriceExport } from '../../ordering/price-exports/price-exports.factory.ts'
import { buildAnswer, buildRequest, rowOf } from '../../ordering/quote-requests/quote-requests.factory.ts'
import { buildCertificate, buildPhoto } from '../product-content/product-content.factory.ts'
import { buildProductAlert } from '../../ordering/product-alerts/product-alerts.factory.ts'
import { MODULES } from '../../../modules.ts'
import { BRAND_LISTS } from '../../ordering/price-exports/price-exports.queries.ts'

const modules = await Promise.all(Object.values(MODULES).map(async ({ load }) => (await load()).module))
const goods = modules.flatMap((module) => module.goods ?? [])
const MOVED_REFERENCES = goods.flatMap(({ products = [] }) => products)
const BRAND_REFERENCES = goods.flatMap(({ brands = [] }) => brands)
/** Columns moved by explicit code of a module or of the catalogue. */
const MERGED_COLUMNS = [
  'offers.product_id',
  'product_photo_links.product_id',
  'product_alerts.product_id',
  'bulk_order_rows.product_id',
  'bulk_order_rows.first_product_id',
  'bulk_order_rows.second_product_id',
  'cross_references.product_id',
  'cross_references.related_product_id',
  'inventory_group_products.product_id',
  'accounted_groups.product_id',
  'certificates.product_id',
  'product_code_redirects.product_id',
  'product_photos.product_id',
  'product_properties.product_id',
]

const test_ = useTestApp()
const { parties, manager, employee: client } = useParties(test_)
let own: { id: number }
let partner: { id: number }

beforeAll(async () => {
  const { db } = test_.database
  own = await buildWarehouse(db, parties.seller.id)
  partner = await buildWarehouse(db, parties.seller.id, {
    source: { kind: 'partner' },
    warehouse: { imported_at: '2026-11-17T08:00:00Z' },
  })
})

const buildColumn = async () =>
  (await test_.database.db.insertInto('price_groups').values({ name: 'Опт' }).returning('id').executeTakeFirstOrThrow())
    .id

let serial = 0

/** Gives the product a stock rule at the own warehouse and goods ordered for it. */
async function planStock(productId: number, partnerId: number) {
  const { db } = test_.database
  const by = { actor_id: parties.manager.id, subject_id: parties.manager.id, changed_at: new Date() }
  await db
    .insertInto('stock_rules')
    .values({ product_id: productId, warehouse_id: own.id, min_qty: 1, max_qty: 2, ...by })
    .execute()
  const { supply_route_id } = await db
    .selectFrom('warehouses')
    .select('supply_route_id')
    .where('id', '=', partnerId)
    .executeTakeFirstOrThrow()
  const goods = { brand: 'ЛЮБОЙ', article: 'OURS-1', qty: 1, purchase_kop: 100 }
  const times = { created_at: new Date(), changed_at: new Date() }
  await db
    .insertInto('supplier_order_lines')
    .values({ ...goods, ...times, supply_route_id, state: 'held', product_id: productId, stock_warehouse_id: own.id })
    .execute()
}

describe('brand merge', () => {
  test('is refused to everyone but order managers', async () => {
    const { gone: duplicate, kept } = await twins()
    for (const person of [parties.admin, parties.employee, parties.warranty])
      expect((await merge(duplicate.brandId, kept.brandId, {}, await loginAs(test_, person))).status).toBe(403)
    expect((await send(test_, { method: 'POST', url: url(duplicate.brandId, kept.brandId), payload: {} })).status).toBe(
      401,
    )
    expect(await isThere(duplicate.brandId)).toBe(true)
  })

  test('is rejected for an unknown brand, the same brand and a stale version', async () => {
    const { gone: duplicate, kept } = await twins()
    expect(await merge(duplicate.brandId, 2_147_483_000)).toMatchObject({
      status: 404,
      json: { detail: 'Бренд не найден' },
    })
    expect((await merge(duplicate.brandId, duplicate.brandId)).json).toMatchObject({ code: 'input.invalid' })
    for (const old of [{ version: 2 }, { into_version: 2 }])
      expect(await merge(duplicate.brandId, kept.brandId, old)).toMatchObject({ status: 409, json: { code: 'stale' } })
    expect(await isThere(duplicate.brandId)).toBe(true)
  })

  test('is refused over active price conditions, group rules and different units, with a reason', async () => {
    const { db } = test_.database
    const { gone: duplicate, kept } = await twins()
    await db
      .insertInto('price_conditions')
      .values({
        brand_id: duplicate.brandId,
        effect: 'markup',
        percent_hundredths: 100,
        valid_from: '2026-01-01',
        actor_id: parties.manager.id,
        subject_id: parties.manager.id,
      })
      .execute()
    const group = await db
      .insertInto('inventory_groups')
      .values({ name: 'Фильтры' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rule = { group_id: group.id, place: 1, brand_id: duplicate.brandId }
    await db.insertInto('inventory_group_rules').values(rule).execute()
    await db.updateTable('products').set({ unit: 'компл' }).where('id', '=', duplicate.id).execute()
    const { obstacles } = await preview(duplicate.brandId, kept.brandId)
    expect(obstacles[0]).toMatch(/^Для бренда «GONE \d+» действуют ценовые условия \(1\)/)
    expect(obstacles[1]).toMatch(/^По бренду «GONE \d+» товары попадают в группы \(правил: 1\)/)
    expect(obstacles[2]).toMatch(/^У одинаковых артикулов разные единицы измерения: TWIN-1/)
    expect(await mergeTwins({ gone: duplicate, kept })).toMatchObject({
      status: 409,
      json: { code: 'brand.not_mergeable', detail: obstacles[0] },
    })
    await db.deleteFrom('inventory_group_rules').execute()
    // Finished documents do not prevent a merge and preserve their history.
    await db.updateTable('products').set({ unit: 'шт' }).where('id', '=', duplicate.id).execute()
    await db.updateTable('price_conditions').set({ valid_to: '2026-02-01' }).execute()
    expect((await mergeTwins({ gone: duplicate, kept })).status).toBe(200)
    expect(await db.selectFrom('price_conditions').select('brand_id').execute()).toEqual([{ brand_id: kept.brandId }])
  })

  test('is refused while an import is writing', async () => {
    const { gone: duplicate, kept } = await twins()
    await test_.database.sql.begin(async (importing) => {
      await importing`insert into brands (key, name, slug) select 'NEVER', 'NEVER', 'never' where false`
      expect(await mergeTwins({ gone: duplicate, kept })).toMatchObject({
        status: 409,
        json: { code: 'brand.import_running' },
      })
    })
    expect((await mergeTwins({ gone: duplicate, kept })).status).toBe(200)
  })
})

/** Columns without a foreign key: offers, which triggers check, and their copies. */
const UNTIED: readonly string[] = ['price_import_offers.product_id', 'offers.product_id']

test('brand merge covers every reference to a product or a brand', async () => {
  const references = async (table: string) => {
    const rows = await test_.database.sql<{ source: string; column: string }[]>`
      select conrelid::regclass::text as source, attname as "column" from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and confrelid = ${table}::regclass`
    return rows.map(({ source, column }) => `${source}.${column}`).sort()
  }
  expect(await references('products')).toEqual(
    [...MOVED_REFERENCES.map(([table, column]) => `${table}.${column}`), ...MERGED_COLUMNS]
      .filter((name) => !UNTIED.includes(name))
      .sort(),
  )
  expect(await references('brands')).toEqual(
    [
      ...BRAND_REFERENCES.map(([table, column]) => `${table}.${column}`),
      'products.brand_id',
      'brand_aliases.brand_id',
      'certificates.brand_id',
      'inventory_group_rules.brand_id',
    ].sort(),
  )
  const lists = await test_.database.sql<{ name: string }[]>`
    select table_name as name from information_schema.columns where column_name = 'brand_ids' order by 1`
  expect(lists.map(({ name }) => name)).toEqual([...BRAND_LISTS])
})

describe('completed brand merge', () => {
  test('moves spellings and products, and joins the products present in both brands', async () => {
    const { db } = test_.database
    const duplicate = await buildProduct(db, { brand: 'BOCSH', article: '0 986 452 036' })
    const bare = await buildProduct(db, { brand: 'BOCSH', article: '26300-35503' })
    const slash = await buildProduct(db, { brand: 'BOCSH', article: 'W7127/5' })
    await db.insertInto('brand_aliases').values({ brand_id: duplicate.brandId, key: 'БОЩ', spelling: 'Бощ' }).execute()
    const kept = await buildProduct(db, { brand: 'BOSCH', article: '0 986 452 036' })
    const bareKept = await buildProduct(db, { brand: 'BOSCH', article: '2630035503' })
    await buildProduct(db, { brand: 'BOSCH', article: 'W 712/75' })
    await db.updateTable('brands').set({ family: 'Концерн' }).where('id', '=', duplicate.brandId).execute()
    await db.updateTable('products').set({ barcode: '4047024001' }).where('id', '=', duplicate.id).execute()

    expect(await preview(duplicate.brandId, kept.brandId)).toMatchObject({
      from: { name: 'BOCSH', version: 1 },
      into: { name: 'BOSCH', version: 1 },
      moving: 1,
      merging: 2,
      examples: [
        { from: '0 986 452 036', into: '0 986 452 036' },
        { from: '26300-35503', into: '2630035503' },
      ],
      spellings: ['BOCSH', 'Бощ'],
      obstacles: [],
    })
    expect((await merge(duplicate.brandId, kept.brandId)).json).toEqual({ moved: 1, merged: 2 })
    expect(await isThere(duplicate.brandId)).toBe(false)

    const code = async (of: string) =>
      (
        await send<{ id: number; brand: string; barcode: string }>(test_, {
          url: `/api/v1/catalog/${of}`,
          headers: client,
        })
      ).json
    expect(await code(duplicate.code)).toMatchObject({ id: kept.id, brand: 'BOSCH', barcode: '4047024001' })
    expect(await code(bare.code)).toMatchObject({ id: bareKept.id })
    expect(await code(slash.code)).toMatchObject({ id: slash.id, brand: 'BOSCH' })
    const after = await db.selectFrom('brands').selectAll().where('id', '=', kept.brandId).executeTakeFirstOrThrow()
    expect(after).toMatchObject({ name: 'BOSCH', family: 'Концерн', version: 2, verified_at: test_.clock.now() })
    const aliases = await db.selectFrom('brand_aliases').selectAll().where('brand_id', '=', kept.brandId).execute()
    expect(aliases.map(({ spelling }) => spelling).sort()).toEqual(['BOCSH', 'Бощ'])
    const found = await send<{ groups: { product: { id: number; brand: string } }[] }>(test_, {
      url: '/api/v1/search?q=BOCSH%20W7127/5',
      headers: client,
    })
    expect(found.json.groups.map(({ product }) => product)).toContainEqual(
      expect.objectContaining({ id: slash.id, brand: 'BOSCH' }),
    )
    const journal = await db.selectFrom('audit_log').selectAll().where('event', '=', 'brand.merged').execute()
    expect(journal.at(-1)).toMatchObject({ object: 'BOCSH → BOSCH', actor_id: parties.manager.id })
    const again = await merge(duplicate.brandId, kept.brandId)
    expect(again.status).toBe(404)
  })

  test('keeps redirects of an earlier merge working', async () => {
    const { db } = test_.database
    const { gone: duplicate, kept } = await twins('CHAIN-1')
    await db.insertInto('product_code_redirects').values({ code: 'older-still', product_id: duplicate.id }).execute()
    await mergeTwins({ gone: duplicate, kept })
    const reply = await send<{ id: number }>(test_, { url: '/api/v1/catalog/older-still', headers: client })
    expect(reply.json.id).toBe(kept.id)
  })

  test('adds up own stock and reserves, and keeps the newer offer of a partner', async () => {
    const { db } = test_.database
    const { gone: duplicate, kept } = await twins('STOCK-1')
    await buildOffer(db, duplicate.id, own.id, { on_hand: 4.5, reserved: 3 })
    await buildOffer(db, kept.id, own.id, { on_hand: 10, reserved: 10, purchase_kop: 500 })
    const old = { tracked: false, updated_at: '2026-11-01T00:00:00Z' }
    await buildOffer(db, duplicate.id, partner.id, {
      ...old,
      updated_at: '2026-11-16T00:00:00Z',
      on_hand: 7,
      qty_text: '>7',
    })
    await buildOffer(db, kept.id, partner.id, { ...old, on_hand: 99, qty_text: '99', reserved: 2 })
    const elsewhere = await buildWarehouse(db, parties.seller.id)
    await buildOffer(db, duplicate.id, elsewhere.id)
    await mergeTwins({ gone: duplicate, kept })
    const offers = await db
      .selectFrom('offers')
      .select(['product_id', 'warehouse_id', 'on_hand', 'reserved', 'qty_text', 'purchase_kop'])
      .where('warehouse_id', 'in', [own.id, partner.id, elsewhere.id])
      .where('product_id', 'in', [duplicate.id, kept.id])
      .orderBy('warehouse_id')
      .execute()
    expect(offers).toEqual([
      { product_id: kept.id, warehouse_id: own.id, on_hand: 14.5, reserved: 13, qty_text: '14,5', purchase_kop: 500 },
      { product_id: kept.id, warehouse_id: partner.id, on_hand: 7, reserved: 2, qty_text: '>7', purchase_kop: 10_000 },
      {
        product_id: kept.id,
        warehouse_id: elsewhere.id,
        on_hand: 10,
        reserved: 0,
        qty_text: '10',
        purchase_kop: 10_000,
      },
    ])
  })

  test('keeps the product alert that still waits when a person has two', async () => {
    const { db } = test_.database
    const { gone: duplicate, kept } = await twins('WAIT-1')
    const notified = { notified_at: '2026-11-16T00:00:00Z' }
    const { contractorId, userId } = company()
    const asleep = await buildProductAlert(db, { contractorId, userId, productId: kept.id }, notified)
    const waiting = await buildProductAlert(db, { contractorId, userId, productId: duplicate.id }, { qty: 4 })
    const price = { kind: 'price', price_kop: 100 }
    const first = await buildProductAlert(db, { contractorId, userId, productId: kept.id }, price)
    const second = await buildProductAlert(db, { contractorId, userId, productId: duplicate.id }, price)
    const lone = await buildProductAlert(db, { contractorId, userId: parties.admin.id, productId: duplicate.id })
    await mergeTwins({ gone: duplicate, kept })
    const watches = await db
      .selectFrom('product_alerts')
      .select(['id', 'product_id'])
      .where('id', 'in', [asleep.id, waiting.id, first.id, second.id, lone.id])
      .orderBy('id')
      .execute()
    expect(watches).toEqual([waiting.id, first.id, lone.id].map((id) => ({ id, product_id: kept.id })))
  })

  test('keeps shared cross references once and drops those of a product to itself', async () => {
    const { db } = test_.database
    const { gone: duplicate, kept } = await twins('CROSS-1')
    const [shared, single] = [await buildProduct(db), await buildProduct(db)]
    const cross = (product_id: number, related_product_id: number, kind = 'analogue', source = '') => ({
      product_id,
      related_product_id,
      kind,
      source,
    })
    await db
      .insertInto('cross_references')
      .values([
        cross(duplicate.id, kept.id),
        cross(kept.id, duplicate.id),
        cross(duplicate.id, shared.id, 'analogue', 'gone'),
        cross(kept.id, shared.id, 'analogue', 'kept'),
        cross(duplicate.id, single.id, 'replaced_by'),
        cross(single.id, duplicate.id, 'replaces'),
      ])
      .execute()
    await mergeTwins({ gone: duplicate, kept })
    const crosses = await db
      .selectFrom('cross_references')
      .select(['product_id', 'related_product_id', 'kind', 'source'])
      .where((where) =>
        where.or([
          where('product_id', 'in', [duplicate.id, kept.id]),
          where('related_product_id', 'in', [duplicate.id, kept.id]),
        ]),
      )
      .orderBy('product_id')
      .orderBy('related_product_id')
      .execute()
    expect(crosses).toEqual([
      cross(kept.id, shared.id, 'analogue', 'kept'),
      cross(kept.id, single.id, 'replaced_by'),
      cross(single.id, kept.id, 'replaces'),
    ])
  })

  test('points orders, carts, lists and requests of clients to the kept product', async () => {
    const { db } = test_.database
    const { gone: duplicate, kept } = await twins('OURS-1')
    const offer = await buildOffer(db, duplicate.id, own.id)
    const consignee = await buildConsignee(db, parties.company.id)
    const call = <T>(method: 'GET' | 'POST', path: string, payload?: object) =>
      send<T>(test_, {
        method,
        url: `/api/v1/${path}`,
        headers: { ...client, 'idempotency-key': crypto.randomUUID() },
        ...(payload && { payload }),
      })
    await db.insertInto('delivery_zones').values({ name: 'Север', charge_product_id: duplicate.id }).execute()
    const node = await buildNode(test_, parties.seller.id, parties.manager.id)
    await db.insertInto('one_c_goods').values(oneCGood(node.id, duplicate.id)).execute()
    const column = { seller_id: parties.seller.id, price_group_id: await buildColumn() }
    await db
      .insertInto('priced_columns')
      .values({ ...column, version: 4 })
      .execute()
    const price = { ...column, version: 4 }
    await db
      .insertInto('column_prices')
      .values([
        { ...price, product_id: duplicate.id, price_kop: 900 },
        { ...price, product_id: kept.id, price_kop: null },
      ])
      .execute()
    const line = { offer_id: offer.id, qty: 2, consignee_id: consignee.id }
    await call('POST', 'cart/lines', line)
    const order = await call<{ lines: object[] }>('GET', 'orders/preview')
    expect((await call('POST', 'orders', { lines: order.json.lines })).status).toBe(201)
    await call('POST', 'cart/lines', { ...line, client_ref: 'ЗН-1' })
    const place = { actor_id: parties.employee.id, subject_id: parties.employee.id, contractor_id: parties.company.id }
    const list = await buildList(db, company())
    await chooseForList(db, list.id, offer.id)
    await db
      .updateTable('bulk_order_rows')
      .set({ second_product_id: duplicate.id, second_warehouse_id: partner.id, second_qty: 1 })
      .where('bulk_order_id', '=', list.id)
      .execute()
    await db
      .insertInto('own_codes')
      .values({ ...place, code_key: 'OURS', product_id: duplicate.id, updated_at: '2026-11-17T00:00:00Z' })
      .execute()
    const request = await buildRequest(db, company())
    await db
      .updateTable('quote_request_rows')
      .set({ product_id: duplicate.id })
      .where('id', '=', await rowOf(db, request.id))
      .execute()
    await buildAnswer(
      db,
      { requestId: request.id, contractorId: parties.company.id, userId: parties.manager.id },
      { product_id: duplicate.id, warehouse_id: own.id },
    )
    await db
      .insertInto('price_conditions')
      .values({
        product_id: duplicate.id,
        effect: 'fixed',
        fixed_kop: 777,
        valid_from: '2027-01-01',
        actor_id: parties.manager.id,
        subject_id: parties.manager.id,
      })
      .execute()
    await planStock(duplicate.id, partner.id)
    const third = await buildProduct(db)
    const file = await buildPriceExport(db, company(), { brand_ids: [duplicate.brandId, kept.brandId, third.brandId] })

    expect((await mergeTwins({ gone: duplicate, kept })).status).toBe(200)

    for (const [table, column] of MOVED_REFERENCES) {
      if (UNTIED.includes(`${table}.${column}`)) continue
      const rows = await test_.database.sql.query(`select 1 from ${table} where ${column} = $1`, [kept.id])
      expect(rows.length, `${table}.${column}`).toBe(1)
    }
    expect(await db.selectFrom('column_prices').select(['price_kop', 'version']).execute()).toEqual([
      { price_kop: 900, version: 5 },
    ])
    const { brand_ids } = await db
      .selectFrom('price_exports')
      .select('brand_ids')
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow()
    expect(brand_ids).toEqual([kept.brandId, third.brandId].sort((one, other) => one - other))
    const cart = await call<{ lines: { product: { brand: string } }[] }>('GET', 'cart')
    expect(cart.status).toBe(200)
    const placed = await call<{ lines: object[] }>('GET', 'orders/preview')
    expect((await call('POST', 'orders', { lines: placed.json.lines })).status).toBe(201)
    const [reserved] = await db.selectFrom('offers').select('reserved').where('product_id', '=', kept.id).execute()
    expect(reserved).toEqual({ reserved: 4 })
  })

  test('keeps a manual group assignment, or takes over that of the removed product', async () => {
    const { db } = test_.database
    const groups = await db
      .insertInto('inventory_groups')
      .values([{ name: 'Первая' }, { name: 'Вторая' }])
      .returning('id')
      .execute()
    const [first = { id: 0 }, second = { id: 0 }] = groups
    const [both, single] = [await twins('GROUP-1'), await twins('GROUP-2')]
    const put = (product: { id: number }, group: { id: number }) => ({ product_id: product.id, group_id: group.id })
    const placed = [put(both.gone, first), put(both.kept, second), put(single.gone, first)]
    await db.insertInto('inventory_group_products').values(placed).execute()
    const work = () => db.selectFrom('inventory_group_work').select('asked').executeTakeFirstOrThrow()
    const before = await work()
    for (const pair of [both, single]) expect((await mergeTwins(pair)).status).toBe(200)
    const left = await db.selectFrom('inventory_group_products').selectAll().orderBy('product_id').execute()
    expect(left).toEqual([put(both.kept, second), put(single.kept, first)])
    expect((await work()).asked, 'goods that moved may belong elsewhere').toBe(before.asked + 2)
  })

  test('joins photos and properties, those of the kept product first', async () => {
    const { db } = test_.database
    const { gone, kept } = await twins('PHOTO-1')
    const bare = await twins('PHOTO-2')
    const [own, shared, added] = [
      await buildPhoto(db, kept.id, '#101'),
      await buildPhoto(db, kept.id, '#102'),
      await buildPhoto(db, gone.id, '#103'),
    ]
    await buildPhoto(db, gone.id, '#102')
    await buildPhoto(db, bare.gone.id, '#104')
    const property = (product_id: number, name: string, value: string) => ({ product_id, name, value, position: 1 })
    await db
      .insertInto('product_properties')
      .values([property(gone.id, 'Вес', '1'), property(gone.id, 'Резьба', 'M20'), property(kept.id, 'Вес', '2')])
      .execute()
    for (const pair of [{ gone, kept }, bare]) expect((await mergeTwins(pair)).status).toBe(200)
    const photos = db.selectFrom('product_photos').select('hash').where('product_id', '=', kept.id)
    expect((await photos.orderBy('position').execute()).map(({ hash }) => hash)).toEqual([own, shared, added])
    const properties = db.selectFrom('product_properties').select('value').where('product_id', '=', kept.id)
    expect((await properties.orderBy('name').execute()).map(({ value }) => value)).toEqual(['2', 'M20'])
    const firsts = await db
      .selectFrom('products')
      .select('photo_hash')
      .where('id', 'in', [kept.id, bare.kept.id])
      .orderBy('id')
      .execute()
    expect(firsts.map((row) => row.photo_hash)).toEqual([own, expect.any(String)])
  })

  test('moves certificates of the brand and of its products to the kept ones', async () => {
    const { db } = test_.database
    const { gone, kept } = await twins('CERTIFICATE-1')
    const ofProduct = await buildCertificate(db, { product_id: gone.id })
    const ofBrand = await buildCertificate(db, { brand_id: gone.brandId })
    expect((await mergeTwins({ gone, kept })).status).toBe(200)
    const moved = db
      .selectFrom('certificates')
      .select(['product_id', 'brand_id'])
      .where('id', 'in', [ofProduct, ofBrand])
    expect(await moved.orderBy('id').execute()).toEqual([
      { product_id: kept.id, brand_id: null },
      { product_id: null, brand_id: kept.brandId },
    ])
  })

  test('points price changes and imports that can be undone to the kept product', async () => {
    const { db } = test_.database
    const { gone: duplicate, kept } = await twins('UNDO-1')
    const by = { actor_id: parties.manager.id, subject_id: parties.manager.id }
    const change = await db
      .insertInto('price_changes')
      .values({ ...by, kind: 'ended', count: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const image = { product_id: duplicate.id, brand_id: duplicate.brandId }
    await db
      .insertInto('price_change_rows')
      .values({ change_id: change.id, condition_id: 1, before: JSON.stringify(image) })
      .execute()
    const old = {
      warehouse_name: 'Любой',
      file_name: 'a.csv',
      origin: 'upload',
      state: 'applied',
      created_at: '2026-11-17T00:00:00Z',
    }
    const { id } = await db.insertInto('price_imports').values(old).returning('id').executeTakeFirstOrThrow()
    const stock = { on_hand: 1, reserved: 0, qty_exact: true, qty_text: '1' }
    const offer = { purchase_kop: 1, ...stock, multiplicity: 1, min_qty: 0 }
    await db
      .insertInto('price_import_offers')
      .values({ import_id: id, offer_id: 1, product_id: duplicate.id, ...offer })
      .execute()
    await mergeTwins({ gone: duplicate, kept })
    const rows = await db.selectFrom('price_change_rows').select(['before', 'after']).execute()
    expect(rows).toEqual([{ before: { product_id: kept.id, brand_id: kept.brandId }, after: null }])
    expect(await db.selectFrom('price_import_offers').select('product_id').execute()).toEqual([{ product_id: kept.id }])
  })

  test('joins the halves of a list row that was split between both products', async () => {
    const { db } = test_.database
    const { gone: duplicate, kept } = await twins('HALVES-1')
    const list = await buildList(db, company())
    const halves = { first_product_id: duplicate.id, first_warehouse_id: own.id, first_qty: 3 }
    const other = { second_product_id: kept.id, second_warehouse_id: own.id, second_qty: 1.5 }
    await db
      .updateTable('bulk_order_rows')
      .set({ ...halves, ...other })
      .where('bulk_order_id', '=', list.id)
      .execute()
    await mergeTwins({ gone: duplicate, kept })
    const row = await db
      .selectFrom('bulk_order_rows')
      .select(['first_product_id', 'first_qty', 'second_product_id', 'second_qty'])
      .where('bulk_order_id', '=', list.id)
      .executeTakeFirst()
    expect(row).toEqual({ first_product_id: kept.id, first_qty: 4.5, second_product_id: null, second_qty: null })
  })

  /** Adds a line of RACE to the cart and returns the call that orders it as shown. */
  async function readyToOrder(productId: number) {
    const { db } = test_.database
    const offer = await buildOffer(db, productId, own.id)
    const consignee = await buildConsignee(db, parties.company.id)
    const headers = { ...(await loginAs(test_, parties.admin)), 'idempotency-key': crypto.randomUUID() }
    const call = (method: 'GET' | 'POST', path: string, payload?: object) =>
      send<{ lines: object[] }>(test_, {
        method,
        url: `/api/v1/${path}`,
        headers,
        ...(payload && { payload }),
      })
    await db.deleteFrom('cart_lines').where('contractor_id', '=', parties.company.id).execute()
    await call('POST', 'cart/lines', { offer_id: offer.id, qty: 1, consignee_id: consignee.id })
    const { json } = await call('GET', 'orders/preview')
    return { order: () => call('POST', 'orders', { lines: json.lines }) }
  }

  test('succeeds beside a concurrent order, which is placed or gets a conflict', async () => {
    const { gone: duplicate, kept } = await twins('RACE-1')
    await buildOffer(test_.database.db, kept.id, own.id)
    const { order } = await readyToOrder(duplicate.id)
    const [placed, merged] = await Promise.all([order(), mergeTwins({ gone: duplicate, kept })])
    expect(merged.status).toBe(200)
    expect([201, 409]).toContain(placed.status)
  })

  test('lets an order that waited for it be placed with the kept product', async () => {
    const { db } = test_.database
    const { gone: duplicate, kept } = await twins('RACE-2')
    const { order } = await readyToOrder(duplicate.id)
    const { asked: pendingOrder } = await db.transaction().execute(async (tx) => {
      await tx.updateTable('cart_lines').set({ product_id: kept.id }).where('product_id', '=', duplicate.id).execute()
      await tx.updateTable('offers').set({ product_id: kept.id }).where('product_id', '=', duplicate.id).execute()
      const pendingOrder = order()
      await untilWaiting(db, 1)
      return { asked: pendingOrder }
    })
    expect((await pendingOrder).status).toBe(201)
    const { product_id } = await db
      .selectFrom('order_lines')
      .select('product_id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(product_id).toBe(kept.id)
  })
})

type Problem = { code: string; detail: string }

/** Creates two brands, each with a product of one article. */
async function twins(article = 'TWIN-1') {
  const { db } = test_.database
  serial += 1
  const duplicate = await buildProduct(db, { brand: `GONE ${serial}`, article })
  const kept = await buildProduct(db, { brand: `KEPT ${serial}`, article })
  return { gone: duplicate, kept }
}

const url = (from: number, into: number) => `/api/v1/brands/${from}/merge/${into}`

const preview = async (from: number, into: number) =>
  (await send<MergePreview & Problem>(test_, { url: url(from, into), headers: manager })).json

const merge = (from: number, into: number, versions: object = {}, headers = manager) =>
  send<{ moved: number; merged: number } & Problem>(test_, {
    method: 'POST',
    url: url(from, into),
    headers,
    payload: { version: 1, into_version: 1, ...versions },
  })

const mergeTwins = ({ gone: duplicate, kept }: Awaited<ReturnType<typeof twins>>) =>
  merge(duplicate.brandId, kept.brandId)

const isThere = async (brandId: number) =>
  (await test_.database.db.selectFrom('brands').select('id').where('id', '=', brandId).executeTakeFirst()) !== undefined

const company = () => ({ contractorId: parties.company.id, userId: parties.employee.id })
