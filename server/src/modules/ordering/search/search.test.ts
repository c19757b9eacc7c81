import { sql } from 'kysely'
import type { Product } from '@artikul/contract/catalog/catalog'
import type { SearchReply } from '@artikul/contract/ordering/search'
import { beforeAll, expect, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { readNewNames } from '../../catalog/products/name-words.ts'
import { buildContractor, buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()
let user: Awaited<ReturnType<typeof buildUser>>
let buyer: { authorization: string }
let own: number
let contractorId: number
let partner: number

beforeAll(buildBuyer)

test('article is found despite dashes, spaces, invisible characters and Cyrillic look-alikes', async () => {
  const { db } = test_.database
  const product = await buildProduct(db, { brand: 'VAG', article: '06A 115 561 B' })
  await buildOffer(db, product.id, own)
  for (const written of ['06A115561B', '06a-115-561-b', ' 06А 115.561 В ', '\ufeff06A115561B', '№ 06A/115/561/B']) {
    const found = await search(written)
    expect(found.groups[0]?.product.article).toBe('06A 115 561 B')
    expect(found.found).toBe('exact')
  }
})

test('look-alike digits are tried only when nothing else is found', async () => {
  const { db } = test_.database
  const product = await buildProduct(db, { brand: 'MITSUBISHI', article: '46O5A198' })
  await buildOffer(db, product.id, own)
  expect(await search('4605A198')).toMatchObject({ found: 'loose', groups: [{ product: { article: '46O5A198' } }] })
  expect(await search('4605A199')).toMatchObject({ found: 'nothing', groups: [], offers_count: 0 })
})

test('article of several brands lists the brands, and the chosen one shows analogues', async () => {
  const { db } = test_.database
  const febi = await buildProduct(db, { brand: 'FEBI', article: '22542' })
  const swag = await buildProduct(db, { brand: 'SWAG', article: '22542' })
  const other = await buildProduct(db, { brand: 'MAHLE', article: 'OC 264' })
  for (const product of [febi, swag, other]) await buildOffer(db, product.id, own)
  await db
    .insertInto('cross_references')
    .values({
      product_id: febi.id,
      related_product_id: other.id,
      kind: 'analogue',
      source: 'Каталог FEBI',
      reliability: 'sure',
    })
    .execute()
  const several = await search('22542')
  expect(several.makers.map((maker) => maker.brand).sort()).toEqual(['FEBI', 'SWAG'])
  expect(several.groups.every((group) => group.kind === 'asked')).toBe(true)
  const one = await search('22542', `&brand=${febi.brandId}`)
  expect(one.makers).toEqual([])
  expect(one.groups.map((group) => [group.kind, group.product.brand])).toEqual([
    ['asked', 'FEBI'],
    ['analogue', 'MAHLE'],
  ])
  expect(one.groups.map((group) => group.cross)).toEqual([
    undefined,
    { kind: 'analogue', source: 'Каталог FEBI', reliability: 'sure' },
  ])
})

test('price applies source and price group markups, rounded half up after each step', async () => {
  const { db } = test_.database
  const product = await buildProduct(db, { article: 'PRICE-1' })
  await buildOffer(db, product.id, own, { purchase_kop: 123_456 })
  await buildOffer(db, product.id, partner, {
    purchase_kop: 123_456,
    tracked: false,
    qty_text: '>10',
    qty_exact: false,
  })
  const { groups } = await search('PRICE-1')
  expect(groups[0]?.offers.map((offer) => offer.price_kop)).toEqual([146_295, 153_610])
  const reply = await send(test_, { url: '/api/v1/search?q=PRICE-1', headers: buyer })
  expect(reply.text).not.toMatch(/123456|purchase|markup|Источник/)
})

test('promised date is a working day and moves after the cutoff', async () => {
  const { db } = test_.database
  const product = await buildProduct(db, { article: 'TERM-1' })
  await buildOffer(db, product.id, own)
  const promised = async () => {
    const offer = (await search('TERM-1')).groups[0]?.offers[0]
    return [offer?.expected_date, offer?.guaranteed_date]
  }
  await moveTo('2026-11-17T12:59:00Z')
  expect(await promised()).toEqual(['2026-11-18', '2026-11-19'])
  await moveTo('2026-11-17T13:00:00Z')
  expect(await promised()).toEqual(['2026-11-19', '2026-11-20'])
  await moveTo('2026-11-20T09:00:00Z')
  expect(await promised()).toEqual(['2026-11-23', '2026-11-24'])
  await moveTo('2026-11-17T09:00:00Z')
})

test('stale price list is marked, later hidden, and never counts as the best price', async () => {
  const { db } = test_.database
  const product = await buildProduct(db, { article: 'STALE-1' })
  await buildOffer(db, product.id, partner, { purchase_kop: 100, tracked: false })
  await buildOffer(db, product.id, own)
  const offers = async () =>
    (await search('STALE-1')).groups[0]?.offers.map((offer) => [offer.stale, offer.is_best_price])
  expect(await offers()).toEqual([
    [false, true],
    [false, false],
  ])
  await db.updateTable('warehouses').set({ imported_at: '2026-11-14T08:00:00Z' }).where('id', '=', partner).execute()
  expect(await offers()).toEqual([
    [true, false],
    [false, true],
  ])
  await db.updateTable('warehouses').set({ imported_at: '2026-11-11T08:00:00Z' }).where('id', '=', partner).execute()
  expect(await offers()).toEqual([[false, true]])
})

test('product page shows the replacement chain, and an old code leads to it', async () => {
  const { db } = test_.database
  const older = await buildProduct(db, { article: 'OLD-1' })
  const newer = await buildProduct(db, { article: 'NEW-1' })
  await buildOffer(db, newer.id, own)
  await db
    .insertInto('cross_references')
    .values([
      { product_id: older.id, related_product_id: newer.id, kind: 'replaced_by' },
      { product_id: newer.id, related_product_id: older.id, kind: 'replaces' },
    ])
    .execute()
  await db.insertInto('product_code_redirects').values({ code: 'before-the-merge', product_id: older.id }).execute()
  const { json } = await send<Product>(test_, { url: '/api/v1/catalog/before-the-merge', headers: buyer })
  expect(json.supersession.map((product) => product.article)).toEqual(['OLD-1', 'NEW-1'])
  expect(json.replacements[0]?.product.article).toBe('NEW-1')
  const crossOf = async (article: string) => (await search(article)).groups.find(({ kind }) => kind !== 'asked')?.cross
  expect(await crossOf('OLD-1')).toEqual({ kind: 'replaced_by', source: '' })
  expect(await crossOf('NEW-1')).toBeUndefined()
  await buildOffer(db, older.id, own)
  expect(await crossOf('NEW-1')).toEqual({ kind: 'replaces', source: '' })
})

test('query is read in the most likely way, and the reply says which', async () => {
  const { db } = test_.database
  const kyb = await buildProduct(db, { brand: 'KYB', article: '333114' })
  const twin = await buildProduct(db, { brand: 'DEPO', article: '333114' })
  const bosch = await buildProduct(db, { brand: 'BOSCH', article: '0 986 452 041' })
  const knecht = await buildProduct(db, { brand: 'KNECHT', article: 'OC 9055' })
  await db.updateTable('products').set({ barcode: '4011558057916' }).where('id', '=', bosch.id).execute()
  for (const { id } of [kyb, twin, bosch, knecht]) await buildOffer(db, id, own)

  for (const written of ['KYB 333114', '333114 kyb', 'kyb333114', '333114KYB']) {
    const found = await search(written)
    expect(found, written).toMatchObject({
      found: 'read',
      key: '333114',
      interpreted_as: { brand: 'KYB', article: '333114', match_reason: 'brand' },
      makers: [],
    })
    expect(found.groups.map(({ product }) => product.brand)).toEqual(['KYB'])
  }
  const barcode = { brand: 'BOSCH', article: '0 986 452 041', match_reason: 'barcode' }
  expect(await search('4011558057916')).toMatchObject({ found: 'read', interpreted_as: barcode })
  expect((await search('986452041')).interpreted_as).toEqual({
    brand: null,
    article: '0 986 452 041',
    match_reason: 'zeros',
  })
  expect((await search('щс9055')).interpreted_as).toEqual({ brand: null, article: 'OC 9055', match_reason: 'layout' })
  expect((await search('333114')).found).toBe('exact')
  expect(await search('KYB 999999')).toMatchObject({ found: 'nothing', interpreted_as: null })
})

test('company finds a product by its own code, before guesses and only its own', async () => {
  const { db } = test_.database
  const product = await buildProduct(db, { brand: 'BOSCH', article: '0 986 494 019' })
  await buildOffer(db, product.id, own)
  await db
    .insertInto('own_codes')
    .values({
      ...{ contractor_id: contractorId, code_key: 'СКЛАД-777', product_id: product.id },
      ...{ actor_id: user.id, subject_id: user.id, updated_at: '2026-11-16T09:00:00Z' },
    })
    .execute()
  expect(await search('склад-777')).toMatchObject({
    found: 'read',
    interpreted_as: { brand: 'BOSCH', article: '0 986 494 019', match_reason: 'own_code' },
    groups: [{ kind: 'asked', product: { id: product.id } }],
  })
  const stranger = await buildContractor(db, { sellerIds: [(await buildSeller(db)).id] })
  const other = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [stranger.id] }))
  const url = `/api/v1/search?q=${encodeURIComponent('склад-777')}`
  expect((await send<SearchReply>(test_, { url, headers: other })).json.found).toBe('nothing')
})

