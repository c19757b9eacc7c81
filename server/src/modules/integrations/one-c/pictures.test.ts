import type { OneCGood, OneCNode, OneCSession } from '@artikul/contract/integrations/one-c'
import { MAX_PHOTO_BYTES, MAX_PHOTOS } from '@artikul/contract/catalog/product-content'
import type { ProductPhoto } from '@artikul/contract/catalog/product-photos'
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { runJob, send, useTestApp } from '../../../testing/test-app.ts'
import { photoHashOf } from '../../catalog/index.ts'
import { buildPhoto, pngOfColour, zipOf } from '../../catalog/product-content/product-content.factory.ts'
import { buildProduct } from '../../catalog/products/catalog.factory.ts'
import { buildShop, type Shop } from '../../fulfilment/shipments/shipments.factory.ts'
import { buildNode, createOneC, goodsPackage, oneCGood } from './one-c.factory.ts'

const test_ = useTestApp()
let shop: Shop
let count = 0

/** Bytes that 1C sends at once. */
const PIECE = 2 * 1024 * 1024

beforeAll(async () => {
  shop = await buildShop(test_)
})

const call = async <T>(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, headers = shop.manager) =>
  (await send<T>(test_, { method, url: `/api/v1/${url}`, headers, ...(payload && { payload }) })).json

const photosOf = async (code: string) =>
  (await call<{ photos: ProductPhoto[] }>('GET', `catalog/${code}`, undefined, shop.client)).photos

type Pictures = Readonly<Record<string, Buffer>>
/** Ways in which 1C sends files. */
type Way = 'directly' | 'in a ZIP'

/** Connects a base that knows one product as `g1`. */
async function connect(more: Parameters<typeof buildNode>[3] = {}) {
  count += 1
  const article = `PIC-${count}`
  const product = await buildProduct(test_.database.db, { brand: 'MANN', article })
  const node = await buildNode(test_, shop.sellerId, shop.admin.id, more)
  const oneC = createOneC(test_, node)
  /** Sends the product with pictures, and the files of some of them. */
  const sendPictures = async (names: readonly string[], files: Pictures, way: Way = 'directly', id = 'g1') => {
    const texts = goodsPackage([{ id, article, pictures: names, qty: 1, rubles: 10 }])
    await oneC.signIn('catalog')
    await oneC.call('type=catalog&mode=init')
    const all = { ...texts, ...files }
    if (way === 'in a ZIP') {
      const bytes = Object.entries(all).map(([name, content]) => [name, Buffer.from(content)] as const)
      const archive = await zipOf(Object.fromEntries(bytes))
      for (let at = 0; at < archive.length; at += PIECE)
        await oneC.file('catalog', 'v8_2C7E.zip', archive.subarray(at, at + PIECE))
    } else for (const [name, content] of Object.entries(all)) await oneC.file('catalog', name, content)
    for (const name of Object.keys(texts))
      expect((await oneC.call(`type=catalog&mode=import&filename=${name}`)).lines[0]).toBe('success')
    await oneC.call('type=catalog&mode=complete')
    await runJob(test_.app, 'one_c')
  }
  const readPhotos = () => photosOf(product.code)
  const readFigures = async () => {
    const { results } = await call<{ results: OneCNode[] }>('GET', 'one-c/nodes')
    const { photos_count: photos, refused_pictures: refused } = results.find(({ id }) => id === node.id) ?? {}
    return { photos, refused }
  }
  const countParts = async () =>
    (
      await test_.database.db
        .selectFrom('one_c_file_parts')
        .innerJoin('one_c_files', 'one_c_files.id', 'file_id')
        .select('name')
        .where('node_id', '=', node.id)
        .where('name', 'like', 'import_files/%')
        .execute()
    ).length
  return {
    ...{ id: node.id, product, sendPictures, readFigures, countParts, readPhotos },
    hashes: async () => (await readPhotos()).map(({ hash }) => hash),
  }
}

const pictureName = (name: string) => `import_files/ab/${name}`
const [ONE, TWO, THREE] = ['1.png', '2.png', '3.jpg'].map(pictureName) as [string, string, string]

describe('no photo comes from 1C', () => {
  test('in the trial or without the direction of goods; it comes once both permit it', async () => {
    const { id, sendPictures, hashes } = await connect({ is_trial: true })
    const bytes = await pngOfColour('#a00')
    await sendPictures([ONE], { [ONE]: bytes })
    const set = async (change: { is_trial?: boolean; directions?: string[] }) => {
      await test_.database.db.updateTable('one_c_nodes').set(change).where('id', '=', id).execute()
      await runJob(test_.app, 'one_c')
      return hashes()
    }
    expect(await set({ is_trial: true })).toEqual([])
    expect(await set({ is_trial: false, directions: ['orders_out'] })).toEqual([])
    expect(await set({ directions: ['offers'] })).toEqual([photoHashOf(bytes)])
  })

  test('to a product with a photo from elsewhere; it comes once that one is removed', async () => {
    const { product, sendPictures, hashes, readPhotos, readFigures, countParts } = await connect()
    const own = await buildPhoto(test_.database.db, product.id, '#0a0')
    const bytes = await pngOfColour('#a01')
    await sendPictures([ONE, TWO], { [ONE]: bytes, [TWO]: Buffer.from('broken') })
    expect(await hashes()).toEqual([own])
    expect(await readFigures()).toEqual({ photos: 0, refused: 0 })
    expect(await countParts()).toBe(0)
    const [photo] = await readPhotos()
    await call('DELETE', `products/${product.id}/photos/${photo?.id}`)
    await sendPictures([ONE], { [ONE]: bytes })
    expect(await hashes()).toEqual([photoHashOf(bytes)])
  })

  test('from a broken, unsupported or too large file, which stops no other', async () => {
    const { id, sendPictures, hashes, readFigures, countParts } = await connect()
    const [good, large] = [await pngOfColour('#a02'), pictureName('large.png')]
    const files = {
      [ONE]: (await pngOfColour('#a03')).subarray(0, 100),
      [TWO]: Buffer.from('GIF89a'),
      [THREE]: good,
    }
    await sendPictures([ONE, TWO, large, THREE], files)
    expect(await hashes()).toEqual([photoHashOf(good)])
    expect(await readFigures()).toEqual({ photos: 1, refused: 2 })
    const readRefusal = async () =>
      (await call<{ results: OneCGood[] }>('GET', `one-c/nodes/${id}/goods`)).results[0]?.picture_refusal
    expect(await readRefusal()).toBe('Нужна фотография JPEG, PNG или WebP; Фотография повреждена')
    expect(await countParts()).toBe(0)
    const archive = { ...files, [large]: randomBytes(MAX_PHOTO_BYTES + 1) }
    await sendPictures([ONE, TWO, large, THREE], archive, 'in a ZIP')
    expect(await hashes()).toEqual([photoHashOf(good)])
    const { results } = await call<{ results: OneCSession[] }>('GET', `one-c/nodes/${id}/sessions`)
    expect(results[0]?.files.find(({ name }) => name === 'v8_2C7E.zip')?.counts).toEqual({
      pictures: 3,
      skipped_pictures: 1,
    })
  })
})

