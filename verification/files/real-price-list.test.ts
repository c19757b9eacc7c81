import { join } from 'node:path'
import type { OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import type { SearchReply } from '@artikul/contract/ordering/search'
import { expect, test } from 'vitest'
import { buildConsignee } from '../../server/src/modules/companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../server/src/modules/companies/contractors/contractors.factory.ts'
import { importPriceList } from '../../server/src/modules/suppliers/price-list-import/index.ts'
import { buildUser } from '../../server/src/modules/identity/users/users.factory.ts'
import { loginAs, send, useTestApp } from '../../server/src/testing/test-app.ts'
import { SHARED_DATA } from './shared-data.ts'

const test_ = useTestApp()
const path = join(SHARED_DATA, 'price-lists/ramas_price.xls')

test('part of a real price list is found by four spellings of its number and ordered', async () => {
  const { db } = test_.database
  test_.clock.set(new Date().toISOString())
  const seller = await buildSeller(db)
  const contractor = await buildContractor(db, { sellerIds: [seller.id] })
  await buildConsignee(db, contractor.id, { is_default: true })
  const headers = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [contractor.id] }))
  const request = { path, warehouse: 'Рамас', markupHundredths: 1200 }
  expect(await importPriceList(test_.database, request)).toMatchObject({ accepted: 13_715 })

  const replies: SearchReply[] = []
  for (const typed of ['04105409AE', '0410-5409-AE', '0410 5409 ае', ' 04105409 АЕ ']) {
    const url = `/api/v1/search?q=${encodeURIComponent(typed)}`
    replies.push((await send<SearchReply>(test_, { url, headers })).json)
  }
  expect(new Set(replies.map((reply) => reply.groups[0]?.product.article))).toEqual(new Set(['04105409AE']))

  const offer = replies[0]?.groups[0]?.offers[0]
  await send(test_, { method: 'POST', url: '/api/v1/cart/lines', headers, payload: { offer_id: offer?.id, qty: 1 } })
  const preview = await send<OrderPreview>(test_, { url: '/api/v1/orders/preview', headers })
  const placed = await send<{ orders: PlacedOrder[] }>(test_, {
    method: 'POST',
    url: '/api/v1/orders',
    headers: { ...headers, 'idempotency-key': 'a-real-part' },
    payload: { lines: preview.json.lines },
  })
  expect(placed).toMatchObject({ status: 201, json: { orders: [{ status: 'in_work', total_kop: offer?.price_kop }] } })
})