test('product is found by words of its name in any form, order and keyboard layout', async () => {
  const { db } = test_.database
  const oil = await buildProduct(db, { brand: 'ZIC', article: 'Z-162', name: 'Масло моторное синтетическое 5W-40 X9' })
  const pads = await buildProduct(db, { brand: 'TRW', article: 'GDB-1', name: 'Колодки тормозные дисковые передние' })
  const bare = await buildProduct(db, { brand: 'ATE', article: 'ATE-1', name: 'Колодка тормозная задняя' })
  for (const { id } of [oil, pads]) await buildOffer(db, id, own)
  for (const written of ['моторное масло', 'масла моторные', 'масло синтет', 'vfckj vjnjhyjt', 'масло 5w-40']) {
    const found = await search(written)
    expect(found.found, written).toBe('name')
    expect(found.products, written).toMatchObject([{ id: oil.id, brand: 'ZIC', offers_count: 1 }])
    expect(found.products[0]?.min_price_kop).toBeGreaterThan(0)
  }
  const both = await search('тормозные колодки')
  expect(both.products.map(({ id }) => id)).toEqual([pads.id, bare.id])
  expect(both.products[1]).toMatchObject({ offers_count: 0, min_price_kop: null })
  expect(both.groups).toMatchObject([{ kind: 'found', product: { id: pads.id }, offers: [{ own_stock: true }] }])
  expect(await search('колодки ручника')).toMatchObject({ found: 'nothing', products: [] })
  for (const odd of ["масло' | !x", 'масло:*&(', '<-> масло', 'и на']) expect((await search(odd)).key).toBeDefined()
})

