import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Product } from '@artikul/contract/catalog/catalog'
import type { ContentImport, ContentKind, ProductProperty } from '@artikul/contract/catalog/product-content'
import { photoUrl, type ProductPhoto } from '@artikul/contract/catalog/product-photos'
import type { SearchReply } from '@artikul/contract/ordering/search'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jpegOf } from '../../../testing/files/photos.ts'
import { useParties } from '../../../testing/parties.factory.ts'
import { loginAs, purgeAt, runJob, send, useTestApp } from '../../../testing/test-app.ts'
import { buildProduct } from '../products/catalog.factory.ts'
import { createPhotoDownloads, downloadPhoto } from './download-photo.ts'
import { buildPhoto, pngOfColour, zipOf } from './product-content.factory.ts'

const test_ = useTestApp({ PRIVATE_URLS: 'on' })
const { parties, manager } = useParties(test_)
const IMPORTS = '/api/v1/product-content-imports'
const NOWHERE = 2_000_000_000

const upload = <T>(url: string, payload: Buffer, headers: object = manager) =>
  send<T & { code?: string; detail?: string }>(test_, {
    ...{ method: 'POST', url, payload },
    headers: { ...headers, 'content-type': 'application/octet-stream' },
  })
const act = <T>(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, headers: object = manager) =>
  send<T & { code?: string; errors?: { path: string; message: string }[] }>(test_, {
    ...{ method, url, headers: { ...headers } },
    ...(payload && { payload }),
  })
const addPhoto = (id: number, bytes: Buffer, headers?: object) =>
  upload<ProductPhoto>(`/api/v1/products/${id}/photos`, bytes, headers)
const readProduct = async (code: string) =>
  (await act<Product>('GET', `/api/v1/catalog/${code}`, undefined, await loginAs(test_, parties.admin))).json
const hashesOf = async (code: string) => (await readProduct(code)).photos.map(({ hash }) => hash)

/** Uploads a file, runs the job, and returns the finished import. */
async function load(kind: ContentKind, name: string, bytes: Buffer): Promise<ContentImport> {
  const sent = await upload<ContentImport>(`${IMPORTS}?kind=${kind}&name=${encodeURIComponent(name)}`, bytes)
  expect([sent.status, sent.text]).toEqual([201, sent.text])
  expect(sent.json).toMatchObject({ state: 'queued', ended_at: null })
  await runJob(test_.app, 'product_content')
  return (await act<ContentImport>('GET', `${IMPORTS}/${sent.json.id}`)).json
}
const reportOf = async (id: number) => (await act('GET', `${IMPORTS}/${id}/refused.csv`)).text
const loadTable = (text: string) => load('properties', 'свойства.csv', Buffer.from(text))

test('photos and properties are changed by order managers only', async () => {
  const { id } = await buildProduct(test_.database.db)
  const photo = (await addPhoto(id, await pngOfColour('#123'))).json.id
  const calls = (headers: object) => [
    addPhoto(id, jpegOf(), headers),
    act('POST', `/api/v1/products/${id}/photos/by_url`, { url: 'https://photo.test/1.png', licence: '' }, headers),
    act('POST', `/api/v1/products/${id}/photos/${photo}/first`, {}, headers),
    act('DELETE', `/api/v1/products/${id}/photos/${photo}`, undefined, headers),
    act('POST', `/api/v1/products/${id}/properties`, { before: [], properties: [] }, headers),
    act('GET', IMPORTS, undefined, headers),
    act('GET', `${IMPORTS}/1`, undefined, headers),
    act('GET', `${IMPORTS}/1/refused.csv`, undefined, headers),
    upload(`${IMPORTS}?kind=photos&name=a.zip`, jpegOf(), headers),
  ]
  const statuses = async (headers: object) => (await Promise.all(calls(headers))).map(({ status }) => status)
  expect(await statuses({})).toEqual(Array(9).fill(401))
  for (const person of [parties.admin, parties.employee, parties.warranty])
    expect(await statuses(await loginAs(test_, person))).toEqual(Array(9).fill(403))
})

