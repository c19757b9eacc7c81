import type { AddressInfo } from 'node:net'
import type { Debtor } from '@artikul/contract/billing/debts'
import type { LoadedFile, Payment, PaymentItem, PayableBuyer } from '@artikul/contract/billing/payments'
import type { Movement, SettledContract } from '@artikul/contract/billing/settlements'
import type { Invoice } from '@artikul/contract/billing/invoices'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildReserved, buildShop, ship } from '../../fulfilment/shipments/shipments.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { bankFile, buildInvoice, loading, OUR_ACCOUNT, type FileRow } from './payments.factory.ts'

const test_ = useTestApp()

type Headers = { authorization: string }
let manager: Headers
let client: Headers
let userId: number
let sellerId: number
let sellerInn: string
let other: { sellerId: number; companyId: number; contractId: number }
let companyId: number
let contractId: number
let inn: string

beforeAll(buildCompanies)
let serial = 100

describe('refusals', () => {
  test('clients and staff without the accountant right are refused payments and debts', async () => {
    const { db } = test_.database
    const plain = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_WARRANTY_MANAGER', rights: [] }))
    for (const path of ['/payments', '/payments/buyers', `/payments/buyers/${companyId}`, '/debts']) {
      expect((await get(path, client)).status, path).toBe(403)
      expect(await get(path, plain), path).toMatchObject({ status: 403, json: { code: 'auth.permission_required' } })
    }
    expect(await load([{}], plain)).toMatchObject({ status: 403 })
    expect(await post('', typed(), client)).toMatchObject({ status: 403 })
    const accountant = await buildUser(db, { role: 'ARTIKUL_WARRANTY_MANAGER', rights: ['accountant'] })
    expect((await get('/payments', await loginAs(test_, accountant))).status).toBe(200)
  })
})

describe('manual payment', () => {
  test('with invalid data is refused with the field named', async () => {
    const { db } = test_.database
    const foreign = await buildInvoice(db, {
      sellerId: other.sellerId,
      contractId: other.contractId,
      companyId: other.companyId,
      userId,
      kop: 1000,
    })
    const small = await invoiceOf(1000)
    const closed = await invoiceOf(1000, { status: 'cancelled' })
    const cases: [object, number, string][] = [
      [{ day: '2026-11-18' }, 400, 'day'],
      [{ day: '1999-01-01' }, 400, 'day'],
      [{ number: ' ' }, 400, 'number'],
      [{ parts: [] }, 400, 'parts'],
      [{ parts: [part(0)] }, 400, 'parts.0.sum_kop'],
      [{ parts: [part(-5)] }, 400, 'parts.0.sum_kop'],
      [{ parts: [part(1.5)] }, 400, 'parts.0.sum_kop'],
      [{ parts: [part(100, null, other.contractId)] }, 400, 'parts.0.contract_id'],
      [{ parts: [part(100, foreign.id)] }, 400, 'parts.0.invoice_id'],
      [{ parts: [part(1001, small.id)] }, 400, 'parts.0.sum_kop'],
      [{ parts: [part(10, small.id), part(10, small.id)] }, 400, 'parts.1.sum_kop'],
      [{ parts: [part(10), part(10)] }, 400, 'parts.1.sum_kop'],
      [{ contractor_id: other.companyId, parts: [part(5, null, other.contractId)] }, 400, 'external_number'],
    ]
    for (const [more, status, path] of cases) {
      const reply = await post('', typed(more))
      expect([reply.status, reply.json.errors[0]?.path], reply.text).toEqual([status, path])
    }
    expect((await post('', typed({ contractor_id: 2_147_483_000 }))).status).toBe(404)
    expect(await post('', typed({ parts: [part(1, closed.id)] }))).toMatchObject({
      status: 409,
      json: { code: 'payment.refused', detail: `Счёт № ${closed.number} заменён или отменён` },
    })
  })

  test('lowers the debt, pays its invoice in parts and is not accepted twice', async () => {
    const invoice = await invoiceOf(50_000)
    const before = await debtOf()
    const body = typed({ number: '0077', parts: [part(30_000, invoice.id), part(5000)] })
    expect((await post('', body)).status).toBe(201)
    expect(await debtOf()).toBe(before - 35_000)
    expect(await statusOf(invoice.id)).toBe('partly_paid')
    // Banks differ in leading zeros.
    expect(await post('', { ...body, number: '77' })).toMatchObject({
      status: 409,
      json: { code: 'payment.exists' },
    })
    expect(await debtOf()).toBe(before - 35_000)
    expect((await post('', typed({ parts: [part(20_000, invoice.id)] }))).status).toBe(201)
    expect(await statusOf(invoice.id)).toBe('paid')
    expect(await post('', typed({ parts: [part(1, invoice.id)] }))).toMatchObject({
      status: 409,
      json: { detail: `Счёт № ${invoice.number} уже оплачен` },
    })
  })

  test('carries the 1C number when the accounting_mode are kept in 1C', async () => {
    const body = typed({
      contractor_id: other.companyId,
      parts: [part(500, null, other.contractId)],
      external_number: '00БП-000017',
    })
    const { json } = await post('', body)
    expect(await read(json.id)).toMatchObject({ external_number: '00БП-000017', state: 'posted' })
  })
})

