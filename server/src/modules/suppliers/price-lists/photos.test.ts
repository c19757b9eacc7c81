import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useParties } from '../../../testing/parties.factory.ts'
import { purgeAt, runJob, useTestApp } from '../../../testing/test-app.ts'
import { buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildPhoto, pngOfColour } from '../../catalog/product-content/product-content.factory.ts'
import { csvOf, fileOf } from '../price-list-import/price-list.factory.ts'
import { importByCommand } from './index.ts'
import { priceListDesk } from './price-lists.factory.ts'

const test_ = useTestApp({ PRIVATE_URLS: 'on' })
const { parties, manager } = useParties(test_)
const desk = priceListDesk(test_, () => manager)
const BRAND = 'ФОТОПРАЙС'
const list = (...rows: (string | number)[][]) =>
  csvOf([['Бренд', 'Артикул', 'Наименование', 'Остаток', 'Закупка', 'Фото'], ...rows])
const row = (article: string, photos: string, price = 100) => [BRAND, article, 'Колодки', 5, price, photos]

let server: Server
let origin: string
let calls: string[] = []
beforeAll(async () => {
  const [one, two] = [await pngOfColour('#135'), await pngOfColour('#246')]
  server = createServer((request, reply) => {
    calls.push(request.url ?? '')
    if (request.url === '/absent.png') reply.writeHead(404).end()
    else reply.writeHead(200).end(request.url === '/2.png' ? two : one)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const photosOf = (productId: number) =>
  test_.database.db
    .selectFrom('product_photos')
    .select(['source', 'source_url', 'licence', 'actor_id'])
    .where('product_id', '=', productId)
    .orderBy('position')
    .execute()
const lastImport = () =>
  test_.database.db
    .selectFrom('product_content_imports')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

test('photos of a price list are downloaded for products without one, and failures are not repeated daily', async () => {
  const { db } = test_.database
  const warehouse = await buildWarehouse(db, parties.seller.id, { source: { kind: 'partner' } })
  const bare = await buildProduct(db, { brand: BRAND, article: 'PL-1' })
  const shown = await buildProduct(db, { brand: BRAND, article: 'PL-2' })
  const broken = await buildProduct(db, { brand: BRAND, article: 'PL-3' })
  await buildPhoto(db, shown.id)
  await db.insertInto('price_list_settings').values({ warehouse_id: warehouse.id, photo_licence: 'Завод' }).execute()
  const rows = [
    row('PL-1', `${origin}/1.png, ${origin}/2.png`),
    row('PL-2', `${origin}/1.png`),
    row('PL-3', `${origin}/absent.png`),
    row('PL-4', ''),
  ]
  const { json } = await desk.upload(warehouse.id, list(...rows))
  expect(await desk.check(json.id)).toMatchObject({ photos_count: 0 })
  expect(await desk.approve(json.id)).toMatchObject({ state: 'applied', accepted_count: 4, photos_count: 3 })
  await runJob(test_.app, 'price_list_photos')
  const author = { source: 'price_list', licence: 'Завод', actor_id: parties.manager.id }
  expect(await photosOf(bare.id)).toEqual([
    { ...author, source_url: `${origin}/1.png` },
    { ...author, source_url: `${origin}/2.png` },
  ])
  expect([await photosOf(shown.id), await photosOf(broken.id)].map(({ length }) => length)).toEqual([1, 0])
  expect(await lastImport()).toMatchObject({
    ...{ kind: 'price_list', state: 'done', total_count: 2, processed_count: 2, saved_count: 2, refused_count: 1 },
  })
  calls = []
  expect(await desk.load(warehouse.id, list(...rows))).toMatchObject({ state: 'applied', photos_count: 0 })
  await runJob(test_.app, 'price_list_photos')
  expect(calls).toEqual([])
  await purgeAt(test_, 'product_photo_links', new Date(Date.now() + 8 * 86_400_000))
  expect(await desk.load(warehouse.id, list(...rows))).toMatchObject({ photos_count: 1 })
})

test('price list of a command brings photos without an author', async () => {
  const { db } = test_.database
  const path = fileOf(list(row('PL-9', `${origin}/1.png`)))
  await importByCommand(test_.database, { path, warehouse: 'Склад команды' }, test_.clock)
  await runJob(test_.app, 'price_list_photos')
  const { id } = await db.selectFrom('products').select('id').where('article', '=', 'PL-9').executeTakeFirstOrThrow()
  expect(await photosOf(id)).toMatchObject([{ source: 'price_list', licence: '', actor_id: null }])
})