test('suggestions match article prefixes first, then words of names', async () => {
  const { db } = test_.database
  const first = await buildProduct(db, { brand: 'GATES', article: 'K-0155 78 XS', name: 'Ремкомплект ГРМ усиленный' })
  const second = await buildProduct(db, { brand: 'GATES', article: 'K015598XS', name: 'Ремкомплект ГРМ' })
  const suggest = async (q: string) =>
    (
      await send<{ results: { code: string }[] }>(test_, {
        url: `/api/v1/search/suggest?q=${encodeURIComponent(q)}`,
        headers: buyer,
      })
    ).json.results.map(({ code }) => code)
  expect(await suggest('к0155')).toEqual([first.code, second.code])
  expect(await suggest('K 01559')).toEqual([second.code])
  expect(await suggest('усилен ремкомпл')).toEqual([first.code])
  expect(await suggest('усиленный гр'), 'a word just begun').toEqual([first.code])
  for (const nothing of ['', 'K', '%', '…', 'нет такого']) expect(await suggest(nothing), nothing).toEqual([])
  expect((await send(test_, { url: '/api/v1/search/suggest?q=K0155' })).status).toBe(401)
})

test('brand is recognised by the names of its family', async () => {
  const { db } = test_.database
  const filter = await buildProduct(db, { brand: 'HYUNDAI/KIA', article: '26300-02503' })
  const mahle = await buildProduct(db, { brand: 'MAHLE', article: 'OX 4160' })
  for (const { id } of [filter, mahle]) await buildOffer(db, id, own)
  for (const written of ['hyundai 26300-02503', 'КИА 2630002503', '26300 02503 mobis', 'kia2630002503'])
    expect((await search(written)).interpreted_as, written).toMatchObject({
      brand: 'HYUNDAI/KIA',
      match_reason: 'brand',
    })
  expect((await search('Knecht OX4160')).interpreted_as).toMatchObject({ brand: 'MAHLE' })
})