describe('bank file', () => {
  test('gets a state and a reason for every document', async () => {
    const prefix = await prefixOf(sellerId)
    const invoice = await invoiceOf(150_000)
    const others = await invoiceOf(7000)
    const paid = await invoiceOf(100, { status: 'cancelled' })
    const stranger = '7799999999'
    const own = (number: string, more: FileRow = {}) => ({
      number,
      payerInn: inn,
      paid: '17.11.2026',
      date: '16.11.2026',
      ...more,
    })
    const { json } = await load([
      own('1', { purpose: `Оплата по счёту № ${invoice.number} от 16.11.2026`, sum: '1500.00' }),
      own('1', { purpose: `Оплата по счёту № ${invoice.number} от 16.11.2026`, sum: '1500.00' }),
      own('2', { payerInn: stranger, purpose: `счет ${others.number}` }),
      own('3', { payerInn: stranger }),
      own('4', { purpose: `счет ${prefix}-999999` }),
      own('5', { purpose: `счет ${others.number} от 01.01.2026` }),
      own('6', { purpose: `счет ${paid.number}` }),
      own('7'),
      own('8', { payeeAccount: '40702810999999999999' }),
      own('9', { payerAccount: OUR_ACCOUNT, payerInn: sellerInn, payeeAccount: '40702810999999999999' }),
      own('10', { sum: '0.00' }),
      own('11', { paid: '18.11.2026' }),
      own('12', { payeeInn: '7711111111' }),
      own('13', { payerInn: '' }),
      // In another bank the same account number belongs to somebody else.
      own('14', { payerAccount: OUR_ACCOUNT }),
    ])
    expect(json.documents.map(({ number, state, reason }) => [number, state, reason])).toEqual([
      ['1', 'posted', ''],
      ['1', 'known', ''],
      ['2', 'waiting', 'счёт выставлен другому покупателю'],
      ['3', 'waiting', 'плательщика с таким ИНН нет среди покупателей'],
      ['4', 'waiting', 'названного счёта нет'],
      ['5', 'waiting', 'названного счёта нет'],
      ['6', 'waiting', 'названный счёт уже оплачен или заменён'],
      ['7', 'waiting', 'в назначении не назван счёт'],
      ['8', 'foreign', 'счёт получателя 40702810999999999999'],
      ['9', 'outgoing', ''],
      ['10', 'broken', expect.stringContaining('неверная сумма «0.00»')],
      ['11', 'broken', expect.stringContaining('день ещё не наступил')],
      ['12', 'foreign', `счёт получателя ${OUR_ACCOUNT}`],
      ['13', 'waiting', 'плательщика с таким ИНН нет среди покупателей'],
      ['14', 'waiting', 'в назначении не назван счёт'],
    ])
    expect(await statusOf(invoice.id)).toBe('paid')
    expect(await statusOf(others.id)).toBe('unpaid')
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47])],
    ['no documents', bankFile([])],
  ])('with %s is refused with a reason', async (_, bytes) => {
    const reply = await send<Refusal>(test_, loading(manager, bytes))
    expect(reply).toMatchObject({ status: 422, json: { code: 'file.refused' } })
  })

  test('accepts one account at two banks and keeps the first purpose of a repeated payment', async () => {
    await test_.database.db
      .insertInto('seller_accounts')
      .values({
        seller_id: sellerId,
        bank_name: 'Другой банк',
        bic: '044525001',
        correspondent_account: '30101810000000000001',
        account: OUR_ACCOUNT,
      })
      .execute()
    const row = { number: '150', date: '16.11.2026', paid: '17.11.2026', payerInn: inn }
    const { json } = await load([
      { ...row, purpose: 'За запчасти' },
      { ...row, purpose: 'Ещё раз' },
    ])
    expect(json.documents.map(({ state }) => state)).toEqual(['waiting', 'known'])
    expect((await read(json.documents[0]?.payment_id ?? 0)).purpose).toBe('За запчасти')
  })

  test('splits a payment over several invoices and leaves the rest as an advance', async () => {
    const [one, two] = [await invoiceOf(10_000), await invoiceOf(20_000)]
    const purpose = `Оплата по счетам ${one.number}, ${two.number}`
    const row = { payerInn: inn, date: '16.11.2026', paid: '17.11.2026' }
    const { json } = await load([
      { ...row, number: '201', purpose, sum: '250.00' },
      { ...row, number: '202', purpose: `по счету ${two.number}`, sum: '100.00' },
    ])
    const [first, second] = await Promise.all(json.documents.map(({ payment_id: id }) => read(id ?? 0)))
    expect(first?.postings[0]?.invoices).toEqual([
      { number: one.number, sum_kop: 10_000 },
      { number: two.number, sum_kop: 15_000 },
    ])
    // The surplus stays an advance of the contract.
    expect(second?.postings[0]).toMatchObject({ sum_kop: 10_000, invoices: [{ number: two.number, sum_kop: 5000 }] })
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(['paid', 'paid'])
  })

  test('loaded repeatedly and concurrently posts every payment once', async () => {
    const invoice = await invoiceOf(5_000_000)
    const before = await debtOf()
    const rows = Array.from({ length: 60 }, (_, at) => ({
      number: String(3000 + at),
      date: '16.11.2026',
      paid: '17.11.2026',
      payerInn: inn,
      payeeInn: sellerInn,
      sum: `${at + 1}.00`,
      purpose: at % 2 === 0 ? `счет ${invoice.number}` : 'Оплата',
    }))
    await test_.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = test_.app.server.address() as AddressInfo // the server listens on a port
    const sendFile = async (own: readonly FileRow[]) => {
      const { url, headers, payload } = loading(manager, bankFile(own))
      const reply = await fetch(`http://127.0.0.1:${port}${url}`, {
        method: 'POST',
        headers,
        body: new Uint8Array(payload),
      })
      return (await reply.json()) as LoadedFile
    }
    const files = await Promise.all([sendFile(rows), sendFile(rows.toReversed()), sendFile(rows)])
    const states = files.flatMap((file) => file.documents.map(({ state }) => state))
    expect(states.filter((state) => state === 'posted')).toHaveLength(30)
    expect(states.filter((state) => state === 'waiting')).toHaveLength(30)
    expect(states.filter((state) => state === 'known')).toHaveLength(120)
    const paid = rows.reduce((sum, { purpose }, at) => sum + (purpose === 'Оплата' ? 0 : (at + 1) * 100), 0)
    expect(await debtOf()).toBe(before - paid)
    const again = await sendFile(rows)
    expect(new Set(again.documents.map(({ state }) => state))).toEqual(new Set(['known']))
    expect(again.documents.every(({ payment_id: id }) => id !== null)).toBe(true)
  })

  test('of two thousand payments posts or queues each one with its reason', async () => {
    const { db } = test_.database
    const invoices: { number: string }[] = []
    for (let at = 0; at < 100; at += 1) invoices.push(await invoiceOf(10_000_000))
    const numberAt = (at: number) => invoices[at % 100]?.number ?? ''
    const prefix = await prefixOf(sellerId)
    /** Purposes as payers really write them, by percent of all payments; some require a person. */
    const purposeAt = (at: number): FileRow => {
      const kind = at % 100
      if (kind < 40)
        return { purpose: `Оплата по счёту № ${numberAt(at)} от 16.11.2026 за запчасти, в т.ч. НДС 22% - 4950-06` }
      if (kind < 60) return { purpose: `ОПЛАТА ПО СЧЕТУ ${numberAt(at)}` }
      if (kind < 75) return { purpose: `оплата по сч.№${Number(numberAt(at).slice(-6))} от 16.11.26г.` }
      if (kind < 85) return { purpose: `Оплата счетов ${numberAt(at)}, ${numberAt(at + 1)}` }
      if (kind < 93) return { purpose: 'Оплата по договору № 17 от 01.02.2026' }
      if (kind < 95) return { purpose: `счет ${prefix}-77777${kind}` }
      if (kind < 98) return { payerInn: '7799999999' }
      return { payerInn: '7799999998', purpose: `по счету ${numberAt(at)}` }
    }
    const rows = Array.from({ length: 2000 }, (_, at) => ({
      payerInn: inn,
      payeeInn: sellerInn,
      number: String(10_000 + at),
      date: '16.11.2026',
      paid: '17.11.2026',
      sum: '500.00',
      ...purposeAt(at),
    }))
    const { json } = await load(rows)
    const counts = Map.groupBy(json.documents, ({ state, reason }) => reason || state)
    expect(Object.fromEntries([...counts].map(([what, own]) => [what, own.length]))).toEqual({
      posted: 1700,
      'в назначении не назван счёт': 160,
      'названного счёта нет': 40,
      'плательщика с таким ИНН нет среди покупателей': 60,
      'счёт выставлен другому покупателю': 40,
    })
    const { sum } = await db
      .selectFrom('payments')
      .select((row) => row.fn.sum<number>('sum_kop').as('sum'))
      .where('number', '>=', '10000')
      .where('number', '<', '12000')
      .where((row) => row(row.fn<number>('length', ['number']), '=', 5))
      .executeTakeFirstOrThrow()
    expect(sum).toBe(1700 * 50_000)
    const again = await load(rows)
    expect(new Set(again.json.documents.map(({ state }) => state))).toEqual(new Set(['known']))
  })
})

