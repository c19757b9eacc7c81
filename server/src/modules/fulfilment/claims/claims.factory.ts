import type { Claim } from '@artikul/contract/fulfilment/claims'
import type { NewClaim } from '@artikul/contract/fulfilment/new-claim'
import type { Insertable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { jpegOf } from '../../../testing/files/photos.ts'
import { loginAs, send, type TestApp } from '../../../testing/test-app.ts'
import { buildReserved, buildShop, ship, type Headers, type Shop } from '../shipments/shipments.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

/** Creates a shop with a warranty manager. */
export async function buildClaimShop(test_: TestApp, contract: Partial<Insertable<DB['contracts']>> = {}) {
  const shop = await buildShop(test_, { limit_kop: 100_000_000, ...contract })
  const handler = await buildUser(test_.database.db, { role: 'ARTIKUL_WARRANTY_MANAGER', name: 'Гарантов Илья' })
  return { ...shop, handlerId: handler.id, handler: await loginAs(test_, handler) }
}
export type ClaimShop = Awaited<ReturnType<typeof buildClaimShop>>

/** Creates goods in the given quantities, ordered and shipped today. */
export async function buildShipped(test_: TestApp, shop: Shop, quantities: readonly number[]) {
  const order = await buildReserved(test_, shop, quantities)
  const wantedLines = order.lines.map(({ id }, at) => ({ line_id: id, qty: quantities[at] ?? 0 }))
  const made = await ship(test_, shop.manager, wantedLines)
  const shipmentId = made.json.shipments[0]?.id
  if (!shipmentId) throw new Error(made.text)
  const lines = await test_.database.db
    .selectFrom('shipment_lines')
    .selectAll()
    .where('shipment_id', '=', shipmentId)
    .orderBy('position')
    .execute()
  return { order, shipmentId, number: made.json.shipments[0]?.number ?? '', lines, lineId: lines[0]?.id ?? 0 }
}

export const posting = (headers: Headers, path: string, payload?: object) => ({
  method: 'POST' as const,
  url: `/api/v1/claims${path}`,
  headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
  ...(payload && { payload }),
})

export async function upload(test_: TestApp, headers: Headers, bytes = jpegOf(), path = '/files', name = 'Фото.jpg') {
  return send<{ id: number; code: string; detail: string }>(test_, {
    method: 'POST',
    url: `/api/v1/claims${path}?name=${encodeURIComponent(name)}`,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    payload: bytes,
  })
}

/** Builds a claim for a quantity of one line with the required photos. */
export async function claimOf(
  test_: TestApp,
  shop: Shop,
  { shipmentId, lineId, qty = 1, ...more }: { shipmentId: number; lineId: number; qty?: number } & Partial<NewClaim>,
) {
  const photos = [await upload(test_, shop.client), await upload(test_, shop.client)]
  return send<{
    id: number
    number: string
    answer_by: string
    code: string
    detail: string
    errors: { path: string }[]
  }>(
    test_,
    posting(shop.client, '', {
      shipment_id: shipmentId,
      kind: 'defect',
      outcome: 'money',
      text: 'Деталь с трещиной',
      lines: [{ shipment_line_id: lineId, qty, asked_kop: null }],
      file_ids: photos.map(({ json }) => json.id),
      ...more,
    }),
  )
}

export const readClaim = async (test_: TestApp, headers: Headers, id: number) =>
  (await send<Claim>(test_, { url: `/api/v1/claims/${id}`, headers })).json

/** Creates a claim about the first line of the shipment with one photo, bypassing its rules. */
export async function buildClaim(db: Db, shipmentId: number, userId: number) {
  const shipment = await db.selectFrom('shipments').selectAll().where('id', '=', shipmentId).executeTakeFirstOrThrow()
  const line = await db
    .selectFrom('shipment_lines as own')
    .innerJoin('order_lines', 'order_lines.id', 'own.order_line_id')
    .select(['own.id', 'own.qty', 'own.sum_kop', 'order_lines.article_key'])
    .where('own.shipment_id', '=', shipmentId)
    .limit(1)
    .executeTakeFirstOrThrow()
  const who = { actor_id: userId, subject_id: userId }
  const at = new Date('2026-11-17T09:00:00Z')
  const { id } = await db
    .insertInto('claims')
    .values({
      number: `О-${shipmentId}`,
      kind: 'defect',
      outcome: 'money',
      text: 'Деталь с трещиной',
      seller_id: shipment.seller_id,
      contract_id: shipment.contract_id,
      contractor_id: shipment.contractor_id,
      consignee_id: shipment.consignee_id,
      shipment_id: shipmentId,
      asker_id: userId,
      answer_by: '2026-12-01',
      disputed_kop: line.sum_kop,
      created_at: at,
      ...who,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const place = { claim_id: id, contractor_id: shipment.contractor_id }
  const own = await db
    .insertInto('claim_lines')
    .values({
      ...place,
      position: 1,
      shipment_line_id: line.id,
      article_key: line.article_key,
      qty: line.qty,
      held_qty: line.qty,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const fileId = await insertWords(db, { ...place, ...who }, at)
  return { id, lineId: own.id, shipmentLineId: line.id, fileId, qty: line.qty }
}

/** Inserts the first message with a photo. */
async function insertWords(
  db: Db,
  place: { claim_id: number; contractor_id: number; actor_id: number; subject_id: number },
  at: Date,
) {
  const message = await db
    .insertInto('claim_messages')
    .values({ ...place, kind: 'created', text: 'Деталь с трещиной', from_staff: false, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const file = await db
    .insertInto('claim_files')
    .values({
      ...place,
      message_id: message.id,
      name: 'Фото.jpg',
      type: 'image/jpeg',
      bytes: jpegOf(),
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return file.id
}
