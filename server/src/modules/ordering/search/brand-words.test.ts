import { MAX_NAMED, type SearchReply } from '@artikul/contract/ordering/search'
import { beforeAll, expect, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildProduct } from '../../catalog/products/catalog.factory.ts'
import { readNewNames } from '../../catalog/products/name-words.ts'
import { buildContractor, buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

/** Number of brands too large for a linear search. */
const MANY = 8500

const test_ = useTestApp()
let buyer: { authorization: string }

beforeAll(buildCatalogue)

test.each(['огромный фильтр', 'фильтр масляный ОГРОМНЫЙ', 'масляный огромный фильтры', 'огромный abkmnh'])(
  'query «%s» finds only products of the large brand',
  async (typed) => {
    const { products } = await search(typed)
    expect(products).toHaveLength(MAX_NAMED)
    expect(new Set(products.map(({ brand }) => brand))).toEqual(new Set(['ОГРОМНЫЙ']))
  },
)

test.each(['огромный кольцо', 'штуцера огромный', 'огромный штуцир'])(
  'query «%s» finds the only matching product of the large brand',
  async (typed) => {
    expect(await found(typed)).toEqual(['ОГРОМНЫЙ: Кольцо штуцера'])
  },
)

test.each([
  'масло liqui moly',
  'liqui moly 5w30',
  'моторное liqui-moly 5w-30',
  'liqui moly vfckj',
  'масло liqui moly 5w-30',
])('query «%s» finds the product of a small brand with a two-word name', async (typed) => {
  expect(await found(typed)).toEqual(['LIQUI MOLY: Масло моторное 5W-30'])
})

test('brand name in a query counts as an ordinary word when the brand has no match', async () => {
  expect(await found('огромный клапан')).toEqual([])
  expect(await found('вместо liqui moly')).toEqual(['ЧУЖОЙ: Масло моторное 5W-30 вместо Liqui Moly'])
  expect(await found('клапан обратный')).toEqual(['ЧУЖОЙ: Клапан обратный'])
  expect((await search('огромный')).found).toBe('nothing')
})

test('name of a family of makers without goods counts as an ordinary word', async () => {
  expect(await found('клапан opel')).toEqual([])
})

async function buildCatalogue() {
  const { db } = test_.database
  await buildMany('ОГРОМНЫЙ', 'Фильтр масляный')
  await buildMany('ЧУЖОЙ', 'Фильтр масляный')
  await buildProduct(db, { brand: 'ОГРОМНЫЙ', name: 'Кольцо штуцера' })
  await buildProduct(db, { brand: 'ЧУЖОЙ', name: 'Кольцо штуцера' })
  await buildProduct(db, { brand: 'ЧУЖОЙ', name: 'Клапан обратный' })
  await buildProduct(db, { brand: 'LIQUI MOLY', name: 'Масло моторное 5W-30' })
  await buildProduct(db, { brand: 'ЧУЖОЙ', name: 'Масло моторное 5W-30 вместо Liqui Moly' })
  await readNewNames(test_.appDatabase.sql)
  await test_.database.sql`analyze products`
  const company = await buildContractor(db, { sellerIds: [(await buildSeller(db)).id] })
  buyer = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [company.id] }))
}

async function buildMany(brand: string, name: string) {
  const { db, sql } = test_.database
  const { brandId } = await buildProduct(db, { brand, name: `${name} первый` })
  await sql`
    insert into products (brand_id, article, article_key, loose_key, code, name)
    select ${brandId}, 'M' || n, 'M' || n, 'M' || n, ${brand} || n, ${name} || ' ' || n
    from generate_series(1, ${MANY}) n`
}

const search = async (typed: string) =>
  (await send<SearchReply>(test_, { url: `/api/v1/search?q=${encodeURIComponent(typed)}`, headers: buyer })).json

const found = async (typed: string) => (await search(typed)).products.map(({ brand, name }) => `${brand}: ${name}`)
