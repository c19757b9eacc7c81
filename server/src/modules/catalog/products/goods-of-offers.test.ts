import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../../testing/test-app.ts'
import { buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildOffer, buildProduct, buildWarehouse } from './catalog.factory.ts'

const test_ = useTestApp()
let warehouseId: number

beforeAll(async () => {
  const { db } = test_.database
  warehouseId = (await buildWarehouse(db, (await buildSeller(db)).id)).id
})

const OF_NOTHING: Record<string, unknown> = {
  code: '23503',
  constraint: expect.stringMatching(/^offers_(product|warehouse)_id_fkey$/),
}
const NOBODY = 2_000_000_000

test('offer with an unknown product or warehouse is refused, also among valid ones', async () => {
  const { db, sql } = test_.appDatabase
  const product = await buildProduct(db)
  const add = (pairs: [number, number][]) => sql`
    insert into offers (product_id, warehouse_id, purchase_kop, tracked, qty_text)
    select product_id, warehouse_id, 100, false, '5'
    from unnest(${pairs.map(([id]) => id)}::integer[], ${pairs.map(([, id]) => id)}::integer[]) as pair (product_id, warehouse_id)`
  await expect(
    add([
      [product.id, warehouseId],
      [NOBODY, warehouseId],
    ]),
  ).rejects.toMatchObject(OF_NOTHING)
  await expect(add([[product.id, NOBODY]])).rejects.toMatchObject(OF_NOTHING)
  await add([[product.id, warehouseId]])
  await expect(sql`update offers set product_id = ${NOBODY} where product_id = ${product.id}`).rejects.toMatchObject(
    OF_NOTHING,
  )
  await expect(sql`update offers set warehouse_id = ${NOBODY} where product_id = ${product.id}`).rejects.toMatchObject(
    OF_NOTHING,
  )
})

test('product and warehouse cannot be deleted while they have offers', async () => {
  const { db, sql } = test_.database
  const product = await buildProduct(db)
  await buildOffer(db, product.id, warehouseId)
  await expect(sql`delete from products where id = ${product.id}`).rejects.toMatchObject(OF_NOTHING)
  await expect(sql`delete from warehouses where id = ${warehouseId}`).rejects.toMatchObject(OF_NOTHING)
  await expect(sql`truncate products cascade`).rejects.toMatchObject({ code: '23503' })
  await sql`delete from offers where product_id = ${product.id}`
  await sql`delete from products where id = ${product.id}`
})

test('product cannot be deleted while an offer for it is being written', async () => {
  const { db, sql } = test_.database
  const product = await buildProduct(db)
  const written = Promise.withResolvers<undefined>()
  const mayEnd = Promise.withResolvers<undefined>()
  const writing = db.transaction().execute(async (tx) => {
    await buildOffer(tx, product.id, warehouseId)
    written.resolve(undefined)
    await mayEnd.promise
  })
  await written.promise
  const removing = sql`delete from products where id = ${product.id}`.then(
    () => 'removed',
    (error: unknown) => error,
  )
  for (let isWaiting = false; !isWaiting;)
    isWaiting = (await sql`select from pg_locks where not granted and relation = 'offers'::regclass`).length > 0
  mayEnd.resolve(undefined)
  await writing
  expect(await removing).toMatchObject(OF_NOTHING)
})

test('offer cannot be written for a product that is being deleted', async () => {
  const { db, sql } = test_.database
  const product = await buildProduct(db)
  const removed = Promise.withResolvers<undefined>()
  const mayEnd = Promise.withResolvers<undefined>()
  const removing = db.transaction().execute(async (tx) => {
    await tx.deleteFrom('products').where('id', '=', product.id).execute()
    removed.resolve(undefined)
    await mayEnd.promise
  })
  await removed.promise
  const writing = buildOffer(db, product.id, warehouseId).then(
    () => 'written',
    (error: unknown) => error,
  )
  for (let isWaiting = false; !isWaiting;)
    isWaiting = (await sql`select from pg_locks where not granted and relation = 'offers'::regclass`).length > 0
  mayEnd.resolve(undefined)
  await removing
  expect(await writing).toMatchObject(OF_NOTHING)
})

test('each offer of a first import looks up its product by key, whatever the statistics say', async () => {
  const { database } = test_
  const { brandId } = await buildProduct(database.db)
  const count = 2000
  await database.long.begin(async (tx) => {
    const products = await tx<{ id: number }[]>`
      insert into products (brand_id, article, article_key, loose_key, code, name, unit)
      select ${brandId}, 'FI-' || n, 'FI' || n, 'FI' || n, 'first-import-' || n, 'Втулка', 'шт'
      from generate_series(1, ${count}::integer) n returning id`
    await database.sql`analyze products`
    const lookups = async () => {
      const [row] = await tx<{ idx_scan: number }[]>`
        select idx_scan from pg_stat_xact_user_tables where relid = 'products'::regclass`
      return row?.idx_scan ?? 0
    }
    const before = await lookups()
    await tx`
      insert into offers (product_id, warehouse_id, purchase_kop, tracked, qty_text)
      select id, ${warehouseId}, 100, false, '5' from unnest(${products.map(({ id }) => id)}::integer[]) as product (id)`
    expect((await lookups()) - before).toBe(count)
  })
})