describe('list of unposted payments', () => {
  test('suggests the named invoice, an invoice of the same sum, the contract, or nothing', async () => {
    const invoice = await invoiceOf(123_456)
    const named = await invoiceOf(777)
    expect(await read(await waiting('1234.56'))).toMatchObject({
      state: 'waiting',
      wait_reason: 'no_invoice',
      suggestion: {
        why: 'sum',
        contractor: { id: companyId, inn },
        parts: [part(123_456, invoice.id)],
      },
    })
    expect((await read(await waiting('4.99'))).suggestion).toEqual({
      why: 'contract',
      contractor: { id: companyId, name: 'ООО «Покупатель»', inn },
      parts: [part(499)],
    })
    const strangers = { payerInn: '7799999999', purpose: `за Покупателя по счету ${named.number}` }
    expect((await read(await waiting('10.00', strangers))).suggestion).toMatchObject({
      why: 'invoice',
      parts: [part(777, named.id), part(223)],
    })
    expect((await read(await waiting('10.00', { payerInn: '7799999999' }))).suggestion).toBeNull()
  })

  test('refuses a wrong sum, a contract of another seller, a stale version and a repeated posting', async () => {
    const id = await waiting('10.00')
    const body = { version: 1, contractor_id: companyId, parts: [part(1000)] }
    expect((await post('/2147483000/post', body)).status).toBe(404)
    expect(await post(`/${id}/post`, { ...body, version: 5 })).toMatchObject({ status: 409, json: { code: 'stale' } })
    const short = await post(`/${id}/post`, { ...body, parts: [part(999)] })
    expect([short.status, short.json.errors[0]?.message.replaceAll('\u00a0', ' ')]).toEqual([
      400,
      'Разнесено 9,99 ₽ из 10,00 ₽',
    ])
    const foreign = { contractor_id: other.companyId, parts: [part(1000, null, other.contractId)] }
    expect((await post(`/${id}/post`, { ...body, ...foreign })).json.errors[0]?.path).toBe('parts.0.contract_id')
    expect((await post(`/${id}/post`, body)).status).toBe(200)
    expect(await post(`/${id}/post`, { ...body, version: 2 })).toMatchObject({
      status: 409,
      json: { code: 'payment.invalid_state' },
    })
  })

  test('posts a payment once under concurrent requests', async () => {
    const id = await waiting('10.00')
    const before = await debtOf()
    const body = { version: 1, contractor_id: companyId, parts: [part(1000)] }
    const replies = await Promise.all([post(`/${id}/post`, body), post(`/${id}/post`, body)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await debtOf()).toBe(before - 1000)
  })

  test('undoes a posting, restoring sums and keeping it in the history', async () => {
    const invoice = await invoiceOf(1000)
    const id = await waiting('10.00')
    const before = await debtOf()
    const parts = [part(1000, invoice.id)]
    await post(`/${id}/post`, { version: 1, contractor_id: companyId, parts })
    expect(await statusOf(invoice.id)).toBe('paid')
    expect((await post(`/${id}/undo`, { version: 2, reason: ' ' })).status).toBe(400)
    expect((await post(`/${id}/undo`, { version: 2, reason: 'Не тот счёт' })).status).toBe(200)
    expect(await statusOf(invoice.id)).toBe('unpaid')
    expect(await debtOf()).toBe(before)
    expect(await read(id)).toMatchObject({
      state: 'waiting',
      wait_reason: 'undone',
      version: 3,
      postings: [{ sum_kop: 1000, undone: { reason: 'Не тот счёт' } }],
    })
    const { json } = await get<{ results: Movement[] }>('/settlements/movements?from=2026-11-01&to=2026-11-30', client)
    expect(json.results.slice(0, 2)).toMatchObject([
      { kind: 'payment_undo', credit_kop: -1000 },
      { kind: 'payment', credit_kop: 1000 },
    ])
    expect((await post(`/${id}/undo`, { version: 3, reason: 'Ещё раз' })).json.code).toBe('payment.invalid_state')
    expect((await post(`/${id}/post`, { version: 3, contractor_id: companyId, parts })).status).toBe(200)
    expect(await debtOf()).toBe(before - 1000)
  })

  test('sets an unrelated payment aside with a reason and restores it', async () => {
    const id = await waiting('55.00', { payerInn: '7799999999', purpose: 'Возврат займа' })
    expect((await post(`/${id}/set-aside`, { version: 1, reason: 'Возврат займа' })).status).toBe(200)
    expect(await read(id)).toMatchObject({ state: 'aside', skip_reason: 'Возврат займа', suggestion: null })
    expect((await post(`/${id}/undo`, { version: 2, reason: 'Всё же оплата' })).status).toBe(200)
    expect(await read(id)).toMatchObject({ state: 'waiting', skip_reason: '' })
  })

  test('keeps payments and bank documents immutable in the database', async () => {
    const { db } = test_.database
    const refused = { code: '42501' }
    await expect(db.updateTable('payments').set({ sum_kop: 1 }).execute()).rejects.toMatchObject(refused)
    await expect(db.deleteFrom('payment_allocations').execute()).rejects.toMatchObject(refused)
    await expect(db.updateTable('bank_documents').set({ sum_kop: 1 }).execute()).rejects.toMatchObject(refused)
    await expect(db.deleteFrom('bank_documents').execute()).rejects.toMatchObject(refused)
  })

  test('is searched and filtered', async () => {
    const id = await waiting('88.00', { payer: 'ООО «Редкий плательщик»', payerInn: '7755555555' })
    interface List {
      results: PaymentItem[]
      waiting_count: number
    }
    const found = async (query: string) => (await get<List>(`/payments?${query}`)).json
    for (const q of ['Редкий', '7755555', '100%'])
      expect((await found(`q=${encodeURIComponent(q)}`)).results.map((one) => one.id)).toEqual(q === '100%' ? [] : [id])
    expect((await found('state=waiting&from=2026-11-20&to=2026-11-20')).results.length).toBe(0)
    expect((await found('state=waiting')).results.every((one) => one.state === 'waiting')).toBe(true)
    const own = await found(`contractor_id=${other.companyId}`)
    expect(own.results).toMatchObject([{ contractor: { id: other.companyId }, state: 'posted' }])
    expect(own.waiting_count).toBeGreaterThan(0)
    // A mistaken posting is no payment of the buyer.
    const parts = [part(8800)]
    await post(`/${id}/post`, { version: 1, contractor_id: companyId, parts })
    const mine = async () => (await found(`contractor_id=${companyId}&q=7755555`)).results.map((one) => one.id)
    expect(await mine()).toEqual([id])
    await post(`/${id}/undo`, { version: 2, reason: 'Не его' })
    expect(await mine()).toEqual([])
  })

  test('finds a buyer by INN with their contracts and open invoices', async () => {
    const { json } = await get<{ results: { id: number }[] }>(`/payments/buyers?q=${inn}`)
    expect(json.results.map(({ id }) => id)).toEqual([companyId])
    const buyer = (await get<PayableBuyer>(`/payments/buyers/${companyId}`)).json
    expect(buyer.contracts).toMatchObject([{ id: contractId, seller_id: sellerId, accounting_mode: 'portal' }])
    expect(buyer.invoices.every(({ left_kop: left, total_kop: total }) => left > 0 && left <= total)).toBe(true)
    expect((await get('/payments/buyers/2147483000')).status).toBe(404)
  })
})

test('invoice of shipped goods stays open until they are paid and is not overdue', async () => {
  const shop = await buildShop(test_)
  const order = await buildReserved(test_, shop, [2])
  const path = `/orders/${order.id}/invoice`
  await send(test_, {
    method: 'POST',
    url: `/api/v1${path}`,
    headers: { ...shop.client, 'idempotency-key': crypto.randomUUID() },
  })
  const now = test_.clock.now().toISOString()
  const stateOn = async (moment: string) => {
    test_.clock.set(moment)
    return (await get<Invoice>(path, await loginAs(test_, shop.admin))).json.state
  }
  onTestFinished(() => test_.clock.set(now))
  expect(await stateOn('2026-12-01T09:00:00Z')).toBe('overdue')
  test_.clock.set(now)
  const { json } = await ship(test_, shop.manager, [{ line_id: order.lineId, qty: 2 }])
  const sum = json.shipments[0]?.total_kop ?? 0
  const open = async () => (await get<PayableBuyer>(`/payments/buyers/${shop.companyId}`)).json.invoices.length
  const pay = (kop: number) =>
    post('', typed({ contractor_id: shop.companyId, parts: [part(kop, null, shop.contractId)] }))
  expect((await pay(sum - 1)).status).toBe(201)
  expect(await open()).toBe(1)
  expect((await pay(1)).status).toBe(201)
  expect(await open()).toBe(0)
  expect(await stateOn('2026-12-01T09:00:00Z')).toBe('unpaid')
})

describe('debts', () => {
  test('equal the ones shown to the buyers themselves', async () => {
    const { db } = test_.database
    const company = await buildContractor(db, { sellerIds: [sellerId, other.sellerId], name: 'ООО «Должник»' })
    const consignee = await buildConsignee(db, company.id, { is_default: true })
    const [own = 0, prepaid = 0] = company.contractIds
    for (const [at, [due, rub, contract_id]] of (
      [
        ['2026-10-31', 1000, own],
        ['2026-11-14', 500, own],
        ['2026-12-10', 300, own],
        ['2026-10-31', 10, prepaid],
      ] as const
    ).entries())
      await db
        .insertInto('shipments')
        .values({
          number: `Д-${at}`,
          seller_id: sellerId,
          contract_id,
          contractor_id: company.id,
          consignee_id: consignee.id,
          shipped_on: '2026-10-01',
          accept_until: '2026-10-05',
          due_on: due,
          total_kop: rub * 100,
          vat_kop: 0,
          actor_id: userId,
          subject_id: userId,
        })
        .execute()
    const pay = (kop: number, contract: number) =>
      post('', typed({ contractor_id: company.id, external_number: '17', parts: [part(kop, null, contract)] }))
    expect((await pay(80_000, own)).status).toBe(201)
    // An advance of one contract pays for no other, and the buyer sees it the same way.
    expect((await pay(900_000, prepaid)).status).toBe(201)
    interface List {
      results: Debtor[]
      debt_kop: number
      overdue_kop: number
      pagination: { total_count: number }
    }
    const list = async (query: string) => (await get<List>(`/debts?${query}`)).json
    const [found] = (await list(`q=${encodeURIComponent('должник')}`)).results
    expect(found).toMatchObject({
      id: company.id,
      debt_kop: 100_000,
      overdue_kop: 70_000,
      overdue_days: 17,
      last_paid_on: '2026-11-17',
    })
    const standings = await get<{ results: { contract_id: number }[] }>(`/contractors/${company.id}/standings`)
    expect(standings.json.results.toSorted((one, next) => one.contract_id - next.contract_id)).toMatchObject([
      { debt_kop: 100_000, overdue_kop: 70_000, overdue_days: 17 },
      { debt_kop: -899_000, overdue_kop: 0 },
    ])
    expect(await list('q=7899')).toMatchObject({ results: [], debt_kop: 0, pagination: { total_count: 0 } })
    for (const sort of ['overdue', 'debt', 'name'])
      expect((await list(`sort=${sort}&overdue=true`)).results.map(({ id }) => id)).toContain(company.id)
    expect((await get('/debts?sort=limit')).status).toBe(400)
  })
})

describe('client', () => {
  test('is notified of a payment unless settlements are hidden from them', async () => {
    const { db } = test_.database
    const employee = async (sees_settlements: boolean) => {
      const user = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [companyId] })
      await db.updateTable('user_contractors').set({ sees_settlements }).where('user_id', '=', user.id).execute()
      return loginAs(test_, user)
    }
    const [sees, blind] = [await employee(true), await employee(false)]
    await post('', typed({ number: '9191', parts: [part(12_300)] }))
    interface Bell {
      results: { kind: string; label: string }[]
    }
    const readNotifications = async (headers: Headers) =>
      (await get<Bell>('/notifications', headers)).json.results.filter(({ kind }) => kind === 'payment.received')
    expect((await readNotifications(sees))[0]?.label.replaceAll('\u00a0', ' ')).toBe('123,00 ₽, № 9191')
    expect(await readNotifications(blind)).toEqual([])
  })
})

