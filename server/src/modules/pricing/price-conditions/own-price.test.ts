import type { OwnPrice } from '@artikul/contract/pricing/own-price'
import { beforeAll, expect, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildContractor, buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { conditionFields } from './price-conditions.factory.ts'

const app = useTestApp()
let product: { id: number; brandId: number }
let contractorId: number
let user: Awaited<ReturnType<typeof buildUser>>
let buyer: { authorization: string }
let manager: { authorization: string }

beforeAll(buildPrices)

const open = (headers = buyer) =>
  send<{ results: OwnPrice[] }>(app, { url: `/api/v1/own-prices?product_id=${product.id}`, headers })

test('anonymous callers and staff are refused', async () => {
  expect((await send(app, { url: `/api/v1/own-prices?product_id=${product.id}` })).status).toBe(401)
  expect((await open(manager)).status).toBe(403)
  expect((await send(app, { url: '/api/v1/own-prices?product_id=0', headers: buyer })).status).toBe(400)
})

test('own price is explained by its condition, without markups and columns', async () => {
  const [before] = (await open()).json.results
  expect(before).toMatchObject({ list_kop: null, condition: null })
  const payload = conditionFields({
    ...{ contractor_id: contractorId, brand_id: product.brandId },
    effect: { kind: 'discount', hundredths: 1200 },
  })
  expect((await send(app, { method: 'POST', url: '/api/v1/price-conditions', headers: manager, payload })).status).toBe(
    201,
  )
  const [after] = (await open()).json.results
  expect(after).toMatchObject({
    list_kop: before?.price_kop,
    condition: { scope: 'company', goods: 'brand', effect: 'discount', discount_percent: 12, qty_from: 0 },
  })
  expect(after?.price_kop).toBe(Math.round((before?.price_kop ?? 0) * 0.88))
  const { db } = app.database
  await db
    .updateTable('user_contractors')
    .set({ sees_prices: false })
    .where('contractor_id', '=', contractorId)
    .execute()
  expect((await open(await loginAs(app, user))).json.results, 'an employee without prices').toEqual([])
})

async function buildPrices() {
  const { db } = app.database
  const seller = await buildSeller(db)
  const contractor = await buildContractor(db, { sellerIds: [seller.id] })
  contractorId = contractor.id
  const warehouse = await buildWarehouse(db, seller.id)
  product = await buildProduct(db)
  await buildOffer(db, product.id, warehouse.id, { purchase_kop: 100_000 })
  user = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [contractor.id] })
  buyer = await loginAs(app, user)
  manager = await loginAs(app, await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' }))
}
