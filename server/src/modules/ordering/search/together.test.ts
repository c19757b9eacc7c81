import type { ProductBrief } from '@artikul/contract/catalog/catalog'
import type { OrderPreview } from '@artikul/contract/ordering/orders/orders'
import { beforeAll, expect, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

const app = useTestApp()
let headers: { authorization: string }
let searched: { id: number; code: string }
let common: { id: number; code: string }

beforeAll(orderTogether)

test('products that three companies ordered together are suggested, those of two are not', async () => {
  const { json } = await together(searched.code)
  expect(json.results.map(({ id }) => id)).toEqual([common.id])
  expect(Object.keys(json.results[0] ?? {}).toSorted()).toEqual(['article', 'brand', 'code', 'id', 'name', 'unit'])
})

test('product without orders has no suggestions, and an unknown product is not found', async () => {
  const { code } = await buildProduct(app.database.db)
  expect((await together(code)).json.results).toEqual([])
  expect((await together('no-such-code')).status).toBe(404)
})

async function orderTogether() {
  const { db } = app.database
  const seller = await buildSeller(db)
  const warehouse = await buildWarehouse(db, seller.id)
  const goods = async () => {
    const product = await buildProduct(db)
    return { ...product, offer: (await buildOffer(db, product.id, warehouse.id, { on_hand: 100, qty_text: '100' })).id }
  }
  const [first, second, rare] = [await goods(), await goods(), await goods()]
  searched = first
  common = second
  for (let company = 0; company < 3; company++) {
    const { id } = await buildContractor(db, { sellerIds: [seller.id] })
    await buildConsignee(db, id, { is_default: true })
    headers = await loginAs(app, await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [id] }))
    const call = <T>(method: 'GET' | 'POST', url: string, payload?: object) =>
      send<T>(app, {
        method,
        url,
        headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
        ...(payload && { payload }),
      })
    for (const { offer } of company < 2 ? [first, second, rare] : [first, second])
      await call('POST', '/api/v1/cart/lines', { offer_id: offer, qty: 1 })
    const { json } = await call<OrderPreview>('GET', '/api/v1/orders/preview')
    expect((await call('POST', '/api/v1/orders', { lines: json.lines })).status).toBe(201)
  }
}

const together = (code: string) =>
  send<{ results: ProductBrief[] }>(app, { url: `/api/v1/catalog/${code}/together`, headers })
