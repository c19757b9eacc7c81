import type { Invoice } from '@artikul/contract/billing/invoices'
import type { InvoicePreview } from '@artikul/contract/billing/new-invoice'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { INVOICE_DRAFT } from '../../../testing/invoice-draft.ts'
import { textOfFile } from '../../../testing/files/file-text.ts'
import { wordsOf } from '../../../testing/files/pdf-text.ts'
import { loginAs, purgeAt, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { bankFile, loading } from '../payments/payments.factory.ts'
import {
  buildReserved,
  buildShipment,
  buildShop,
  type Headers,
  type Shop,
} from '../../fulfilment/shipments/shipments.factory.ts'
import { buildEmployee, buildUser, type EmployeeLimits } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()

let shop: Shop
let other: Shop
let warranty: Headers

type Loose = Partial<Pick<InvoicePreview, 'lines'>> & { code?: string }

const get = (path: string, headers: Headers = shop.client) => send<Answer>(test_, { url: `/api/v1/${path}`, headers })

beforeAll(async () => {
  const { db } = test_.database
  // Set before any pricing: rules stay cached until their version changes.
  await db.updateTable('price_settings').set({ min_markup_hundredths: 1000 }).execute()
  shop = await buildShop(test_, { limit_kop: 1_000_000_000 })
  other = await buildShop(test_)
  warranty = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_WARRANTY_MANAGER' }))
})

describe('invoice', () => {
  test('is refused to strangers and to employees without prices', async () => {
    expect((await send(test_, { url: '/api/v1/invoices/drafts' })).status).toBe(401)
    const blind = await employee({ sees_prices: false })
    for (const path of ['invoices/contracts', 'invoices/drafts', `invoices/payable?contract_id=${shop.contractId}`])
      expect(await get(path, blind), path).toMatchObject({ status: 403, json: { code: 'section.hidden' } })
    expect((await preview(advance(), blind)).status).toBe(403)
    expect((await get('invoices/buyers')).status).toBe(403)
  })

  test('for orders is refused to an employee without settlements, and an advance is not', async () => {
    const unsettled = await employee({ sees_settlements: false })
    expect((await get(`invoices/payable?contract_id=${shop.contractId}`, unsettled)).status).toBe(403)
    expect((await preview({ kind: 'orders', contract_id: shop.contractId, order_ids: [1] }, unsettled)).status).toBe(
      403,
    )
    expect((await preview(advance(), unsettled)).status).toBe(200)
  })

  test('with a contract, order, shipment or draft of another company is not found', async () => {
    const order = await buildReserved(test_, other, [1])
    const shipment = await buildShipment(test_.database.db, (await buildReserved(test_, other, [1])).id)
    expect((await get(`invoices/contracts?contractor_id=${other.companyId}`)).status).toBe(404)
    expect((await get(`invoices/payable?contract_id=${other.contractId}`)).status).toBe(404)
    expect((await preview(advance(1, '', other.contractId))).status).toBe(404)
    const contract_id = shop.contractId
    expect((await preview({ kind: 'orders', contract_id, order_ids: [order.id] })).status).toBe(404)
    expect((await preview({ kind: 'shipments', contract_id, shipment_ids: [shipment] })).status).toBe(404)
    // Applies to staff too: an order belongs to one contract.
    expect((await preview({ kind: 'orders', contract_id, order_ids: [order.id] }, shop.manager)).status).toBe(404)
    const { json } = await issue(advance(1000, '', other.contractId), other.client)
    expect((await get(`invoices/${json.id}`)).status).toBe(404)
    expect((await post(`invoices/${json.id}/cancel`, { reason: 'Чужой' })).status).toBe(404)
    expect((await issue(advance(), shop.client, { replaces_id: json.id })).status).toBe(404)
    const draft = await post('invoices/drafts', { contractor_id: null, fields: INVOICE_DRAFT }, other.client)
    const url = `/api/v1/invoices/drafts/${draft.json.id}`
    const payload = { version: 1, fields: INVOICE_DRAFT }
    expect((await send(test_, { method: 'PATCH', url, headers: shop.client, payload })).status).toBe(404)
    expect((await send(test_, { method: 'DELETE', url, headers: shop.client })).status).toBe(404)
  })

  test('cannot contain goods of a seller outside the contract', async () => {
    const { db } = test_.database
    const stranger = await buildWarehouse(db, (await buildSeller(db)).id)
    const offer = await offerOf({}, stranger.id)
    const lines = [{ offer_id: offer.id, qty: 1, price_kop: null }]
    expect(await preview({ kind: 'goods', contract_id: shop.contractId, lines })).toMatchObject({
      status: 409,
      json: { code: 'offer.gone', errors: [{ path: 'ask.lines.0.offer_id' }] },
    })
  })

  test.each([
    ['nothing', { sum_kop: 0 }],
    ['less than nothing', { sum_kop: -1 }],
    ['too much', { sum_kop: 100_000_000_001 }],
    ['a part of a kopeck', { sum_kop: 0.5 }],
    ['a field of another kind', { order_ids: [1] }],
  ])('for an advance of %s is rejected', async (_, wrong) => {
    expect(await preview({ ...advance(), ...wrong })).toMatchObject({ status: 400, json: { code: 'input.invalid' } })
  })

  test('with over 500 lines, or with a line or price typed by a client, is rejected', async () => {
    const offer = await offerOf()
    const line = { offer_id: offer.id, qty: 1, price_kop: null }
    const goods = (lines: object[]) => ({ kind: 'goods', contract_id: shop.contractId, lines })
    expect((await preview(goods(Array<object>(501).fill(line)))).status).toBe(400)
    expect((await preview(goods([]))).status).toBe(400)
    expect(await preview(goods([{ ...line, price_kop: 1 }]))).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'ask.lines.0.price_kop', message: 'Цену указывает портал' }] },
    })
    const typed = { offer_id: null, name: 'Доставка', unit: 'шт', qty: 1, price_kop: 100 }
    expect((await preview(goods([typed]))).status).toBe(400)
    expect((await preview(goods([{ ...typed, price_kop: 99_999_999, qty: 99_999 }]), shop.manager)).status).toBe(400)
    expect((await preview(goods([{ ...typed, price_kop: 1, qty: 0.001 }]), shop.manager)).status).toBe(400)
  })

  test('for an advance by an expired contract is refused, and the manager is named', async () => {
    const { db } = test_.database
    const old = await buildShop(test_, { valid_to: '2026-11-01' })
    await db
      .updateTable('contractors')
      .set({ manager_id: (await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', name: 'Петрова Анна' })).id })
      .where('id', '=', old.companyId)
      .execute()
    const { status, json } = await preview(advance(1000, '', old.contractId), old.client)
    expect({ status, code: json.code }).toEqual({ status: 409, code: 'contract.expired' })
    expect(json.detail).toContain('истёк 01.11.2026. Ваш менеджер: Петрова Анна')
  })
})

async function pdf(id: number, headers: Headers = shop.client) {
  const reply = await test_.app.inject({ url: `/api/v1/invoices/${id}/pdf`, headers })
  expect(reply.statusCode, reply.body).toBe(200)
  expect(reply.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  return wordsOf(reply.rawPayload)
}

describe('advance invoice', () => {
  test('is numbered, immutable, printed and listed in the register', async () => {
    const purpose = `За «масло» | "фильтры" 🚗 ${'ы'.repeat(150)}`
    const issued = await issue(advance(12_345, purpose))
    expect(issued.status, issued.text).toBe(201)
    const { json: invoice } = await get(`invoices/${issued.json.id}`)
    expect(invoice).toMatchObject({
      kind: 'advance',
      order_id: null,
      total_kop: 12_345,
      vat_totals: [{ label: 'В том числе НДС (22%)', sum_kop: 2226 }],
      state: 'unpaid',
      outdated: null,
      can: { cancel: true, replace: true },
    })
    expect(invoice.lines[0]?.name).toContain(purpose)
    expect(invoice.purpose).toMatch(/^Оплата по счёту № .* аванс по договору № .*\. В т\.ч\. НДС 22% - 22\.26$/)
    const workbook = { url: `/api/v1/invoices/${invoice.id}/xlsx`, headers: shop.client }
    expect((await test_.app.inject({ url: workbook.url })).statusCode).toBe(401)
    expect((await test_.app.inject({ ...workbook, headers: other.client })).statusCode).toBe(404)
    const { rawPayload } = await test_.app.inject(workbook)
    expect(textOfFile(rawPayload)).toContain(invoice.number)
    const printed = await pdf(invoice.id)
    expect(printed).toContain('Аванс по договору')
    const register = await get('documents?kind=invoice')
    expect(register.json.results).toContainEqual(expect.objectContaining({ id: invoice.id, invoice_kind: 'advance' }))
    const unpaid = await get('settlements/invoices')
    expect(unpaid.json.results).toContainEqual(expect.objectContaining({ id: invoice.id, order: null }))
    await expect(
      test_.database.db
        .updateTable('invoices')
        .set({ asked: sql`'{}'::jsonb` })
        .where('id', '=', invoice.id)
        .execute(),
    ).rejects.toThrow('never changes')
  })

  test('is issued once per idempotency key, and sixteen at once are numbered without gaps', async () => {
    const key = crypto.randomUUID()
    const body = { ask: advance(5000), shown: [5000], replaces_id: null, draft_id: null }
    const [one, again] = [
      await post('invoices', body, shop.client, key),
      await post('invoices', body, shop.client, key),
    ]
    expect(again.json).toEqual(one.json)
    const many = await Promise.all(Array.from({ length: 16 }, () => post('invoices', body)))
    expect(many.map(({ status }) => status)).toEqual(Array(16).fill(201))
    const numbers = many.map(({ json }) => Number(json.number.slice(-6))).toSorted((a, b) => a - b)
    const first = numbers[0] ?? 0
    expect(numbers).toEqual(Array.from({ length: 16 }, (_, at) => first + at))
    expect(first).toBe(Number(one.json.number.slice(-6)) + 1)
  })

  test('is paid by a payment that names it, and the money stays an advance of the contract', async () => {
    const own = await buildShop(test_)
    const { db } = test_.database
    const { account } = await db
      .selectFrom('seller_accounts')
      .select('account')
      .where('seller_id', '=', own.sellerId)
      .executeTakeFirstOrThrow()
    const payer = await db
      .selectFrom('contractors')
      .select('inn')
      .where('id', '=', own.companyId)
      .executeTakeFirstOrThrow()
    const seller = await db.selectFrom('sellers').select('inn').where('id', '=', own.sellerId).executeTakeFirstOrThrow()
    const issued = await issue(advance(100_000, 'по письму', own.contractId), own.client)
    const { json: invoice } = await get(`invoices/${issued.json.id}`, own.client)
    const row = {
      purpose: invoice.purpose,
      payerInn: payer.inn,
      payeeInn: seller.inn,
      payeeAccount: account,
      date: '16.11.2026',
      paid: '16.11.2026',
    }
    await send(test_, loading(own.manager, bankFile([row])))
    const paid = (await get(`invoices/${invoice.id}`, own.client)).json
    expect(paid).toMatchObject({ state: 'paid', paid_kop: 100_000, can: { cancel: false, replace: false } })
    const sheet = await test_.app.inject({ url: `/api/v1/invoices/${invoice.id}/pdf`, headers: own.client })
    expect(textOfFile(sheet.rawPayload)).toContain('Оплачен')
    expect(await post(`invoices/${invoice.id}/cancel`, { reason: 'Передумали' }, own.client)).toMatchObject({
      status: 409,
      json: { code: 'invoice.already_paid' },
    })
    const { json } = await get('settlements', own.client)
    expect(json.results).toMatchObject([{ debt_kop: -100_000 }])
  })

  test('is cancelled with a reason or replaced by another invoice', async () => {
    const first = await issue(advance(7000))
    expect((await post(`invoices/${first.json.id}/cancel`, { reason: '' })).status).toBe(400)
    expect((await post(`invoices/${first.json.id}/cancel`, { reason: 'Не та сумма' })).status).toBe(200)
    expect((await get(`invoices/${first.json.id}`)).json).toMatchObject({
      state: 'cancelled',
      outdated: 'Счёт аннулирован',
    })
    expect(await post(`invoices/${first.json.id}/cancel`, { reason: 'Ещё раз' })).toMatchObject({
      status: 409,
      json: { code: 'invoice.not_in_force' },
    })
    const second = await issue(advance(8000))
    const third = await issue(advance(9000), shop.client, { replaces_id: second.json.id })
    expect(third.status, third.text).toBe(201)
    expect((await get(`invoices/${second.json.id}`)).json).toMatchObject({
      state: 'replaced',
      replaced_by: { id: third.json.id, number: third.json.number },
    })
    expect((await get(`invoices/${third.json.id}`)).json.basis).toContain(`взамен счёта № ${second.json.number}`)
    expect((await issue(advance(9000), shop.client, { replaces_id: second.json.id })).json.code).toBe(
      'invoice.not_in_force',
    )
  })
})

describe('invoice for several orders', () => {
  const ask = (...order_ids: number[]) => ({ kind: 'orders', contract_id: shop.contractId, order_ids })

  test('replaces their own invoices, and a payment that names it is shared among them', async () => {
    const [one, two] = [await buildReserved(test_, shop, [2]), await buildReserved(test_, shop, [3])]
    const own = await post(`orders/${one.id}/invoice`, {})
    const listed = (await get(`invoices/payable?contract_id=${shop.contractId}`)).json.orders
    expect(listed.find(({ id }) => id === one.id)).toMatchObject({ invoice: { id: own.json.id }, taken_by: null })
    const issued = await issue(ask(one.id, two.id))
    expect(issued.status, issued.text).toBe(201)
    const { json: invoice } = await get(`invoices/${issued.json.id}`)
    const total = [...one.lines, ...two.lines].reduce((sum, line) => sum + line.sumKop, 0)
    expect(invoice).toMatchObject({ kind: 'orders', total_kop: total, orders: [{ id: one.id }, { id: two.id }] })
    expect((await get(`invoices/${own.json.id}`)).json).toMatchObject({ state: 'replaced', kind: 'order' })
    // The orders show the invoice in force, and no second one is issued for them.
    expect((await get(`orders/${one.id}/invoice`)).json.id).toBe(invoice.id)
    expect((await post(`orders/${two.id}/invoice`, {})).json.id).toBe(invoice.id)
    expect(await preview(ask(two.id))).toMatchObject({ status: 409, json: { code: 'invoice.already_invoiced' } })
    const printed = await pdf(invoice.id)
    expect(printed).toContain(`по заказу № ${one.number}`)
    const first = one.lines.reduce((sum, line) => sum + line.sumKop, 0)
    const parts = [{ contract_id: shop.contractId, invoice_id: invoice.id, sum_kop: first + 100 }]
    const payment = { contractor_id: shop.companyId, number: '91', day: '2026-11-16', purpose: '', parts }
    expect((await post('payments', payment, shop.manager)).status).toBe(201)
    expect((await get(`invoices/${invoice.id}`)).json).toMatchObject({ state: 'partly_paid', paid_kop: first + 100 })
    const left = (await get(`invoices/payable?contract_id=${shop.contractId}`)).json.orders
    expect(left.find(({ id }) => id === one.id)).toBeUndefined()
    expect(left.find(({ id }) => id === two.id)?.left_kop).toBe(total - first - 100)
    // The paid part is deducted, so the rest can be invoiced again.
    const anew = await issue(ask(two.id), shop.client, { replaces_id: invoice.id })
    expect(anew.status, anew.text).toBe(201)
    expect((await get(`invoices/${anew.json.id}`)).json.total_kop).toBe(total - first - 100)
  })

  test('is marked as outdated when the total of an order changes', async () => {
    const { db } = test_.database
    const order = await buildReserved(test_, shop, [2, 1])
    const issued = await issue(ask(order.id))
    const lines = order.lines.map(({ id }) => id)
    const moves = [{ line_id: lines[1], from: 'reserved', to: 'cancelled_client', qty: 1 }]
    const moved = await post(`orders/${order.id}/transitions`, { moves })
    expect(moved.status, moved.text).toBeLessThan(300)
    const total = await db.selectFrom('orders').select('total_kop').where('id', '=', order.id).executeTakeFirstOrThrow()
    expect(total.total_kop).toBe(order.lines[0]?.sumKop)
    const { json } = await get(`invoices/${issued.json.id}`)
    expect(json.outdated).toMatch(new RegExp(`^Сумма заказа № ${order.number} изменилась: `))
  })

  test('is limited to the consignees of the employee', async () => {
    const far = (await buildConsignee(test_.database.db, shop.companyId, { name: 'Дальняя точка' })).id
    const here = await buildReserved(test_, shop, [1])
    const there = await buildReserved(test_, shop, [1], far)
    const near = await employee({}, [shop.consigneeId])
    expect((await preview(ask(there.id), near)).status).toBe(404)
    expect((await preview(ask(here.id), near)).status).toBe(200)
    const issued = await issue(ask(here.id, there.id))
    expect((await get(`invoices/${issued.json.id}`, near)).status).toBe(404)
    const register = await get('documents?kind=invoice', near)
    expect(register.json.results.map(({ id }) => id)).not.toContain(issued.json.id)
  })

  test('requested twice at once is issued once', async () => {
    const order = await buildReserved(test_, shop, [1])
    const body = { ask: ask(order.id), shown: [order.lines[0]?.sumKop], replaces_id: null, draft_id: null }
    const replies = await Promise.all([post('invoices', body), post('invoices', body)])
    expect(
      replies.map(({ json }) => (json as Loose).code ?? 'made').toSorted(),
      replies.map(({ text }) => text).join(),
    ).toEqual(['invoice.already_invoiced', 'made'])
  })
})

describe('shipment invoice', () => {
  test('covers the unpaid rest and stays open as long as the debt', async () => {
    const own = await buildShop(test_)
    const order = await buildReserved(test_, own, [4])
    const shipment = await buildShipment(test_.database.db, order.id)
    const total = order.lines[0]?.sumKop ?? 0
    const part = (sum_kop: number) => ({
      contractor_id: own.companyId,
      number: String(sum_kop),
      day: '2026-11-16',
      purpose: '',
      parts: [{ contract_id: own.contractId, invoice_id: null, sum_kop }],
    })
    await post('payments', part(1000), own.manager)
    const ask = { kind: 'shipments', contract_id: own.contractId, shipment_ids: [shipment] }
    const issued = await issue(ask, own.client)
    expect(issued.status, issued.text).toBe(201)
    const { json: invoice } = await get(`invoices/${issued.json.id}`, own.client)
    const { due_on } = await test_.database.db
      .selectFrom('shipments')
      .select('due_on')
      .where('id', '=', shipment)
      .executeTakeFirstOrThrow()
    expect(invoice).toMatchObject({ kind: 'shipments', total_kop: total - 1000, notice: '', pay_until: due_on })
    expect(invoice.lines[0]?.name).toContain('остаток')
    const printed = await pdf(invoice.id, own.client)
    expect(printed).toContain('по отгрузке № Т-')
    const open = async () => (await get('settlements/invoices', own.client)).json.results.map(({ id }) => id)
    expect(await open()).toContain(invoice.id)
    expect((await preview(ask, own.client)).json.code).toBe('invoice.already_invoiced')
    // Paid without naming the invoice: the debt is settled.
    await post('payments', part(total - 1000), own.manager)
    expect(await open()).not.toContain(invoice.id)
    expect(await preview(ask, own.client, invoice.id)).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'ask.shipment_ids.0' }] },
    })
  })
})