test('misspelt word of a name is corrected, and the reply says which', async () => {
  const { db } = test_.database
  const bearing = await buildProduct(db, { brand: 'SKF', article: 'VKBA-1', name: 'Подшипник ступицы Explorer' })
  await buildOffer(db, bearing.id, own)
  const found = (products: { id: number }[], ...corrected: [string, string][]) => ({
    found: products.length > 0 ? 'name' : 'nothing',
    products,
    corrected: corrected.map(([typed, read]) => ({ typed, read })),
  })
  expect(await search('подшибник ступицы'), 'before names are read').toMatchObject(found([]))
  await readNewNames(test_.appDatabase.sql)
  const ours = [{ id: bearing.id }]
  expect(await search('подшипники ступица')).toMatchObject(found(ours))
  expect(await search('Подшибник ступецы')).toMatchObject(
    found(ours, ['подшибник', 'подшипник'], ['ступецы', 'ступицы']),
  )
  expect(await search('explroer ступицы')).toMatchObject(found(ours, ['explroer', 'explorer']))
  expect(await search('gjli,bgybr cnegbws')).toMatchObject(found(ours, ['подшбипник', 'подшипник']))
  for (const hopeless of ['подшибник ручника', 'подшибник 1234', 'схема', 'ступ1цы']) {
    expect(await search(hopeless), hopeless).toMatchObject(found([]))
  }
})

test('every product name is indexed once, also by concurrent readers', async () => {
  const { db } = test_.database
  const timesOf = async () =>
    (await db.selectFrom('name_words').select('times').where('word', '=', 'крестовина').executeTakeFirst())?.times
  const read = () => readNewNames(test_.appDatabase.sql)
  await buildProduct(db, { name: 'Крестовина карданного вала' })
  await Promise.all([read(), read()])
  expect(await timesOf()).toBe(1)
  await buildProduct(db, { name: `КРЕСТОВИНА 27x88 ${'щ'.repeat(3000)}` })
  await read()
  expect(await timesOf()).toBe(2)
})

test('suggestions tolerate a misspelt word', async () => {
  const { db } = test_.database
  const { code } = await buildProduct(db, { brand: 'GKN', article: 'SH-1', name: 'Пыльник шруса' })
  await readNewNames(test_.appDatabase.sql)
  const { json } = await send(test_, {
    url: `/api/v1/search/suggest?q=${encodeURIComponent('пыльнк шру')}`,
    headers: buyer,
  })
  expect(json).toMatchObject({ results: [{ code }] })
})

test('suggestions come from the smallest sample of names with enough matches', async () => {
  const { db } = test_.database
  const suggested = async () => {
    const url = `/api/v1/search/suggest?q=${encodeURIComponent('натяжит')}`
    const { json } = await send<{ results: { code: string }[] }>(test_, { url, headers: buyer })
    return json.results.map(({ code }) => code).toSorted()
  }
  const build = async (count: number, { from, step }: { from: number; step: number }) => {
    const codes = []
    for (let n = 0; n < count; n += 1) {
      await sql.raw(`alter table products alter column id restart with ${from + step * n}`).execute(db)
      codes.push((await buildProduct(db, { name: 'Натяжитель ремня' })).code)
    }
    return codes.toSorted()
  }
  const anywhere = await build(7, { from: 1_000_001, step: 16 })
  expect(await suggested()).toEqual(anywhere)
  const sampled = await build(8, { from: 2_000_016, step: 256 })
  expect(await suggested()).toEqual(sampled)
  const few = await build(8, { from: 3_000_064, step: 256 })
  expect(await suggested()).toEqual(few)
})

async function buildBuyer() {
  const { db } = test_.database
  const seller = await buildSeller(db)
  const contractor = await buildContractor(db, { sellerIds: [seller.id], markup: 1850 })
  own = (await buildWarehouse(db, seller.id, { warehouse: { term_days: 1, cutoff: '16:00', guarantee_days: 1 } })).id
  partner = (
    await buildWarehouse(db, seller.id, {
      source: { kind: 'partner', markup_hundredths: 500, fresh_hours: 72 },
      warehouse: { term_days: 3, imported_at: '2026-11-16T09:00:00Z', return_days: 0 },
    })
  ).id
  contractorId = contractor.id
  user = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [contractorId] })
  buyer = await loginAs(test_, user)
}

/** Moves the clock and issues a token that is valid then. */
async function moveTo(moment: string) {
  test_.clock.set(moment)
  buyer = await loginAs(test_, user)
}

const search = async (q: string, more = '') =>
  (await send<SearchReply>(test_, { url: `/api/v1/search?q=${encodeURIComponent(q)}${more}`, headers: buyer })).json