async function buildCompanies() {
  const { db } = test_.database
  sellerId = (await buildSeller(db, { accounting_mode: 'portal' })).id
  sellerInn = await innOf('sellers', sellerId)
  const company = await buildContractor(db, { sellerIds: [sellerId], name: 'ООО «Покупатель»' })
  companyId = company.id
  contractId = company.contractIds[0] ?? 0
  inn = await innOf('contractors', companyId)
  const otherSeller = await buildSeller(db, { accounting_mode: '1c' })
  const otherCompany = await buildContractor(db, { sellerIds: [sellerId, otherSeller.id] })
  other = {
    sellerId: otherSeller.id,
    companyId: otherCompany.id,
    contractId: otherCompany.contractIds[1] ?? 0,
  }
  const admin = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [companyId] })
  userId = admin.id
  client = await loginAs(test_, admin)
  manager = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', rights: [] }))
}

const prefixOf = async (id: number) =>
  (
    await test_.database.db
      .selectFrom('sellers')
      .select('invoice_prefix')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).invoice_prefix

const innOf = async (table: 'contractors' | 'sellers', id: number) =>
  (await test_.database.db.selectFrom(table).select('inn').where('id', '=', id).executeTakeFirstOrThrow()).inn

const get = <T>(path: string, headers: Headers = manager) => send<T>(test_, { url: `/api/v1${path}`, headers })

