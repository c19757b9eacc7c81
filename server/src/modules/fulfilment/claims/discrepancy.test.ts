import type { Shipment } from '@artikul/contract/fulfilment/shipments'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { textOfFile } from '../../../testing/files/file-text.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { buildClaimShop, buildShipped, claimOf, posting, readClaim, upload, type ClaimShop } from './claims.factory.ts'

const test_ = useTestApp()
let shop: ClaimShop
let foreign: ClaimShop

beforeAll(async () => {
  shop = await buildClaimShop(test_)
  foreign = await buildClaimShop(test_)
})
beforeEach(() => test_.clock.set('2026-11-17T09:00:00Z'))

type Who = { authorization: string }
const photo = async () => (await upload(test_, shop.client)).json.id
const readShipment = async (id: number) =>
  (await send<Shipment>(test_, { url: `/api/v1/shipments/${id}`, headers: shop.client })).json
const claimsOf = (shipmentId: number) =>
  test_.database.db.selectFrom('claims').select(['kind', 'outcome']).where('shipment_id', '=', shipmentId).execute()

describe('difference report', () => {
  test('is refused to staff and other companies, and an invalid claim has an error on its field', async () => {
    const { shipmentId, lineId } = await buildShipped(test_, shop, [3])
    const body = [shortage(lineId, [await photo()])]
    for (const who of [shop.manager, shop.handler]) expect((await differ(who, shipmentId, body)).status).toBe(403)
    expect((await differ({ authorization: '' }, shipmentId, body)).status).toBe(401)
    expect((await differ(foreign.client, shipmentId, body)).status).toBe(404)
    const own = await buildShipped(test_, foreign, [1])
    expect((await differ(shop.client, shipmentId, [shortage(own.lineId, [await photo()])])).status).toBe(404)
    const refused = async (claims: object[]) => {
      const { status, json } = await differ(shop.client, shipmentId, claims)
      return [status, json.code, json.errors?.[0]?.path]
    }
    expect(await refused([])).toEqual([400, 'input.invalid', 'claims'])
    expect(await refused([...body, ...body])).toEqual([400, 'input.invalid', 'claims'])
    expect(await refused([shortage(lineId, [])])).toEqual([400, 'input.invalid', 'claims.0.file_ids'])
    expect(await refused([shortage(lineId, [], { kind: 'warranty' })])).toEqual([400, 'input.invalid', 'claims.0.kind'])
    const more = [{ shipment_line_id: lineId, qty: 4 }]
    expect(await refused([shortage(lineId, [await photo()], { lines: more })])).toEqual([
      409,
      'claim.not_eligible',
      'claims.0.lines.0.qty',
    ])
    // Refused as a whole: the shipment still waits for its receipt.
    expect(await readShipment(shipmentId)).toMatchObject({ state: 'shipped', received: null })
    expect(await claimsOf(shipmentId)).toEqual([])
  })

  test('marks the shipment as received and makes one claim per kind of difference', async () => {
    const { shipmentId, lines } = await buildShipped(test_, shop, [3, 2])
    const [first, second] = [lines[0]?.id ?? 0, lines[1]?.id ?? 0]
    const reply = await differ(shop.client, shipmentId, [
      shortage(first, [await photo()]),
      shortage(second, [await photo()], { kind: 'damage', outcome: 'exchange', text: 'Мятая коробка' }),
      { ...shortage(second, []), kind: 'surplus', outcome: 'take_back' },
    ])
    expect(reply.status, reply.text).toBe(201)
    expect(reply.json.claims.map(({ kind }) => kind)).toEqual(['shortage', 'damage', 'surplus'])
    expect(await readShipment(shipmentId)).toMatchObject({ state: 'received', can: { accept: false } })
    const damage = await readClaim(test_, shop.handler, reply.json.claims[1]?.id ?? 0)
    expect(damage).toMatchObject({ kind: 'damage', text: 'Мятая коробка', lines: [{ qty: 1 }] })
    expect(damage.messages[0]?.files).toHaveLength(1)
  })

  test('sent from two phones at once makes one claim', async () => {
    const { shipmentId, lineId } = await buildShipped(test_, shop, [3])
    const bodies = [[shortage(lineId, [await photo()])], [shortage(lineId, [await photo()])]]
    const replies = await Promise.all(bodies.map((body) => differ(shop.client, shipmentId, body)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(replies.find(({ status }) => status === 409)?.json).toMatchObject({
      code: 'shipment.invalid_state',
      detail: 'Отгрузка уже получена',
    })
    expect(await claimsOf(shipmentId)).toHaveLength(1)
  })

  test('repeated with one idempotency key gets the same answer', async () => {
    const { shipmentId, lineId } = await buildShipped(test_, shop, [1])
    const press = posting(shop.client, `/shipments/${shipmentId}/differences`, {
      claims: [shortage(lineId, [await photo()])],
    })
    const first = await send<Reply>(test_, press)
    expect((await send<Reply>(test_, press)).json).toEqual(first.json)
    expect(await claimsOf(shipmentId)).toHaveLength(1)
  })
})

describe('claim documents', () => {
  const paper = (who: Who, id: number, name: 'act' | 'label') =>
    test_.app.inject({ url: `/api/v1/claims/${id}/${name}`, headers: who })
  const nameOf = (reply: { headers: Record<string, unknown> }) =>
    decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(String(reply.headers['content-disposition']))?.[1] ?? '')

  test('are hidden from strangers and other companies, and the label exists only after approval', async () => {
    const { shipmentId, lineId } = await buildShipped(test_, shop, [1])
    const { id } = (await claimOf(test_, shop, { shipmentId, lineId })).json
    for (const name of ['act', 'label'] as const) {
      expect((await paper({ authorization: '' }, id, name)).statusCode).toBe(401)
      expect((await paper(foreign.client, id, name)).statusCode).toBe(404)
    }
    expect((await paper(shop.client, id, 'label')).json()).toMatchObject({ code: 'claim.invalid_state' })
  })

  test('describe the claim without prices', async () => {
    const { shipmentId, lineId, number: shipped } = await buildShipped(test_, shop, [3])
    const { id, number } = (await claimOf(test_, shop, { shipmentId, lineId, qty: 2 })).json
    const [line] = (await readClaim(test_, shop.client, id)).lines
    for (const who of [shop.client, shop.handler, shop.manager]) {
      const reply = await paper(who, id, 'act')
      expect(nameOf(reply)).toBe(`Акт рекламации ${number}.pdf`)
      const text = textOfFile(reply.rawPayload).replaceAll('\n', '')
      for (const shown of [
        `Акт рекламации № ${number}`,
        shipped,
        line?.article ?? '?',
        'Деталь с трещиной',
        'Вернуть деньги',
      ])
        expect(text).toContain(shown)
      expect(text).not.toContain(String(Math.floor((line?.price_kop ?? 0) / 100)))
    }
    const lost = await buildShipped(test_, shop, [1])
    const short = (await claimOf(test_, shop, { shipmentId: lost.shipmentId, lineId: lost.lineId, kind: 'shortage' }))
      .json
    const act = await paper(shop.client, short.id, 'act')
    expect(nameOf(act)).toBe(`Акт о расхождениях ${short.number}.pdf`)
  })

  test('include a label with the goods, the deadline and the place of return', async () => {
    const { shipmentId, lineId } = await buildShipped(test_, shop, [3])
    const { id, number } = (await claimOf(test_, shop, { shipmentId, lineId, qty: 2 })).json
    const { lines, version } = await readClaim(test_, shop.handler, id)
    const decided = await send(
      test_,
      posting(shop.handler, `/${id}/decision`, {
        version,
        lines: [{ id: lines[0]?.id, qty: 2, price_kop: null, refusal: '' }],
        text: '',
        hand_over_until: '2026-12-01',
        hand_over_to: 'Склад, ворота 3',
      }),
    )
    expect(decided.status, decided.text).toBe(200)
    const handler = await loginAs(
      test_,
      await buildUser(test_.database.db, { role: 'ARTIKUL_WARRANTY_MANAGER', name: 'Второй' }),
    )
    for (const who of [shop.client, handler]) {
      const reply = await paper(who, id, 'label')
      expect(nameOf(reply)).toBe(`Этикетка ${number}.pdf`)
      const text = textOfFile(reply.rawPayload).replaceAll('\n', '')
      for (const shown of [`Возврат ${number}`, lines[0]?.article ?? '?', '01.12.2026', 'ворота 3'])
        expect(text).toContain(shown)
    }
  })
})

interface Reply {
  code: string
  detail: string
  errors?: { path: string; message: string }[]
  claims: { id: number; number: string; kind: string }[]
}

const differ = (who: Who, shipmentId: number, claims: object[]) =>
  send<Reply>(test_, posting(who, `/shipments/${shipmentId}/differences`, { claims }))

const shortage = (lineId: number, files: number[], more: object = {}) => ({
  kind: 'shortage',
  outcome: 'resupply',
  text: '',
  lines: [{ shipment_line_id: lineId, qty: 1 }],
  file_ids: files,
  ...more,
})
