import type { InsideOffer, Product } from '@artikul/contract/catalog/catalog'
import type { SearchReply } from '@artikul/contract/ordering/search'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildContractor } from '../../companies/contractors/contractors.factory.ts'

type Inside = { inside: InsideOffer[] }
const app = useTestApp()
let parties: Parties
let manager: { authorization: string }
let product: Awaited<ReturnType<typeof buildProduct>>
let offer: { id: number }

beforeAll(async () => {
  const { db } = app.database
  parties = await buildParties(db)
  const warehouse = await buildWarehouse(db, parties.seller.id, { source: { name: 'ООО «Тайный поставщик»' } })
  product = await buildProduct(db, { brand: 'ГЛАЗАМИ', article: 'CLIENT-001' })
  offer = await buildOffer(db, product.id, warehouse.id, { purchase_kop: 10_000 })
  manager = await loginAs(app, parties.manager)
})
const asCompany = () => `&contractor_id=${parties.company.id}`

describe('refusals', () => {
  test('search as a client is open to order managers only', async () => {
    expect((await send(app, { url: '/api/v1/search/as-client?q=CLIENT-001' })).status).toBe(401)
    for (const person of [parties.admin, parties.employee, parties.warranty]) {
      const headers = await loginAs(app, person)
      expect((await search('', headers)).status).toBe(403)
      expect((await send(app, { url: `/api/v1/catalog/${product.code}/as-client`, headers })).status).toBe(403)
    }
  })

  test('unknown company and foreign consignee are not found', async () => {
    expect(await search('&contractor_id=2147483000')).toMatchObject({
      status: 404,
      json: { detail: 'Покупатель не найден' },
    })
    const other = await buildContractor(app.database.db, { sellerIds: [parties.seller.id] })
    const point = await buildConsignee(app.database.db, other.id)
    expect(await search(`${asCompany()}&consignee_id=${point.id}`)).toMatchObject({ status: 404 })
  })
})

test('search as a client shows client prices with supplier, purchase price and markup', async () => {
  const { json: own } = await send<SearchReply>(app, {
    url: '/api/v1/search?q=CLIENT-001',
    headers: await loginAs(app, parties.admin),
  })
  const { json } = await search(asCompany())
  const { inside, ...reply } = json
  expect(reply).toEqual(own)
  const price = own.groups[0]?.offers[0]?.price_kop ?? 0
  expect(inside).toEqual([
    {
      offer_id: offer.id,
      source: 'ООО «Тайный поставщик»',
      purchase_kop: 10_000,
      markup_hundredths: Math.round((price / 10_000 - 1) * 10_000),
    },
  ])
  expect(JSON.stringify(own)).not.toMatch(/Тайный|purchase|inside/)
})

test('product page as a client and search without a company show the purchase data', async () => {
  const card = await send<Product & Inside>(app, {
    url: `/api/v1/catalog/${product.code}/as-client?contractor_id=${parties.company.id}`,
    headers: manager,
  })
  expect(card.json.inside).toMatchObject([{ offer_id: offer.id, purchase_kop: 10_000 }])
  expect((await search('')).json.inside).toHaveLength(1)
})

const search = (query: string, headers = manager) =>
  send<SearchReply & Inside>(app, { url: `/api/v1/search/as-client?q=CLIENT-001${query}`, headers })
