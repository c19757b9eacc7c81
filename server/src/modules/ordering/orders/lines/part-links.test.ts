import type { Order, OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { PART_LINK_DAYS, type PartStatus } from '@artikul/contract/ordering/orders/part-links'
import { beforeAll, expect, test } from 'vitest'
import { useParties } from '../../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../../companies/consignees/consignees.factory.ts'
import { buildContractor } from '../../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../../identity/users/users.factory.ts'

const test_ = useTestApp()
const { parties, admin } = useParties(test_)
let line: Order['lines'][number]
const call = (method: 'GET' | 'POST' | 'DELETE', path: string, headers: object = admin, payload?: object) =>
  send(test_, {
    method,
    url: `/api/v1/${path}`,
    headers: { 'idempotency-key': crypto.randomUUID(), ...headers },
    ...(payload && { payload }),
  })
const readPart = (token: string) => call('POST', 'part-links/read', {}, { token })

beforeAll(async () => {
  const { db } = test_.database
  const warehouse = await buildWarehouse(db, parties.seller.id)
  const consignee = await buildConsignee(db, parties.company.id)
  const product = await buildProduct(db)
  const offer = await buildOffer(db, product.id, warehouse.id)
  await call('POST', 'cart/lines', admin, { offer_id: offer.id, qty: 2, consignee_id: consignee.id })
  const { lines } = (await call('GET', 'orders/preview')).json as OrderPreview
  const { orders } = (await call('POST', 'orders', admin, { lines })).json as { orders: PlacedOrder[] }
  const order = (await call('GET', `orders/${orders[0]?.id}`)).json as Order
  line = order.lines[0] ?? expect.fail('no line')
})

test('link is refused to anonymous callers, other companies and unknown secrets', async () => {
  const other = await buildContractor(test_.database.db, { sellerIds: [parties.seller.id] })
  const stranger = await loginAs(
    test_,
    await buildUser(test_.database.db, { role: 'CONTRACTOR_ADMIN', contractorIds: [other.id] }),
  )
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    expect((await call(method, `order-lines/${line.id}/link`, { authorization: '' })).status).toBe(401)
    expect((await call(method, `order-lines/${line.id}/link`, stranger)).status).toBe(404)
  }
  expect(await readPart('a'.repeat(43))).toMatchObject({ status: 410, json: { code: 'part_link.expired' } })
  expect((await readPart('short')).status).toBe(400)
})

test('link shows the way of the part without prices, until it is replaced, revoked or expired', async () => {
  const create = async () => ((await call('POST', `order-lines/${line.id}/link`)).json as { token: string }).token
  const first = await create()
  const { status, json, text } = await readPart(first)
  expect(status).toBe(200)
  expect(json as PartStatus).toMatchObject({ name: line.name, qty: 2, is_late: false })
  expect((json as PartStatus).steps?.[0]).toMatchObject({ stage: 'accepted', at: expect.any(String) as string })
  expect(text).not.toContain(line.article)
  expect(text).not.toMatch(/kop|brand/)

  const second = await create()
  expect((await readPart(first)).status).toBe(410)
  expect((await call('GET', `order-lines/${line.id}/link`)).json).toMatchObject({
    created_at: expect.any(String) as string,
  })
  await call('DELETE', `order-lines/${line.id}/link`)
  expect((await readPart(second)).status).toBe(410)
  expect((await call('GET', `order-lines/${line.id}/link`)).json).toEqual({ created_at: null })

  const third = await create()
  await test_.database.db
    .updateTable('order_line_links')
    .set({ created_at: new Date(test_.clock.now().getTime() - PART_LINK_DAYS * 86_400_000) })
    .execute()
  expect((await readPart(third)).status).toBe(410)
})
