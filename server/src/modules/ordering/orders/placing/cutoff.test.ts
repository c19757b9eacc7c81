import type { OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildParties } from '../../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../../companies/consignees/consignees.factory.ts'

const test_ = useTestApp()
// Tuesday; goods arrive the next day when ordered before 16:00 in Moscow.
const BEFORE = '2026-11-17T12:59:59.999Z'
const CUTOFF = '2026-11-17T13:00:00.000Z'

let buyer: { authorization: string }
let offerId: number

beforeAll(async () => {
  const { db } = test_.database
  const parties = await buildParties(db)
  await buildConsignee(db, parties.company.id, { is_default: true })
  const warehouse = await buildWarehouse(db, parties.seller.id, { warehouse: { cutoff: '16:00', term_days: 1 } })
  offerId = (await buildOffer(db, (await buildProduct(db)).id, warehouse.id, { on_hand: 1000 })).id
  test_.clock.set(BEFORE)
  buyer = await loginAs(test_, parties.admin)
})

test('order placed around the cutoff gets a creation time and a promised date on the same side of it', async () => {
  const { now } = test_.clock
  onTestFinished(() => {
    test_.clock.now = now
  })
  const outcomes = new Set<string>()
  for (let look = 0, looks = 1; look <= looks; look += 1) {
    const placed = await placeWhile(look)
    looks = placed.looks
    const order = await test_.database.db
      .selectFrom('orders')
      .select(['created_at', 'expected_date'])
      .where('number', '=', placed.number)
      .executeTakeFirst()
    if (placed.status === 409) expect(placed.code).toBe('order.changed')
    else expect(order, `${look} of ${looks}`).toEqual({ created_at: new Date(BEFORE), expected_date: '2026-11-18' })
    outcomes.add(String(placed.status))
  }
  expect(outcomes).toEqual(new Set(['201', '409']))
})

/** Installs a clock that passes the cut-off from its given reading on, and counts the readings. */
function passCutoffAt(look: number) {
  const { clock } = test_
  const { now } = clock
  let looks = 0
  clock.now = () => new Date((looks += 1) > look ? CUTOFF : BEFORE)
  return () => {
    clock.now = now
    return looks
  }
}

async function placeWhile(look: number) {
  await send(test_, {
    method: 'POST',
    url: '/api/v1/cart/lines',
    headers: buyer,
    payload: { offer_id: offerId, qty: 1 },
  })
  const { lines } = (await send<OrderPreview>(test_, { url: '/api/v1/orders/preview', headers: buyer })).json
  const restore = passCutoffAt(look)
  const { status, json } = await send<{ orders?: PlacedOrder[]; code?: string }>(test_, {
    method: 'POST',
    url: '/api/v1/orders',
    headers: { ...buyer, 'idempotency-key': `at-${look}` },
    payload: { lines },
  })
  return { looks: restore(), status, code: json.code, number: json.orders?.[0]?.number ?? '' }
}
