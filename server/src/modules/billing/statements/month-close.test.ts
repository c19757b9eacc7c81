import { isMonthReady, type MonthClose } from '@artikul/contract/billing/month-close'
import { beforeAll, describe, expect, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildClaim } from '../../fulfilment/claims/claims.factory.ts'
import {
  buildReserved,
  buildShipment,
  buildShop,
  type Headers,
  type Shop,
} from '../../fulfilment/shipments/shipments.factory.ts'
import { buildEmployee } from '../../identity/users/users.factory.ts'
import { buildReconciliation } from '../reconciliation/reconciliation.factory.ts'

const test_ = useTestApp()
let shop: Shop
let other: Shop
let shipmentId: number
let claimId: number

beforeAll(async () => {
  const { db } = test_.database
  test_.clock.set('2026-11-17T09:00:00Z')
  shop = await buildShop(test_, { limit_kop: 100_000_000 })
  other = await buildShop(test_)
  shipmentId = await buildShipment(db, (await buildReserved(test_, shop, [2])).id)
  claimId = (await buildClaim(db, shipmentId, shop.admin.id)).id
  test_.clock.set('2026-12-03T09:00:00Z')
})

describe('closing of a month', () => {
  test('is refused to strangers, staff and employees without settlements', async () => {
    const blind = await loginAs(
      test_,
      await buildEmployee(test_.database.db, shop.companyId, { sees_settlements: false }),
    )
    expect((await read('', {})).status).toBe(401)
    expect((await read('', await managerOf())).status).toBe(403)
    expect(await read('', blind)).toMatchObject({ status: 403, json: { code: 'section.hidden' } })
  })

  test('of a contract of another company is not found', async () => {
    expect(await read(`&contract_id=${other.contractId}`)).toMatchObject({ status: 404, json: { code: 'not_found' } })
  })

  test.each(['month=2026-13', 'month=2026-1', 'month=', 'contract_id=1', 'month=2026-10&page=1'])(
    'with query %s is rejected',
    async (query) => {
      const reply = await send<{ code: string }>(test_, { url: `${URL}?${query}`, headers: await client() })
      expect(reply).toMatchObject({ status: 400, json: { code: 'input.invalid' } })
    },
  )
})

describe('month to close', () => {
  test('lists unconfirmed receipts, and documents that 1С has not sent, with days', async () => {
    const [contract] = (await read()).json.contracts
    expect(contract).toMatchObject({
      contract_id: shop.contractId,
      opening_kop: 0,
      documents: { shipment: 1, correction: 0, invoice: 0, claim: 1 },
      gaps: [{ kind: 'receipt', total: 1, documents: [{ id: shipmentId, day: '2026-11-17', days: 16 }] }],
      reconciliation: null,
    })
    expect(contract?.closing_kop).toBe(contract?.debit_kop)
    await inAccounts('1c')
    expect(await gaps()).toEqual(['upd', 'receipt'])
    await set('shipments', { external_number: 'УТ-1', received_on: '2026-11-18' })
    expect(await gaps()).toEqual([])
  })

  test('lists a correction that a claim has promised, until the claim is closed', async () => {
    const { db } = test_.database
    const change = (fields: object) => db.updateTable('claims').set(fields).where('id', '=', claimId).execute()
    await change({ state: 'approved' })
    expect((await contractOf())?.gaps).toMatchObject([{ kind: 'correction', documents: [{ id: claimId }] }])
    await change({ state: 'closed', ended_at: new Date(), disputed_kop: 0 })
    expect(await gaps()).toEqual([])
  })

  test('is ready when its statement was compared without open differences', async () => {
    const { db } = test_.database
    expect(isReady(await contractOf())).toBe(false)
    const whose = { contractorId: shop.companyId, contractId: shop.contractId, userId: shop.admin.id }
    const { id, differenceId } = await buildReconciliation(db, whose)
    await db
      .updateTable('reconciliations')
      .set({ first_day: '2026-11-01', last_day: '2026-11-29' })
      .where('id', '=', id)
      .execute()
    expect((await contractOf())?.reconciliation, 'a part of the month').toBeNull()
    await db.updateTable('reconciliations').set({ last_day: '2026-11-30' }).where('id', '=', id).execute()
    expect((await contractOf())?.reconciliation).toMatchObject({ id, open_count: 1 })
    await db
      .updateTable('reconciliation_differences')
      .set({ outcome: 'as_is', closed_by: shop.admin.id, closed_at: new Date() })
      .where('id', '=', differenceId)
      .execute()
    expect(isReady(await contractOf()), 'the debt has changed since').toBe(false)
    const closing = (await contractOf())?.closing_kop ?? 0
    await db.updateTable('reconciliations').set({ our_closing_kop: closing }).where('id', '=', id).execute()
    expect(isReady(await contractOf())).toBe(true)
  })

  test('without documents lists only contracts with a debt', async () => {
    const of = async (month: string) => (await read('', undefined, month)).json.contracts
    expect(await of('2026-10')).toEqual([])
    expect(await of('2026-12')).toMatchObject([{ debit_kop: 0, reconciliation: null }])
    expect((await of('2026-12')).every(isMonthReady)).toBe(true)
  })
})

const URL = '/api/v1/settlements/month'
const client = () => loginAs(test_, shop.admin)
const managerOf = async () => (await buildShop(test_)).manager

const read = async (query = '', headers?: Headers | object, month = '2026-11') =>
  send<MonthClose & { code: string }>(test_, {
    url: `${URL}?month=${month}${query}`,
    headers: { ...(headers ?? (await client())) },
  })

const contractOf = async () => (await read()).json.contracts[0]
const gaps = async () => (await contractOf())?.gaps.map(({ kind }) => kind)
const isReady = (contract: Awaited<ReturnType<typeof contractOf>>) => contract !== undefined && isMonthReady(contract)

const set = (table: 'shipments', fields: object) =>
  test_.database.db.updateTable(table).set(fields).where('id', '=', shipmentId).execute()

const inAccounts = (mode: '1c' | 'portal') =>
  test_.database.db.updateTable('sellers').set({ accounting_mode: mode }).where('id', '=', shop.sellerId).execute()
