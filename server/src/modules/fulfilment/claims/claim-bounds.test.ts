import type { Claim } from '@artikul/contract/fulfilment/claims'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jpegOf } from '../../../testing/files/photos.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { buildClaim, buildClaimShop, buildShipped, claimOf, posting, readClaim, upload } from './claims.factory.ts'

const test_ = useTestApp()
let shop: Awaited<ReturnType<typeof buildClaimShop>>

beforeAll(async () => {
  shop = await buildClaimShop(test_)
})
beforeEach(() => test_.clock.set('2026-11-17T09:00:00Z'))

type Who = { authorization: string }
const act = (who: Who, id: number, path: string, body: object) =>
  send<{ code: string; detail: string; errors?: { path: string }[] }>(test_, posting(who, `/${id}${path}`, body))
const price = { kind: 'price', outcome: 'offset' } as const

test('claim with a full message thread can still be questioned, answered and decided', async () => {
  const { shipmentId } = await buildShipped(test_, shop, [1])
  const { id } = await buildClaim(test_.database.db, shipmentId, shop.admin.id)
  await sql`
    insert into claim_messages (claim_id, contractor_id, kind, text, from_staff, actor_id, subject_id, created_at)
    select claim_id, contractor_id, 'message', 'Где ответ?', false, actor_id, subject_id, created_at
    from claim_messages, generate_series(1, 499) where claim_id = ${id}`.execute(test_.database.db)
  const words = { text: 'Ещё', file_ids: [] }
  expect((await act(shop.client, id, '/messages', words)).json.code).toBe('claim.message_limit_reached')
  expect((await act(shop.handler, id, '/request-details', { ...words, version: 1 })).status).toBe(200)
  expect((await act(shop.client, id, '/messages', words)).status).toBe(201)
  expect((await act(shop.client, id, '/messages', words)).json.code).toBe('claim.message_limit_reached')
  const claim = await readClaim(test_, shop.handler, id)
  expect((await act(shop.handler, id, '/decision', decision(claim, 0))).status).toBe(200)
})

describe('price claim', () => {
  test('must cover the whole line when made and when decided', async () => {
    const { shipmentId, lineId, lines } = await buildShipped(test_, shop, [4])
    const right = (lines[0]?.price_kop ?? 0) - 100
    const priceClaim = (qty: number) => ({ ...price, lines: [{ shipment_line_id: lineId, qty, asked_kop: right }] })
    const part = await claimOf(test_, shop, { shipmentId, lineId, ...priceClaim(3) })
    expect([part.status, part.json.errors[0]?.path]).toEqual([400, 'lines.0.qty'])
    const { id } = (await claimOf(test_, shop, { shipmentId, lineId, ...priceClaim(4) })).json
    const claim = await readClaim(test_, shop.handler, id)
    const reply = await act(shop.handler, id, '/decision', decision(claim, 1, right))
    expect([reply.status, reply.json.errors?.[0]?.path]).toEqual([400, 'lines.0.qty'])
    expect((await act(shop.handler, id, '/decision', decision(claim, 4, right))).status).toBe(200)
    expect((await readClaim(test_, shop.client, id)).correction?.sum_kop).toBe(400)
  })

  test('does not reveal prices to an employee without price access', async () => {
    const { shipmentId, lineId } = await buildShipped(test_, shop, [1])
    const { db } = test_.database
    const blind = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [shop.companyId] })
    await db.updateTable('user_contractors').set({ sees_prices: false }).where('user_id', '=', blind.id).execute()
    const client = await loginAs(test_, blind)
    const replies = []
    for (const asked_kop of [1, 1_000_000_000]) {
      const lines = [{ shipment_line_id: lineId, qty: 1, asked_kop }]
      const { status, json } = await claimOf(test_, { ...shop, client }, { shipmentId, lineId, ...price, lines })
      replies.push([status, json.errors[0]?.path])
    }
    expect(replies).toEqual([
      [400, 'outcome'],
      [400, 'outcome'],
    ])
    const lines = [{ shipment_line_id: lineId, qty: 1, asked_kop: 1_000_000_000 }]
    const fix = await claimOf(test_, { ...shop, client }, { shipmentId, lineId, ...price, outcome: 'fix', lines })
    expect(fix.status, fix.text).toBe(201)
    expect(await readClaim(test_, shop.client, fix.json.id)).toMatchObject({
      disputed_kop: 0,
      lines: [{ asked_kop: null }],
    })
  })
})