describe('issued invoice', () => {
  const goods = (...lines: object[]) => ({ kind: 'goods', contract_id: shop.contractId, lines })

  test('has goods found by article at the prices of the issue, and a changed price is refused', async () => {
    const offer = await offerOf({ article: 'NEWINV-77', brand: 'ЛЮБОЙ', multiplicity: 4 })
    const rows = ['newinv 77', 'ЛЮБОЙ NEWINV77', 'нет такого'].map((article) => ({ article, qty: 3 }))
    const found = await post('invoices/find', { contract_id: shop.contractId, rows })
    expect(found.json.rows.map(({ choices }) => choices[0]?.offer_id)).toEqual([offer.id, offer.id, undefined])
    expect(found.json.rows[0]?.choices[0]?.qty).toBe(4)
    const ask = goods({ offer_id: offer.id, qty: 3, price_kop: null })
    const seen = (await preview(ask)).json
    expect(seen.lines[0]).toMatchObject({ qty: 4, note: 'Кратно 4, исправлено 3 → 4' })
    const { db } = test_.database
    await db
      .updateTable('offers')
      .set({ purchase_kop: sql`purchase_kop * 2` })
      .where('id', '=', offer.id)
      .execute()
    const body = { ask, shown: seen.lines.map((line) => line.sum_kop), replaces_id: null, draft_id: null }
    const refused = await post('invoices', body)
    expect(refused).toMatchObject({ status: 409, json: { code: 'invoice.changed' } })
    expect(refused.json.errors[0]?.message).toMatch(/NEWINV-77.*было .* ₽, стало .* ₽/)
    const issued = await issue(ask)
    expect(issued.status, issued.text).toBe(201)
    const printed = await pdf(issued.json.id)
    expect(printed).toContain('NEWINV-77')
  })

  test('of a manager can have typed lines and prices, but none below the lowest price', async () => {
    const user = await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER', rights: [] })
    const strict = await loginAs(test_, user)
    const offer = await offerOf()
    const typed = {
      offer_id: null,
      name: `Доставка «срочная» | "до двери" 🚚 ${'я'.repeat(240)}`,
      unit: 'усл',
      qty: 1.5,
      price_kop: 33_333,
    }
    const low = await preview(goods({ offer_id: offer.id, qty: 1, price_kop: 10_500 }), strict)
    expect(low).toMatchObject({
      status: 409,
      json: { code: 'invoice.below_floor', errors: [{ path: 'ask.lines.0.price_kop' }] },
    })
    expect(low.json.errors[0]?.message).toContain('110,00')
    const issued = await issue(goods({ offer_id: offer.id, qty: 2, price_kop: 11_500 }, typed), shop.manager)
    expect(issued.status, issued.text).toBe(201)
    const { json: invoice } = await get(`invoices/${issued.json.id}`)
    expect(invoice.total_kop).toBe(23_000 + 50_000)
    expect(invoice.lines.reduce((sum, line) => sum + line.sum_kop, 0)).toBe(invoice.total_kop)
    expect(invoice.vat_totals[0]?.sum_kop).toBe(invoice.lines.reduce((sum, line) => sum + line.vat_kop, 0))
    expect(invoice.lines[1]?.name).toBe(typed.name)
  })

  test('can come from a warranty manager', async () => {
    const issued = await issue(advance(3000), warranty)
    expect(issued.status, issued.text).toBe(201)
    const { results } = (await get('invoices/buyers?q=Любой', warranty)).json
    expect(results.length).toBeGreaterThan(0)
  })
})

