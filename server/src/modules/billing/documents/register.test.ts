import type { CompanyDocument } from '@artikul/contract/billing/documents'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildClaim } from '../../fulfilment/claims/claims.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import {
  buildReserved,
  buildShipment,
  buildShop,
  type Headers,
  type Shop,
} from '../../fulfilment/shipments/shipments.factory.ts'
import { buildEmployee, type EmployeeLimits } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()

let shop: Shop
let other: Shop
let far: number
let shipmentId: number
let farShipmentId: number

beforeAll(buildDocuments)

describe('document register', () => {
  test('is refused to strangers and to employees without settlements', async () => {
    expect((await send(test_, { url: '/api/v1/documents' })).status).toBe(401)
    const blind = await employee({ sees_settlements: false })
    expect(await list('', blind)).toMatchObject({ status: 403, json: { code: 'section.hidden' } })
  })

  test('of another company or contract is not found', async () => {
    expect((await list(`?contractor_id=${other.companyId}`)).status).toBe(404)
    expect((await list(`?contract_id=${other.contractId}`)).status).toBe(404)
    expect((await list(`?contractor_id=${shop.companyId}&contract_id=${other.contractId}`, shop.manager)).status).toBe(
      404,
    )
    expect((await list('?contractor_id=2000000000', shop.manager)).status).toBe(404)
    const { json } = await list('', other.client)
    expect(json.results).toEqual([])
  })

  test.each([
    ['?from=2026-11-21&to=2026-11-01'],
    ['?from=2026-13-01'],
    ['?kind=letter'],
    ['?contract_id=0'],
    ['?page=0'],
    ['?page_size=7'],
    ['?what=ever'],
    [`?q=${'1'.repeat(51)}`],
  ])('with query %s is rejected', async (query) => {
    expect(await list(query)).toMatchObject({ status: 400, json: { code: 'input.invalid' } })
  })

  test('without a company is rejected for staff', async () => {
    const reply = await list('', shop.manager)
    expect(reply).toMatchObject({ status: 400, json: { code: 'input.invalid', errors: [{ path: 'contractor_id' }] } })
  })
})

