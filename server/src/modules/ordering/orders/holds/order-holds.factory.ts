import type { Order, OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import type { Insertable } from 'kysely'
import type { DB } from '../../../../platform/db/index.ts'
import { loginAs, send, type TestApp } from '../../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../../companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../../identity/users/users.factory.ts'

/** Puts the order under a credit hold, bypassing its rules. */
export async function holdByDebt({ database: { db }, clock }: TestApp, orderId: number) {
  const lines = db.selectFrom('order_lines').select('id').where('order_id', '=', orderId)
  await db.updateTable('order_line_allocations').set({ state: 'on_hold' }).where('line_id', 'in', lines).execute()
  const until = new Date(clock.now().getTime() + 86_400_000)
  const held = { status: 'on_hold', hold_reason: 'Превышен лимит на 1,00 ₽', reserved_until: until }
  await db.updateTable('orders').set(held).where('id', '=', orderId).execute()
}

export type Headers = { authorization: string }

let serial = 700

const calling = (headers: Headers, method: 'POST' | 'PATCH' | 'GET', url: string, payload?: object) => ({
  method,
  url: `/api/v1/${url}`,
  headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
  ...(payload && { payload }),
})

const stockOf = ({ database: { db } }: TestApp, offerId: number) =>
  db.selectFrom('offers').select(['on_hand', 'reserved']).where('id', '=', offerId).executeTakeFirstOrThrow()

interface Refusal {
  code: string
  detail: string
  errors: { path: string; message: string }[]
}

type Sent<T> = ReturnType<typeof send<T>>
type Call = <T = Refusal>(who: Headers, method: 'POST' | 'PATCH' | 'GET', url: string, payload?: object) => Sent<T>

const callOf =
  (test_: TestApp): Call =>
  (...args) =>
    send(test_, calling(...args))

/** Creates a seller with an own and a partner's warehouse, a company with one contract, its admin and a manager. */
export async function buildTrade(test_: TestApp, contract: Partial<Insertable<DB['contracts']>>) {
  const { db } = test_.database
  const seller = await buildSeller(db, { accounting_mode: 'portal' })
  const own = await buildWarehouse(db, seller.id)
  const partner = await buildWarehouse(db, seller.id, {
    source: { kind: 'partner' },
    warehouse: { imported_at: test_.clock.now() },
  })
  const company = await buildContractor(db, { sellerIds: [seller.id], contract })
  const consignee = await buildConsignee(db, company.id, { is_default: true })
  const admin = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] })
  const staff = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', name: 'Иванова Мария' })
  const people = { client: await loginAs(test_, admin), manager: await loginAs(test_, staff) }
  const contractId = company.contractIds[0] ?? 0
  const call = callOf(test_)
  return {
    ...people,
    admin,
    staff,
    companyId: company.id,
    contractId,
    consigneeId: consignee.id,
    call,
    /** Sessions expire before reservations do. */
    signInAgain: async () => {
      people.client = await loginAs(test_, admin)
      people.manager = await loginAs(test_, staff)
      return people
    },
    /** Creates goods in the given quantity at 120,00 ₽ each. */
    offer: async (where: 'own' | 'partner' = 'own', onHand = 100) => {
      const more = { on_hand: onHand, qty_text: String(onHand), tracked: where === 'own', purchase_kop: 10_000 }
      const { id: productId } = await buildProduct(db)
      return (await buildOffer(db, productId, where === 'own' ? own.id : partner.id, more)).id
    },
    /** Places an order of the offers in the given quantities. */
    order: async (quantities: readonly { offerId: number; qty: number }[]) => {
      for (const { offerId: offer_id, qty } of quantities)
        await call(people.client, 'POST', 'cart/lines', { offer_id, qty, consignee_id: consignee.id })
      const { json: preview } = await call<OrderPreview>(people.client, 'GET', 'orders/preview')
      const placed = await call<{ orders: PlacedOrder[] }>(people.client, 'POST', 'orders', { lines: preview.lines })
      const [order] = placed.json.orders
      if (!order) throw new Error(placed.text)
      return order
    },
    read: async (id: number, who = people.client) => (await call<Order>(who, 'GET', `orders/${id}`)).json,
    /** Posts a payment of the contract, with or without an invoice. */
    pay: async (kop: number, invoiceId: number | null = null) => {
      serial += 1
      const parts = [{ contract_id: contractId, invoice_id: invoiceId, sum_kop: kop }]
      const body = { contractor_id: company.id, number: String(serial), day: '2026-11-17', purpose: '', parts }
      const paid = await call<{ id: number; version: number }>(people.manager, 'POST', 'payments', body)
      if (paid.status !== 201) throw new Error(paid.text)
      return { ...paid.json, number: String(serial) }
    },
    undo: (payment: { id: number; version: number }) =>
      call(people.manager, 'POST', `payments/${payment.id}/undo`, { version: payment.version, reason: 'Ошибка' }),
    stock: (offerId: number) => stockOf(test_, offerId),
  }
}
export type Trade = Awaited<ReturnType<typeof buildTrade>>