describe('invoice drafts', () => {
  test('are personal, check versions, and are deleted on issue or after thirty days', async () => {
    const { db } = test_.database
    const made = await post('invoices/drafts', {
      contractor_id: null,
      fields: { ...INVOICE_DRAFT, purpose: 'Черновик' },
    })
    expect(made.status, made.text).toBe(201)
    const mine = async () => (await get('invoices/drafts')).json.results
    expect((await mine())[0]).toMatchObject({ id: made.json.id, fields: { purpose: 'Черновик' } })
    expect((await get('invoices/drafts', await employee({}))).json.results).toEqual([])
    const url = `/api/v1/invoices/drafts/${made.json.id}`
    const change = (version: number) =>
      send<Answer>(test_, { method: 'PATCH', url, headers: shop.client, payload: { version, fields: INVOICE_DRAFT } })
    expect((await change(1)).json.version).toBe(2)
    expect((await change(1)).json.code).toBe('stale')
    await issue(advance(), shop.client, { draft_id: made.json.id })
    expect(await mine()).toEqual([])
    const left = await post('invoices/drafts', { contractor_id: shop.companyId, fields: INVOICE_DRAFT }, shop.manager)
    const of = () => db.selectFrom('invoice_drafts').select('id').where('id', '=', left.json.id).execute()
    const day = (days: number) => new Date(test_.clock.now().getTime() + days * 86_400_000)
    await purgeAt(test_, 'invoice_drafts', day(29))
    expect(await of()).toHaveLength(1)
    await purgeAt(test_, 'invoice_drafts', day(31))
    expect(await of()).toHaveLength(0)
  })
})

