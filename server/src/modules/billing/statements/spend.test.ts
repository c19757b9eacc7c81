import type { Spend, SpendMonths } from '@artikul/contract/billing/settlements'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildClaim } from '../../fulfilment/claims/claims.factory.ts'
import { buildReserved, buildShipment, buildShop, type Shop } from '../../fulfilment/shipments/shipments.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()

let shop: Shop
let shipmentId: number
let brand: string
let totalKop: number

beforeAll(buildPurchase)

describe('purchases', () => {
  test('are summed by month and brand, including empty months', async () => {
    await again('2026-09-30')
    await again('2026-10-05', { cancelled_at: new Date(), cancel_reason: 'Ошибка', canceller_id: shop.admin.id })
    const { status, json } = await read('from=2026-09-01&to=2026-11-30')
    expect(status).toBe(200)
    expect(json).toEqual({
      total_kop: 2 * totalKop,
      months: [
        { month: '2026-09', sum_kop: totalKop },
        { month: '2026-10', sum_kop: 0 },
        { month: '2026-11', sum_kop: totalKop },
      ],
      brands: [{ brand, sum_kop: 2 * totalKop }],
      others_kop: 0,
    })
  })

  test('cover only the given days and the own company', async () => {
    expect((await read('from=2026-09-30&to=2026-09-30')).json.total_kop).toBe(totalKop)
    expect((await read('from=2026-10-01&to=2026-10-31')).json).toMatchObject({ total_kop: 0, brands: [] })
    const other = await buildShop(test_)
    expect((await read('from=2026-09-01&to=2026-11-30', other.client)).json).toMatchObject({ total_kop: 0, brands: [] })
  })

  test('are reduced by corrections in the month of the correction', async () => {
    await correct(1000, '2026-12-02')
    const { json } = await read('from=2026-11-01&to=2026-12-31')
    expect(json.months).toEqual([
      { month: '2026-11', sum_kop: totalKop },
      { month: '2026-12', sum_kop: -1000 },
    ])
    expect(json.brands).toEqual([{ brand, sum_kop: totalKop - 1000 }])
  })

  test('by month are available only with settlement access', async () => {
    const months = (headers?: Shop['client']) =>
      send<SpendMonths>(test_, {
        url: '/api/v1/settlements/spend/months?from=2026-11-01&to=2026-12-31',
        ...(headers && { headers }),
      })
    expect((await months()).status).toBe(401)
    expect((await months(shop.manager)).status).toBe(403)
    const { db } = test_.database
    const clerk = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [shop.companyId] })
    await db.updateTable('user_contractors').set({ sees_settlements: false }).where('user_id', '=', clerk.id).execute()
    expect((await months(await loginAs(test_, clerk))).json).toMatchObject({ code: 'section.hidden' })
    const { months: all, total_kop: sum } = (await read('from=2026-11-01&to=2026-12-31')).json
    expect((await months(shop.client)).json).toEqual({ months: all, total_kop: sum })
    const { status } = await send(test_, {
      url: '/api/v1/settlements/spend/months?from=2020-01-01&to=2026-12-31',
      headers: shop.client,
    })
    expect(status).toBe(400)
  })

  test('can be limited to one contract', async () => {
    expect((await read(`from=2026-11-01&to=2026-11-30&contract_id=${shop.contractId}`)).json.total_kop).toBe(totalKop)
  })

  test('are read through indexes under a generic plan', async () => {
    const plan = await test_.database.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
      await sql`prepare spend (integer, date, date) as
        select own.sum_kop from shipments join shipment_lines own on own.shipment_id = shipments.id
        where contractor_id = $1 and shipped_on between $2 and $3`.execute(tx)
      return sql<{ 'QUERY PLAN': string }>`explain execute spend (1, '2026-01-01', '2026-12-31')`.execute(tx)
    })
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
    // For a table of few rows the planner may use either index of the company.
    expect(text).toMatch(/shipments_(?:day|numbers)/)
    expect(text).not.toContain('Seq Scan')
  })
})

async function buildPurchase() {
  const { db } = test_.database
  shop = await buildShop(test_, { limit_kop: 100_000_000 })
  const order = await buildReserved(test_, shop, [2])
  shipmentId = await buildShipment(db, order.id)
  const line = await db
    .selectFrom('order_lines')
    .select(['brand', 'sum_kop'])
    .where('id', '=', order.lineId)
    .executeTakeFirstOrThrow()
  brand = line.brand
  totalKop = line.sum_kop
}

const read = (query: string, headers = shop.client) =>
  send<Spend>(test_, { url: `/api/v1/settlements/spend?${query}`, headers })

/** Creates the same shipment in another month. */
async function again(day: string, more: object = {}) {
  const { db } = test_.database
  const { id, ...row } = await db
    .selectFrom('shipments')
    .selectAll()
    .where('id', '=', shipmentId)
    .executeTakeFirstOrThrow()
  const made = await db
    .insertInto('shipments')
    .values({ ...row, number: crypto.randomUUID(), shipped_on: day, ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lines = await db.selectFrom('shipment_lines').selectAll().where('shipment_id', '=', id).execute()
  await db
    .insertInto('shipment_lines')
    .values(lines.map(({ id: _, ...line }) => ({ ...line, shipment_id: made.id })))
    .execute()
}

/** Creates the deduction of the claim with its line. */
async function correct(sumKop: number, day: string) {
  const { db } = test_.database
  const { id, lineId } = await buildClaim(db, shipmentId, shop.admin.id)
  const claim = await db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const line = await db.selectFrom('claim_lines').selectAll().where('id', '=', lineId).executeTakeFirstOrThrow()
  const correction = await db
    .insertInto('corrections')
    .values({
      number: 'К-1',
      claim_id: id,
      seller_id: claim.seller_id,
      contract_id: claim.contract_id,
      contractor_id: claim.contractor_id,
      shipment_id: claim.shipment_id,
      made_on: day,
      sum_kop: sumKop,
      vat_kop: 0,
      actor_id: claim.actor_id,
      subject_id: claim.subject_id,
      created_at: new Date(`${day}T09:00:00Z`),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('correction_lines')
    .values({
      correction_id: correction.id,
      contractor_id: claim.contractor_id,
      shipment_line_id: line.shipment_line_id,
      qty: 1,
      sum_kop: sumKop,
      vat_rate: '22',
      vat_kop: 0,
    })
    .execute()
}
