import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { untilWaiting } from '../../../testing/locks.ts'
import { send, useTestApp } from '../../../testing/test-app.ts'
import {
  buildClaim,
  buildClaimShop,
  buildShipped,
  claimOf,
  posting,
  readClaim,
  upload,
  type ClaimShop,
} from './claims.factory.ts'

const test_ = useTestApp()
let shop: ClaimShop
let port: number

beforeAll(async () => {
  shop = await buildClaimShop(test_)
  await test_.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test_.app.server.address() as AddressInfo).port // the server listens on a port
})

const shortageOf = (shipmentId: number, lineId: number) => ({
  shipment_id: shipmentId,
  kind: 'shortage',
  outcome: 'offset',
  text: '',
  lines: [{ shipment_line_id: lineId, qty: 1, asked_kop: null }],
})

test('one of twenty simultaneous claims for the same piece is accepted', async () => {
  const { shipmentId, lineId } = await buildShipped(test_, shop, [1])
  const files = []
  for (let count = 0; count < 20; count += 1) files.push((await upload(test_, shop.client)).json.id)
  const replies = await Promise.all(
    files.map((id) => press(shop.client, '', { ...shortageOf(shipmentId, lineId), file_ids: [id] })),
  )
  const won = replies.filter(({ status }) => status === 201)
  const lost = replies.filter(({ status }) => status === 409)
  expect([won.length, lost.length]).toEqual([1, 19])
  expect(new Set(lost.map(({ code }) => code))).toEqual(new Set(['claim.not_eligible']))
})

test('simultaneous settlements of one claim credit the money and restock the goods once', async () => {
  const { shipmentId, lineId, order, lines } = await buildShipped(test_, shop, [3])
  const { id } = (await claimOf(test_, shop, { shipmentId, lineId, qty: 2 })).json
  const claim = await readClaim(test_, shop.handler, id)
  const line = { id: claim.lines[0]?.id, qty: 2, refusal: '' }
  const place = { text: '', hand_over_until: '2026-12-01', hand_over_to: 'Склад' }
  await press(shop.handler, `/${id}/decision`, { version: 1, lines: [{ ...line, price_kop: null }], ...place })
  await press(shop.handler, `/${id}/receipt`, { version: 2, lines: [{ id: line.id, qty: 2 }] })
  const settled = { version: 3, lines: [{ ...line, to_stock: true }], text: '' }
  const replies = await Promise.all([1, 2, 3, 4].map(() => press(shop.handler, `/${id}/settlement`, settled)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  const { db } = test_.database
  const made = await db.selectFrom('corrections').select('sum_kop').where('claim_id', '=', id).execute()
  expect(made).toEqual([{ sum_kop: (lines[0]?.price_kop ?? 0) * 2 }])
  const offer = await db.selectFrom('offers').select(['on_hand', 'reserved']).where('id', '=', order.offerId).execute()
  expect(offer).toEqual([{ on_hand: 99, reserved: 0 }])
})

test('shipment cannot be cancelled while a claim about it is being made', async () => {
  const { shipmentId } = await buildShipped(test_, shop, [1])
  const { db } = test_.database
  const cancelled = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('shipments').select('id').where('id', '=', shipmentId).forUpdate().execute()
    const reply = send<{ detail: string }>(test_, {
      ...posting(shop.manager, ''),
      url: `/api/v1/shipments/${shipmentId}/cancel`,
      payload: { reason: 'Ошибка' },
    })
    await untilWaiting(db, 1)
    await buildClaim(tx, shipmentId, shop.admin.id)
    return { reply }
  })
  const { status, json } = await cancelled.reply
  expect([status, json.detail]).toEqual([409, 'По отгрузке есть обращение: отменить её нельзя'])
})

test('claim about a cancelled shipment can be declined but not approved', async () => {
  const { shipmentId, lineId } = await buildShipped(test_, shop, [1])
  const { id } = (await claimOf(test_, shop, { shipmentId, lineId, kind: 'shortage' })).json
  const { lines } = await readClaim(test_, shop.handler, id)
  await test_.database.db
    .updateTable('shipments')
    .set({ cancelled_at: test_.clock.now(), canceller_id: shop.handlerId, cancel_reason: 'Ошибка' })
    .where('id', '=', shipmentId)
    .execute()
  const decide = (qty: number) =>
    press(shop.handler, `/${id}/decision`, {
      version: 1,
      lines: [{ id: lines[0]?.id, qty, price_kop: null, refusal: 'Отгрузка отменена' }],
      text: '',
      hand_over_until: null,
      hand_over_to: '',
    })
  expect(await decide(1)).toMatchObject({ status: 409, code: 'claim.invalid_state' })
  expect((await decide(0)).status).toBe(200)
})

/** Sends one request over a real socket. */
async function press(headers: { authorization: string }, path: string, body: object) {
  const reply = await fetch(`http://127.0.0.1:${port}/api/v1/claims${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
  })
  const json = (await reply.json()) as { id?: number; code?: string; detail?: string }
  return { status: reply.status, ...json }
}