test('disputed sum of a line is at most the line total', async () => {
  const { shipmentId, lineId, lines } = await buildShipped(test_, shop, [2])
  const { price_kop: kop = 0, sum_kop: sum = 0 } = lines[0] ?? {}
  const dear = await claimOf(test_, shop, {
    ...{ shipmentId, lineId, ...price },
    lines: [{ shipment_line_id: lineId, qty: 2, asked_kop: kop - 100 }],
  })
  const { id } = (await claimOf(test_, shop, { shipmentId, lineId, qty: 2 })).json
  const disputed = async (of: number) => (await readClaim(test_, shop.handler, of)).disputed_kop
  expect([await disputed(dear.json.id), await disputed(id)]).toEqual([200, sum - 200])
  const claim = await readClaim(test_, shop.handler, id)
  expect((await act(shop.handler, id, '/decision', decision(claim, 2))).status).toBe(200)
  expect(await disputed(id)).toBe(sum - 200)
})

test('receipt and inspection of returned goods restart the answer deadline', async () => {
  const { shipmentId, lineId } = await buildShipped(test_, shop, [1])
  const { id } = (await claimOf(test_, shop, { shipmentId, lineId })).json
  await act(shop.handler, id, '/decision', decision(await readClaim(test_, shop.handler, id), 1))
  const at = async (moment: string, path: string, more = {}) => {
    test_.clock.set(moment)
    const handler = await loginAs(test_, await buildUser(test_.database.db, { role: 'ARTIKUL_WARRANTY_MANAGER' }))
    const { version } = await readClaim(test_, handler, id)
    expect((await act(handler, id, path, { version, ...more })).status).toBe(200)
    return (await readClaim(test_, handler, id)).answer_by
  }
  const [line] = (await readClaim(test_, shop.handler, id)).lines
  expect(await at('2026-12-07T09:00:00Z', '/receipt', { lines: [{ id: line?.id, qty: 1 }] })).toBe('2026-12-21')
  expect(await at('2026-12-09T09:00:00Z', '/inspection')).toBe('2026-12-23')
})

test('claim takes at most 100 files, and none after it is closed', async () => {
  const { shipmentId } = await buildShipped(test_, shop, [1])
  const { id } = await buildClaim(test_.database.db, shipmentId, shop.admin.id)
  const more = () => upload(test_, shop.client, jpegOf(), `/${id}/files`)
  expect((await more()).status).toBe(201)
  await sql`
    insert into claim_files (claim_id, message_id, contractor_id, name, type, bytes, actor_id, subject_id, created_at)
    select claim_id, message_id, contractor_id, name, type, bytes, actor_id, subject_id, created_at
    from claim_files, generate_series(1, 98) where claim_id = ${id} and message_id is not null`.execute(
    test_.database.db,
  )
  expect((await more()).json).toMatchObject({ code: 'file.refused', detail: 'В обращении не больше 100 файлов' })
  expect((await act(shop.client, id, '/withdraw', { version: 1 })).status).toBe(200)
  expect((await more()).json.code).toBe('claim.invalid_state')
})

test('own-stock flag of a claim line is shown to warranty managers and hidden from clients', async () => {
  const { shipmentId } = await buildShipped(test_, shop, [1])
  const { id } = await buildClaim(test_.database.db, shipmentId, shop.admin.id)
  const readOwnStock = async (who: Who) => (await readClaim(test_, who, id)).lines[0]?.is_own_stock
  expect([await readOwnStock(shop.handler), await readOwnStock(shop.client)]).toEqual([true, null])
})

const decision = ({ lines, version }: Claim, qty: number, priceKop: number | null = null) => ({
  version,
  lines: lines.map(({ id }) => ({ id, qty, price_kop: priceKop, refusal: qty === 0 ? 'Следы установки' : '' })),
  text: '',
  hand_over_until: '2026-12-01',
  hand_over_to: 'Склад',
})