test.each<Way>(['directly', 'in a ZIP'])('pictures sent %s become photos of the matched product', async (way) => {
  const { id, product, sendPictures, hashes, readFigures, countParts } = await connect()
  const [first, second] = [await pngOfColour('#b00'), await pngOfColour('#b01')]
  await sendPictures([ONE, TWO, '../../etc/passwd'], { [TWO]: second, [ONE]: first }, way)
  expect(await hashes()).toEqual([first, second].map(photoHashOf))
  expect(await readFigures()).toEqual({ photos: 2, refused: 0 })
  expect(await countParts()).toBe(0)
  const stored = await test_.database.db
    .selectFrom('product_photos')
    .select(['source', 'actor_id', 'position'])
    .where('product_id', '=', product.id)
    .orderBy('position')
    .execute()
  expect(stored).toEqual([1, 2].map((position) => ({ source: 'one_c', actor_id: shop.admin.id, position })))
  const { results } = await call<{ results: OneCSession[] }>('GET', `one-c/nodes/${id}/sessions`)
  expect(results[0]?.files.map(({ name }) => name)).not.toContain(ONE)
})

test('a repeated package adds nothing, another picture replaces its photo, a removed photo does not come back', async () => {
  const { product, sendPictures, hashes, readPhotos, readFigures } = await connect()
  const [first, second, third] = [await pngOfColour('#c00'), await pngOfColour('#c01'), await pngOfColour('#c02')]
  await sendPictures([ONE, TWO], { [ONE]: first, [TWO]: second })
  const before = await readPhotos()
  await sendPictures([ONE, TWO], { [ONE]: first, [TWO]: second }, 'in a ZIP')
  expect(await readPhotos()).toEqual(before)
  await sendPictures([ONE, TWO], { [ONE]: third, [TWO]: second })
  expect(await hashes()).toEqual([third, second].map(photoHashOf))
  const removed = (await readPhotos())[1]
  await call('DELETE', `products/${product.id}/photos/${removed?.id}`)
  await sendPictures([ONE, TWO], { [TWO]: second })
  expect(await hashes()).toEqual([photoHashOf(third)])
  await sendPictures([ONE], {})
  expect(await readFigures()).toEqual({ photos: 1, refused: 0 })
})

test('a product gets as many photos as it may have, also from two goods; goods matched to another product give it theirs', async () => {
  const { id, sendPictures, hashes, readFigures } = await connect()
  const names = Array.from({ length: MAX_PHOTOS }, (_, at) => pictureName(`many-${at}.png`))
  const bytes = await Promise.all(names.map((_, at) => pngOfColour(`rgb(${at}, 0, 200)`, 20, 20)))
  const files = Object.fromEntries(names.map((name, at) => [name, bytes[at] ?? Buffer.alloc(0)]))
  const beyond = pictureName('beyond.png')
  await sendPictures([...names, beyond], { ...files, [beyond]: Buffer.from('broken') })
  expect(await readFigures()).toEqual({ photos: MAX_PHOTOS, refused: 0 })
  await sendPictures([ONE], { [ONE]: await pngOfColour('#d00') }, 'directly', 'g2')
  expect(await hashes()).toHaveLength(MAX_PHOTOS)
  const other = await buildProduct(test_.database.db)
  await call('POST', `one-c/nodes/${id}/goods/matches`, { matches: [{ external_id: 'g1', product_id: other.id }] })
  expect(await readFigures()).toEqual({ photos: 0, refused: 0 })
  await sendPictures(names.slice(0, 1), { [names[0] ?? '']: bytes[0] ?? Buffer.alloc(0) })
  expect(await photosOf(other.code)).toHaveLength(1)
})

test('a full package with pictures removes the goods that it lacks', async () => {
  const { id, sendPictures } = await connect({ loss_percent: 100 })
  const { db } = test_.database
  await db
    .insertInto('one_c_goods')
    .values({ ...oneCGood(id, null, 'gone'), session_id: 0 })
    .execute()
  await sendPictures([ONE], { [ONE]: await pngOfColour('#e00') })
  const left = db.selectFrom('one_c_goods').select('external_id').where('node_id', '=', id)
  expect(await left.where('is_deleted', '=', false).execute()).toEqual([{ external_id: 'g1' }])
})