interface Answer extends Omit<Invoice, 'lines'>, InvoicePreview {
  code: string
  detail: string
  errors: { path: string; message: string }[]
  orders: { id: number; number: string; left_kop: number }[] & Invoice['orders']
  shipments: { id: number; left_kop: number }[]
  results: { id: number; version: number; fields: { purpose: string } }[]
  rows: { choices: { offer_id: number; price_kop: number; qty: number; brand: string }[] }[]
  version: number
}

const post = (path: string, payload: object, headers: Headers = shop.client, key: string = crypto.randomUUID()) =>
  send<Answer>(test_, {
    method: 'POST',
    url: `/api/v1/${path}`,
    headers: { ...headers, 'idempotency-key': key },
    payload,
  })

const advance = (sum_kop = 100_000, purpose = '', contract_id = shop.contractId) => ({
  kind: 'advance',
  contract_id,
  sum_kop,
  purpose,
})

const preview = (ask: object, headers: Headers = shop.client, replaces_id: number | null = null) =>
  post('invoices/preview', { ask, replaces_id }, headers)

/** Previews an invoice and issues it as shown. */
async function issue(ask: object, headers: Headers = shop.client, more: object = {}, key?: string) {
  const seen = await preview(ask, headers, (more as { replaces_id?: number }).replaces_id ?? null)
  const shown = (seen.json as Loose).lines?.map((line) => line.sum_kop) ?? [0]
  return post('invoices', { ask, shown, replaces_id: null, draft_id: null, ...more }, headers, key)
}

const employee = async (limits: EmployeeLimits, points: number[] = []) =>
  loginAs(test_, await buildEmployee(test_.database.db, shop.companyId, limits, points))

const offerOf = async (
  overrides: { article?: string; brand?: string; multiplicity?: number } = {},
  warehouse?: number,
) => {
  const { db } = test_.database
  const product = await buildProduct(db, overrides)
  const offer = await buildOffer(db, product.id, warehouse ?? shop.warehouseId, { on_hand: 100, qty_text: '100' })
  return { id: offer.id, article: product.article }
}