describe('photo by its address', () => {
  let server: Server
  let origin: string
  let picture: Buffer
  let otherPicture: Buffer
  let weakCalls = 0
  beforeAll(async () => {
    picture = await pngOfColour('#135')
    otherPicture = await pngOfColour('#246')
    server = createServer((request, reply) => {
      if (request.url === '/huge.png') reply.writeHead(200, { 'content-length': 1024 ** 3 }).flushHeaders()
      else if (request.url === '/moved.png') reply.writeHead(302, { location: '/photo.png' }).end()
      else if (request.url === '/photo.png') reply.writeHead(200, { 'content-type': 'text/plain' }).end(picture)
      else if (request.url === '/weak.png' && ++weakCalls === 1) reply.writeHead(503).end()
      else if (request.url?.startsWith('/weak')) reply.writeHead(200).end(otherPicture)
      else reply.writeHead(request.url === '/page.html' ? 200 : 404).end('<html></html>')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())
  const add = (url: string, id: number) =>
    act<ProductPhoto & { detail?: string }>('POST', `/api/v1/products/${id}/photos/by_url`, { url, licence: 'Завод' })

  test('is refused with the reason, and a private address is never contacted', async () => {
    const { id } = await buildProduct(test_.database.db)
    await expect(downloadPhoto('http://127.0.0.1/photo.png', false)).rejects.toThrow(
      'Адрес ведёт во внутреннюю сеть и не разрешён',
    )
    for (const [url, why] of [
      ['ftp://photo.test/1.png', /должен начинаться/],
      [`${origin}/absent.png`, /ошибкой 404/],
      [`${origin}/moved.png`, /перенаправляет/],
      [`${origin}/huge.png`, /больше 20 МБ/],
      [`${origin}/page.html`, /./],
    ] as const) {
      const { status, json } = await add(url, id)
      expect([url, status, json.code]).toEqual([url, 422, 'file.refused'])
      expect(json.detail).toMatch(why)
    }
    expect((await add(`${origin}/photo.png`, NOWHERE)).status).toBe(404)
  })

  test('is downloaded with one other of its server at most, and a server that fails is left alone', async () => {
    let [now, most, calls] = [0, 0, 0]
    const slow = createServer((request, reply) => {
      calls += 1
      most = Math.max(most, (now += 1))
      setTimeout(() => {
        now -= 1
        reply.writeHead(request.url === '/down' ? 429 : 200).end('ok')
      }, 20)
    })
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
    const download = createPhotoDownloads({ allowsPrivate: true, pauseMs: 1 })
    const get = (path: string) => download(`${address}${path}`, async (bytes) => bytes.toString())
    expect(await Promise.all(Array.from({ length: 6 }, () => get('/up')))).toEqual(Array(6).fill('ok'))
    expect([most, calls]).toEqual([2, 6])
    calls = 0
    const refused = await Promise.allSettled(Array.from({ length: 20 }, () => get('/down')))
    expect(refused.every(({ status }) => status === 'rejected')).toBe(true)
    // Five or six are tried four times each: two run at once.
    expect(calls).toBeGreaterThanOrEqual(20)
    expect(calls).toBeLessThanOrEqual(24)
    slow.close()
  })

  test('is stored with its address and licence, whatever type the server names', async () => {
    const { db } = test_.database
    const { id } = await buildProduct(db)
    const { status, json } = await add(`${origin}/photo.png`, id)
    expect([status, json.licence]).toEqual([201, 'Завод'])
    const stored = await db.selectFrom('product_photos').selectAll().where('id', '=', json.id).executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ source: 'url', source_url: `${origin}/photo.png`, licence: 'Завод' })
    expect((await add(`${origin}/photo.png`, id)).json.code).toBe('product_photo.exists')
  })

  test('is downloaded from a table with a retry, and failures are reported with the article', async () => {
    const { db } = test_.database
    const { id, code } = await buildProduct(db, { brand: 'ССЫЛКИ', article: 'URL-1' })
    await buildProduct(db, { brand: 'ССЫЛКИ', article: 'URL-2' })
    const table = [
      'Артикул;Бренд;Фото (ссылка);Вязкость',
      `URL-1;ССЫЛКИ;${origin}/photo.png, ${origin}/weak.png ${origin}/photo.png;5W-40`,
      `URL-2;ССЫЛКИ;${origin}/absent.png ftp://photo.test/1.png ${origin}/page.html;`,
      `URL-3;ССЫЛКИ;${origin}/photo.png;`,
    ].join('\n')
    const done = await loadTable(table)
    expect(done).toMatchObject({
      ...{ state: 'done', total_count: 3, processed_count: 3, saved_count: 3, products_count: 1, refused_count: 2 },
    })
    const stored = db.selectFrom('product_photos').select(['source', 'source_url']).where('product_id', '=', id)
    expect(await stored.orderBy('position').execute()).toEqual([
      { source: 'url', source_url: `${origin}/photo.png` },
      { source: 'url', source_url: `${origin}/weak.png` },
    ])
    expect([weakCalls, (await readProduct(code)).properties]).toEqual([
      2,
      [{ name: 'Вязкость', value: '5W-40', unit: '' }],
    ])
    const report = await reportOf(done.id)
    expect(report).toContain('ССЫЛКИ URL-2')
    expect(report).toMatch(
      /absent\.png: Сервер ответил ошибкой 404; ftp:.*должен начинаться.*page\.html: Нужна фотография/,
    )
    expect(await loadTable(table)).toMatchObject({ state: 'done', saved_count: 0, known_count: 3, refused_count: 2 })
    expect(weakCalls, 'known addresses are not downloaded again').toBe(2)
  })
})

describe('photo', () => {
  test('of another product and of an unknown one is not found', async () => {
    const { db } = test_.database
    const [one, other] = [await buildProduct(db), await buildProduct(db)]
    const { id } = (await addPhoto(one.id, await pngOfColour('#456'))).json
    for (const [method, url] of [
      ['DELETE', `/api/v1/products/${other.id}/photos/${id}`],
      ['POST', `/api/v1/products/${other.id}/photos/${id}/first`],
      ['DELETE', `/api/v1/products/${NOWHERE}/photos/${id}`],
      ['GET', photoUrl('0'.repeat(32), 'picture')],
      ['GET', `${IMPORTS}/${NOWHERE}`],
    ] as const)
      expect([url, (await act(method, url, method === 'POST' ? {} : undefined)).status]).toEqual([url, 404])
    expect((await addPhoto(NOWHERE, jpegOf())).status).toBe(404)
    expect(await hashesOf(one.code)).toHaveLength(1)
  })

  test('that is no picture, is repeated or would be the twenty-first is refused', async () => {
    const { id } = await buildProduct(test_.database.db)
    const refused = { code: 'file.refused' }
    expect((await addPhoto(id, Buffer.from('GIF89a'))).json).toMatchObject(refused)
    expect((await addPhoto(id, jpegOf({ width: 9000, height: 9000 }))).json).toMatchObject(refused)
    expect((await addPhoto(id, await pngOfColour('#789'))).status).toBe(201)
    const again = await addPhoto(id, await pngOfColour('#789'))
    expect(again).toMatchObject({ status: 409, json: { code: 'product_photo.exists' } })
    for (let at = 1; at < 20; at += 1) await buildPhoto(test_.database.db, id, `#0000${at + 10}`)
    expect((await addPhoto(id, await pngOfColour('#abc'))).json.detail).toBe('У товара не больше 20 фото')
  })

  test('is stored in two sizes without metadata and cached for ever, and a small one is not enlarged', async () => {
    const { id, article } = await buildProduct(test_.database.db)
    const big = await sharp(await pngOfColour('#a00', 2000, 1000))
      .withExif({ IFD0: { Artist: 'Пётр' } })
      .jpeg()
      .toBuffer()
    const { json } = await addPhoto(id, big)
    expect(json).toMatchObject({ width: 1000, height: 500, licence: '' })
    const bytesOf = async (hash: string, size: 'thumbnail' | 'picture') => {
      const { statusCode, headers, rawPayload } = await test_.app.inject(photoUrl(hash, size))
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      return sharp(rawPayload).metadata()
    }
    expect(await bytesOf(json.hash, 'picture')).toMatchObject({ format: 'webp', width: 1000 })
    const thumbnail = await bytesOf(json.hash, 'thumbnail')
    expect(thumbnail).toMatchObject({ width: 160, height: 80 })
    expect(thumbnail.exif).toBeUndefined()
    const small = (await addPhoto(id, await pngOfColour('#0a0', 90, 60))).json
    expect(await bytesOf(small.hash, 'thumbnail')).toMatchObject({ width: 90, height: 60 })
    const search = await act<SearchReply>(
      'GET',
      `/api/v1/search?q=${article}`,
      undefined,
      await loginAs(test_, parties.admin),
    )
    expect(search.json.groups[0]?.product.photo).toBe(json.hash)
  })

  test('made first leads the others and the search, and a removed one disappears from both', async () => {
    const { db } = test_.database
    const { id, code } = await buildProduct(db)
    const photos: ProductPhoto[] = []
    for (const colour of ['#111', '#222', '#333']) photos.push((await addPhoto(id, await pngOfColour(colour))).json)
    const [one, two, three] = photos.map(({ hash }) => hash)
    const firstOf = async () =>
      (await db.selectFrom('products').select('photo_hash').where('id', '=', id).executeTakeFirstOrThrow()).photo_hash
    await act('POST', `/api/v1/products/${id}/photos/${photos[2]?.id}/first`, {})
    expect([await hashesOf(code), await firstOf()]).toEqual([[three, one, two], three])
    for (const { id: photo } of photos) await act('DELETE', `/api/v1/products/${id}/photos/${photo}`)
    expect([await hashesOf(code), await firstOf()]).toEqual([[], null])
    await purgeAt(test_, 'product_photo_files', new Date(Date.now() + 2 * 86_400_000))
    expect((await act('GET', photoUrl(one ?? '', 'picture'))).status).toBe(404)
  })
})

describe('properties', () => {
  const set = (id: number, before: ProductProperty[], properties: ProductProperty[]) =>
    act(`POST`, `/api/v1/products/${id}/properties`, { before, properties })
  const volume = { name: 'Объём', value: '4', unit: 'л' }

  test('with an empty value, a repeated name or of an unknown product are refused', async () => {
    const { id } = await buildProduct(test_.database.db)
    expect((await set(id, [], [{ ...volume, value: ' ' }])).json.errors?.[0]?.path).toBe('properties.0.value')
    const repeated = await set(id, [], [volume, { ...volume, name: 'объём' }])
    expect(repeated.json.errors?.[0]).toEqual({
      path: 'properties.1.name',
      message: 'Такое свойство уже есть в списке',
    })
    expect((await set(NOWHERE, [], [volume])).status).toBe(404)
  })

  test('changed meanwhile are not overwritten', async () => {
    const { id, code } = await buildProduct(test_.database.db)
    const viscosity = { name: 'Вязкость', value: '5W-40', unit: '' }
    expect((await set(id, [], [viscosity, volume])).status).toBe(200)
    expect((await set(id, [], [volume])).json.code).toBe('stale')
    expect((await readProduct(code)).properties).toEqual([viscosity, volume])
  })
})

describe('archive of photos', () => {
  test('that is no archive, is empty or leaves its folder is refused at once', async () => {
    const refuse = async (bytes: Buffer) => (await upload(`${IMPORTS}?kind=photos&name=a.zip`, bytes)).json.code
    expect(await refuse(Buffer.from('не архив'))).toBe('file.refused')
    expect(await refuse(await zipOf({}))).toBe('file.refused')
    expect(await refuse(await zipOf({ '.DS_Store': Buffer.from('x') }))).toBe('file.refused')
    const evil = await zipOf({ 'aa/OC90.png': await pngOfColour('#111') })
    expect(await refuse(Buffer.from(evil.toString('latin1').replaceAll('aa/OC90', '../OC90'), 'latin1'))).toBe(
      'file.refused',
    )
  })

  test('assigns photos by article, maker, folder and number, and reports the rest', async () => {
    const { db } = test_.database
    const [knecht, bosch, same] = [
      await buildProduct(db, { brand: 'ФОТОБРЕНД', article: 'PH-90' }),
      await buildProduct(db, { brand: 'ФОТОБОШ', article: 'PH-77' }),
      await buildProduct(db, { brand: 'ФОТОБРЕНД', article: 'PH-77' }),
    ]
    const png = Object.fromEntries(
      await Promise.all(['#100', '#200', '#300', '#400', '#500'].map(async (one) => [one, await pngOfColour(one)])),
    ) as Record<string, Buffer>
    const [a, b, c, d, e] = Object.values(png) as [Buffer, Buffer, Buffer, Buffer, Buffer]
    const archive = await zipOf({
      'Фото/ph90_2.png': b,
      'Фото/PH-90.png': a,
      'Фото/ФОТОБОШ_PH-77.png': c,
      'ФОТОБРЕНД/PH-77.png': d,
      'PH-77.png': e,
      'НЕТ-ТАКОГО.png': e,
      'Фото/PH 90.png': e,
      'ФОТОБРЕНД/PH-77_2.png': Buffer.from('не картинка'),
      '__MACOSX/._PH-90.png': Buffer.from('x'),
    })
    const done = await load('photos', 'фото.zip', archive)
    expect(done).toMatchObject({
      ...{ state: 'done', total_count: 8, processed_count: 8, saved_count: 4, products_count: 3 },
      ...{ known_count: 0, refused_count: 4, failure: '', author: 'Иванова Мария' },
    })
    expect(await hashesOf(knecht.code)).toHaveLength(2)
    expect([await hashesOf(bosch.code), await hashesOf(same.code)].map((all) => all.length)).toEqual([1, 1])
    const report = await reportOf(done.id)
    expect(report).toContain('Подходит несколько товаров: ФОТОБОШ PH-77, ФОТОБРЕНД PH-77')
    expect(report).toContain('НЕТ-ТАКОГО.png;Такого артикула нет в каталоге')
    expect(report).toContain('В архиве уже есть фото этого товара с тем же номером')
    expect(report).toContain('Нужна фотография JPEG, PNG или WebP')
  })

  test('without a single known article ends with a report', async () => {
    const done = await load('photos', 'чужое.zip', await zipOf({ 'НЕТ-1.png': await pngOfColour('#111') }))
    expect(done).toMatchObject({ state: 'done', saved_count: 0, refused_count: 1, failure: '' })
  })

  test('loaded again adds nothing, and a new picture of a number replaces the imported one but no other', async () => {
    const { db } = test_.database
    const { id, code } = await buildProduct(db, { brand: 'ПОВТОР', article: 'RE-1' })
    const first = await zipOf({ 'RE-1.png': await pngOfColour('#610') })
    expect(await load('photos', 'a.zip', first)).toMatchObject({ saved_count: 1 })
    expect(await load('photos', 'a.zip', first)).toMatchObject({ saved_count: 0, known_count: 1 })
    const [old] = await hashesOf(code)
    await load('photos', 'b.zip', await zipOf({ 'RE-1.png': await pngOfColour('#620') }))
    const [fresh] = await hashesOf(code)
    expect(fresh).not.toBe(old)
    await addPhoto(id, await pngOfColour('#630'))
    await load('photos', 'c.zip', await zipOf({ 'RE-1_2.png': await pngOfColour('#640') }))
    expect(await hashesOf(code)).toHaveLength(3)
    const events = await db
      .selectFrom('audit_log')
      .select('object')
      .where('event', '=', 'product_content.imported')
      .where('object', 'in', ['a.zip', 'b.zip', 'c.zip'])
      .execute()
    expect(events).toHaveLength(4)
  })
})

describe('table of properties', () => {
  test('without a maker, an article or a property is refused at once', async () => {
    for (const text of ['Бренд;Артикул\nA;B\n', 'Артикул;Вязкость\nA;5W-40\n', 'Бренд;Артикул;Вязкость\n', '']) {
      const { json } = await upload(`${IMPORTS}?kind=properties&name=a.csv`, Buffer.from(text))
      expect([text, json.code]).toEqual([text, 'file.refused'])
    }
  })

  test('adds and changes properties of known products, and reports other rows', async () => {
    const { db } = test_.database
    const { code } = await buildProduct(db, { brand: 'СВОЙСТВА', article: 'PR-1' })
    const table = [
      'Артикул;Бренд;Наименование;Цена;Вязкость;Объём, л;Высота (мм)',
      'PR-1;СВОЙСТВА;Масло;100;5W-40;4,5;',
      'PR-1;СВОЙСТВА;Масло;100;0W-20;1;',
      'PR-2;СВОЙСТВА;Масло;100;0W-20;1;',
      'PR-1;НЕТ ТАКОГО;Масло;100;0W-20;1;',
      '1,23E+15;СВОЙСТВА;Масло;100;0W-20;1;',
    ].join('\n')
    const done = await loadTable(table)
    expect(done).toMatchObject({ state: 'done', total_count: 5, saved_count: 2, products_count: 1, refused_count: 4 })
    expect((await readProduct(code)).properties).toEqual([
      { name: 'Вязкость', value: '5W-40', unit: '' },
      { name: 'Объём', value: '4,5', unit: 'л' },
    ])
    const report = await reportOf(done.id)
    expect(report).toContain('Этот товар уже есть в строке 2')
    expect(report).toContain('Такого артикула нет в каталоге')
    expect(report).toContain('Такого бренда нет в каталоге')
    const stored = await db
      .selectFrom('product_properties')
      .innerJoin('products', 'products.id', 'product_id')
      .select('number')
      .where('code', '=', code)
      .orderBy('position')
      .execute()
    expect(stored.map(({ number }) => number)).toEqual([null, 4.5])
    expect(await loadTable('Артикул;Бренд;Вязкость;Объём, л\nPR-1;СВОЙСТВА;;5\n')).toMatchObject({ saved_count: 1 })
    expect((await readProduct(code)).properties.map(({ value }) => value)).toEqual(['5W-40', '5'])
  })

  test('imports are listed newest first', async () => {
    const { json } = await act<{ results: ContentImport[] }>('GET', IMPORTS)
    expect(json.results[0]).toMatchObject({ kind: 'properties', file_name: 'свойства.csv', state: 'done' })
    expect(json.results.map(({ id }) => id)).toEqual(json.results.map(({ id }) => id).toSorted((a, b) => b - a))
  })
})