interface Refusal {
  id: number
  version: number
  code: string
  detail: string
  errors: { path: string; message: string }[]
}

const post = (path: string, payload: object, headers: Headers = manager) =>
  send<Refusal>(test_, {
    method: 'POST',
    url: `/api/v1/payments${path}`,
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    payload,
  })

const load = async (rows: readonly FileRow[], headers: Headers = manager) =>
  send<LoadedFile & Refusal>(test_, loading(headers, bankFile(rows.map((row) => ({ payeeInn: sellerInn, ...row })))))

const invoiceOf = (kop: number, more: object = {}) =>
  buildInvoice(test_.database.db, { sellerId, contractId, companyId, userId, kop }, more)

const part = (kop: number, invoiceId: number | null = null, contract = contractId) => ({
  contract_id: contract,
  invoice_id: invoiceId,
  sum_kop: kop,
})

const typed = (more: object = {}) => ({
  contractor_id: companyId,
  number: String((serial += 1)),
  day: '2026-11-17',
  purpose: 'Оплата',
  parts: [part(100_000)],
  ...more,
})

const statusOf = async (id: number) =>
  (await test_.database.db.selectFrom('invoices').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status

const debtOf = async () =>
  (await get<{ results: SettledContract[] }>('/settlements', client)).json.results.find(
    (one) => one.contract_id === contractId,
  )?.debt_kop ?? NaN

const read = async (id: number) => (await get<Payment>(`/payments/${id}`)).json

/** Creates a waiting payment that names no invoice. */
async function waiting(sum = '1000.00', more: FileRow = {}) {
  const day = { date: '16.11.2026', paid: '17.11.2026' }
  const { json } = await load([{ ...day, number: String((serial += 1)), payerInn: inn, sum, ...more }])
  return json.documents[0]?.payment_id ?? 0
}