describe('document register list', () => {
  test('has every kind of document, newest first, with links to open them', async () => {
    const { json } = await list()
    expect(json.results.map(({ kind, day }) => [kind, day])).toEqual([
      ['correction', '2026-11-18'],
      ['claim', '2026-11-17'],
      ['shipment', '2026-11-17'],
      ['shipment', '2026-11-17'],
      ['invoice', '2026-11-17'],
      ['invoice', '2026-11-17'],
    ])
    expect(json.pagination.total_count).toBe(6)
    const [correction, claim, , shipment, , invoice] = json.results
    expect(correction).toMatchObject({ number: 'УКД-7', sum_kop: -5000, shipment: { id: shipmentId } })
    expect(claim).toMatchObject({ claim_kind: 'defect', state: 'submitted', number: `О-${shipmentId}` })
    expect(shipment).toMatchObject({ id: shipmentId, state: 'shipped', upd_number: null, upd_days: null })
    expect(invoice).toMatchObject({ state: 'unpaid', order: { number: expect.any(String) as string } })
    expect(json.results.map(({ consignee }) => consignee)).toContain('Дальняя точка')
  })

  test('is filtered by kind, number, contract and period', async () => {
    const kindsOf = async (query: string) => (await list(query)).json.results.map(({ kind }) => kind)
    expect(await kindsOf('?kind=claim')).toEqual(['claim'])
    expect(await kindsOf('?q=КД-7')).toEqual(['correction'])
    expect(await kindsOf('?q=%25')).toEqual([])
    expect(await kindsOf('?from=2026-11-18')).toEqual(['correction'])
    expect(await kindsOf('?to=2026-11-16')).toEqual([])
    expect(await kindsOf(`?contract_id=${shop.contractId}`)).toHaveLength(6)
  })

  test('is paged without gaps or repeats', async () => {
    const { db } = test_.database
    const one = await db.selectFrom('shipments').selectAll().where('id', '=', shipmentId).executeTakeFirstOrThrow()
    const { id: _, ...row } = one
    const rows = Array.from({ length: 70 }, (__, at) => ({
      ...row,
      number: `Л-${at}`,
      contractor_id: other.companyId,
      contract_id: other.contractId,
      consignee_id: other.consigneeId,
      shipped_on: `2026-0${1 + (at % 9)}-11`,
    }))
    await db.insertInto('shipments').values(rows).execute()
    const first = await list('?page_size=50', other.client)
    const second = await list('?page_size=50&page=2', other.client)
    expect(first.json.pagination.total_count).toBe(70)
    const days = [...first.json.results, ...second.json.results].map(({ day }) => day)
    expect(days).toEqual([...days].toSorted().toReversed())
    expect(new Set([...first.json.results, ...second.json.results].map(({ id }) => id)).size).toBe(70)
    expect((await list('?page=3', other.client)).json.results).toEqual([])
    expect((await list('?page=999999&page_size=150', other.client)).json.results).toEqual([])
  })

  test('shows how long a УПД from 1С has been awaited, until it is received', async () => {
    const { db } = test_.database
    await db.updateTable('sellers').set({ accounting_mode: '1c' }).where('id', '=', shop.sellerId).execute()
    test_.clock.set('2026-11-20T09:00:00Z')
    const client = await loginAs(test_, shop.admin)
    const shipments = (await list('?kind=shipment', client)).json.results
    expect(shipments).toMatchObject([{ upd_days: 3 }, { upd_days: 3 }])
    await db.updateTable('shipments').set({ external_number: '1401' }).where('id', '=', shipmentId).execute()
    const { json } = await list('?kind=shipment', client)
    expect(json.results.find(({ id }) => id === shipmentId)).toMatchObject({ upd_number: '1401', upd_days: null })
    await db.updateTable('sellers').set({ accounting_mode: 'portal' }).where('id', '=', shop.sellerId).execute()
    test_.clock.set('2026-11-17T09:00:00Z')
  })

  test('for an employee with one consignee has only documents of that consignee', async () => {
    const headers = await employee({}, [far])
    const { json } = await list('', headers)
    expect(json.results.map(({ kind, consignee }) => [kind, consignee])).toEqual([
      ['shipment', 'Дальняя точка'],
      ['invoice', 'Дальняя точка'],
    ])
    expect(json.results[0]?.id).toBe(farShipmentId)
    expect(json.pagination.total_count).toBe(2)
  })

  test('for an employee without prices has no invoices and no sums', async () => {
    const headers = await employee({ sees_prices: false })
    const { json } = await list('', headers)
    expect(json.results.map(({ kind }) => kind)).toEqual(['correction', 'claim', 'shipment', 'shipment'])
    expect(json.results.every(({ sum_kop: sum }) => sum === null)).toBe(true)
    expect(await list('?kind=invoice', headers)).toMatchObject({ status: 403, json: { code: 'section.hidden' } })
  })

  test('of a company is read by staff', async () => {
    const { json } = await list(`?contractor_id=${shop.companyId}`, shop.manager)
    expect(json.results).toHaveLength(6)
  })

  test.each(['invoices', 'shipments', 'claims', 'corrections'])(
    '%s are listed through their date index',
    async (table) => {
      const { db } = test_.database
      const day = {
        invoices: sql`(issued_at at time zone 'Europe/Moscow')::date`,
        shipments: sql`shipped_on`,
        claims: sql`(created_at at time zone 'Europe/Moscow')::date`,
        corrections: sql`made_on`,
      }[table]
      const plan = await db.transaction().execute(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx)
        await sql`set local enable_bitmapscan = off`.execute(tx)
        return sql<{ 'QUERY PLAN': string }>`explain select id from ${sql.table(table)}
        where contractor_id = 1 and ${day} >= '2026-01-01' order by ${day} desc, id desc limit 50`.execute(tx)
      })
      const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(text).toContain(`${table}_day`)
      expect(text).not.toContain('Sort')
    },
  )
})

async function buildDocuments() {
  const { db } = test_.database
  shop = await buildShop(test_, { limit_kop: 100_000_000 })
  other = await buildShop(test_)
  far = (await buildConsignee(db, shop.companyId, { name: 'Дальняя точка' })).id
  const near = await buildReserved(test_, shop, [2])
  await invoiceOf(near.id)
  shipmentId = await buildShipment(db, near.id)
  const farOrder = await buildReserved(test_, shop, [1], far)
  await invoiceOf(farOrder.id)
  farShipmentId = await buildShipment(db, farOrder.id)
  await correct((await buildClaim(db, shipmentId, shop.admin.id)).id)
}

interface Listed {
  results: CompanyDocument[]
  pagination: { total_count: number; page: number }
  code: string
}

const list = (query = '', headers: Headers = shop.client) =>
  send<Listed>(test_, { url: `/api/v1/documents${query}`, headers })

const invoiceOf = (orderId: number) =>
  send(test_, {
    method: 'POST',
    url: `/api/v1/orders/${orderId}/invoice`,
    headers: { ...shop.client, 'idempotency-key': crypto.randomUUID() },
  })

/** Creates the seller's correction document for the amount that the claim deducts from the shipment. */
async function correct(claimId: number) {
  const { db } = test_.database
  const claim = await db.selectFrom('claims').selectAll().where('id', '=', claimId).executeTakeFirstOrThrow()
  await db
    .insertInto('corrections')
    .values({
      number: 'УКД-7',
      claim_id: claimId,
      seller_id: claim.seller_id,
      contract_id: claim.contract_id,
      contractor_id: claim.contractor_id,
      shipment_id: claim.shipment_id,
      made_on: '2026-11-18',
      sum_kop: 5000,
      vat_kop: 902,
      actor_id: claim.actor_id,
      subject_id: claim.subject_id,
      created_at: new Date('2026-11-18T09:00:00Z'),
    })
    .execute()
}

const employee = async (limits: EmployeeLimits, points: number[] = []) =>
  loginAs(test_, await buildEmployee(test_.database.db, shop.companyId, limits, points))
