import type { LineState } from '@artikul/contract/ordering/orders/orders'
import type { SupplierOrderEvent } from '@artikul/contract/purchasing/supplier-order-history'
import type { SupplierOrderLine } from '@artikul/contract/purchasing/supplier-orders'
import { describe, expect, test } from 'vitest'
import { send, useTestApp } from '../../../testing/test-app.ts'
import { useApiSupplier } from './api-supplier.factory.ts'
import { collectNow, orderOfPartner } from './supplier-orders.factory.ts'

const test_ = useTestApp({ PRIVATE_URLS: 'on' })
const desk = useApiSupplier(test_, ['OC 90'])
const { at, atSupplier, call, cancelNow, clientsOrder, control, details, later, listed, ordered, parts, poll } = desk
async function line(): Promise<SupplierOrderLine> {
  return (await details()).lines[0] ?? expect.fail('no line')
}
const cancellation = async () => (await line()).cancellation
const settle = ({ id, version }: SupplierOrderLine, isCancelled: boolean) =>
  call<{ code: string }>('POST', `supplier-order-lines/${id}/cancellation`, { version, is_cancelled: isCancelled })
const supplierSays = (fields: object) => Object.assign(atSupplier()[0] ?? {}, fields)
const forPeople = async () => (await listed('&requires_action=1')).map(({ cancellations_count: count }) => count)
const ASKED = { status: 'Запрошено снятие' }

test('line cancelled before sending is never sent to the supplier', async () => {
  const [id = 0] = await ordered()
  await cancel(id, { from: 'in_work' })
  await desk.sendNow()
  await cancelNow()
  expect(atSupplier()).toEqual([])
  expect(await listed()).toMatchObject([{ state: 'done', reason: 'Строк не осталось' }])
  expect(await test_.database.db.selectFrom('supplier_cancellations').selectAll().execute()).toEqual([])
})

test('cancellation is requested from the supplier and settled by the supplier status', async () => {
  const id = await sent()
  await cancel(id)
  expect(await cancellation()).toEqual({ state: 'due', qty: 1, cancelled_qty: 0, reason: '' })
  await cancelNow()
  expect(atSupplier()).toMatchObject([ASKED])
  expect(await line()).toMatchObject({ cancellation: { state: 'asked' }, line_state: 'cancelled_client' })
  await later(61)
  await poll()
  expect(await cancellation()).toMatchObject({ state: 'asked' })
  await supplierMoves('Снято', '61', 'removed')
  expect(await line()).toMatchObject({
    state: 'cancelled',
    confirmed_qty: 0,
    not_applied: '',
    cancellation: { state: 'cancelled', cancelled_qty: 1 },
  })
  expect(await parts([id])).toEqual(['cancelled_client'])
  expect(await forPeople()).toEqual([])
  const { results } = (
    await call<{ results: SupplierOrderEvent[] }>('GET', `supplier-orders/${(await details()).id}/history`)
  ).json
  const textsOf = (expectedSide: string) =>
    results.toReversed().flatMap(({ side, move, text }) => (side === expectedSide ? [move?.to ?? text] : []))
  expect(textsOf('client')).toEqual(expect.arrayContaining(['ordered_supplier', 'cancelled_client']))
  expect(textsOf('supplier')).toEqual([
    `Заказана, статус «Новый», № ${at.supplier.orders[0]?.number}`,
    'Ждём ответа на отмену',
    'Статус «Запрошено снятие»',
    'Статус «Снято»',
    'Отменена, будет 0 из 1, Снято',
  ])
})

describe('supplier that does not cancel', () => {
  test('refuses at once, and staff decide about the goods', async () => {
    const id = await sent()
    await cancel(id)
    await control(`keeps=${encodeURIComponent('Уже отгружено')}`)
    await cancelNow()
    expect(await cancellation()).toMatchObject({
      state: 'refused',
      reason: 'Поставщик ответил ошибкой 4: Уже отгружено',
    })
    expect(await forPeople()).toEqual([1])
    const before = await line()
    expect(await settle({ ...before, version: before.version - 1 }, false)).toMatchObject({ json: { code: 'stale' } })
    expect((await settle(before, false)).status).toBe(200)
    expect(await line()).toMatchObject({ state: 'ordered', cancellation: { state: 'kept' } })
    expect(await forPeople()).toEqual([])
  })

  test('is followed although no client waits for the goods', async () => {
    await cancel(await sent())
    await control(`keeps=${encodeURIComponent('Уже отгружено')}`)
    await cancelNow()
    for (const status of ['Собран', 'Отгружен']) {
      supplierSays({ status, statusCode: status })
      await later(200)
      await poll()
      expect(await line()).toMatchObject({ state: 'ordered', status: { name: status } })
    }
    await settle(await line(), false)
    supplierSays({ quantity: '0' })
    await later(200)
    await poll()
    expect(await line()).toMatchObject({ confirmed_qty: 0 })
  })

  test('continues the order, which counts as a refusal', async () => {
    const id = await sent()
    await cancel(id)
    await cancelNow()
    await supplierMoves('Собран', '62', 'confirmed_supplier')
    expect(await line()).toMatchObject({
      not_applied: '',
      cancellation: { state: 'refused', reason: 'у поставщика «Собран»' },
    })
    expect(await forPeople()).toEqual([1])
    expect(await parts([id])).toEqual(['cancelled_client'])
  })

  test('stays silent for a day, and the cancellation goes to staff', async () => {
    await cancel(await sent())
    await cancelNow()
    await later(86_401)
    await cancelNow()
    expect(await cancellation()).toMatchObject({
      state: 'by_hand',
      reason: 'Поставщик не ответил на просьбу отменить за сутки',
    })
  })
})

describe('lost reply', () => {
  test('to a cancellation is looked up, and a received request is not repeated', async () => {
    await cancel(await sent())
    await control('drops=1')
    await cancelNow()
    expect(await cancellation()).toMatchObject({
      state: 'sending',
      reason: 'Ответ не получен: Поставщик не ответил или прервал передачу',
    })
    supplierSays({ status: 'Отменяется' })
    await later(16)
    await cancelNow()
    expect(await cancellation()).toMatchObject({ state: 'asked' })
    expect(atSupplier(), 'not asked again').toMatchObject([{ status: 'Отменяется' }])
  })

  test('to a cancellation that never arrived leads to a repeated request', async () => {
    await cancel(await sent())
    await control('fault=error')
    await cancelNow()
    await control('')
    expect(atSupplier()).toMatchObject([{ status: 'Новый' }])
    await later(16)
    await cancelNow()
    expect(await cancellation()).toMatchObject({ state: 'asked' })
    expect(atSupplier()).toMatchObject([ASKED])
  })

  test('on a crashed server is taken over by another server', async () => {
    await cancel(await sent())
    await control('fault=hang')
    const isAsked = at.supplier.isAsked()
    const hung = cancelNow()
    await isAsked
    await control('')
    const other = await desk.openAnother()
    await cancelNow(other)
    expect(await cancellation(), 'it may still be heard').toMatchObject({ state: 'sending' })
    await later(181)
    await cancelNow(other)
    expect(await cancellation()).toMatchObject({ state: 'asked' })
    await at.sender.close()
    await hung
    expect(await cancellation()).toMatchObject({ state: 'asked' })
  })

  test('to the order itself is looked up first', async () => {
    const [id = 0] = await ordered()
    await control('drops=1')
    await desk.sendNow()
    await cancel(id, { from: 'in_work' })
    await cancelNow()
    expect(await cancellation()).toMatchObject({ state: 'due' })
    await later(16)
    await desk.sendNow()
    await cancelNow()
    expect(await line()).toMatchObject({ state: 'ordered', not_applied: '', cancellation: { state: 'asked' } })
    expect(atSupplier()).toMatchObject([ASKED])
  })
})

describe('manual cancellation', () => {
  test('is required for a supplier without cancellation in its API', async () => {
    await cancel(await sent())
    const { db } = test_.database
    await db
      .updateTable('online_suppliers')
      .set({ adapter: 'rest' })
      .where('supply_route_id', '=', at.supplier.id)
      .execute()
    await cancelNow()
    expect(await cancellation()).toMatchObject({ state: 'by_hand', reason: 'Отмены по API у поставщика нет' })
    expect(await forPeople()).toEqual([1])
    expect((await settle(await line(), true)).status).toBe(200)
    expect(await line()).toMatchObject({ state: 'cancelled', confirmed_qty: 0, cancellation: { state: 'cancelled' } })
    expect(await settle(await line(), true)).toMatchObject({
      status: 409,
      json: { code: 'supplier_order.invalid_state' },
    })
  })

  test('is required for a part of a line, and the rest continues', async () => {
    const id = await sent(2)
    await cancel(id)
    await cancelNow()
    expect(await cancellation()).toMatchObject({
      state: 'by_hand',
      qty: 1,
      reason: 'По API отменяется вся строка, а отменить нужно 1 из 2',
    })
    await settle(await line(), true)
    expect(await line()).toMatchObject({ state: 'ordered', confirmed_qty: 1, cancellation: { state: 'cancelled' } })
    expect((await parts([id])).toSorted()).toEqual(['cancelled_client', 'ordered_supplier'])
    await supplierMoves('Собран', '62', 'confirmed_supplier', { quantity: '1' })
    expect((await parts([id])).toSorted()).toEqual(['cancelled_client', 'confirmed_supplier'])
    await cancel(id, { from: 'confirmed_supplier' })
    await cancelNow()
    expect(await cancellation()).toMatchObject({ state: 'asked', qty: 2, cancelled_qty: 1 })
  })

  test('of a part stays open when the supplier continues with the whole line', async () => {
    const id = await sent(3)
    await cancel(id, { qty: 2 })
    await cancelNow()
    await supplierMoves('В работе', '2', 'confirmed_supplier')
    expect(await line()).toMatchObject({ not_applied: '', cancellation: { state: 'by_hand', qty: 2 } })
    expect((await parts([id])).toSorted()).toEqual(['cancelled_client', 'confirmed_supplier'])
  })

  test('is required for an order passed to the supplier by hand', async () => {
    const { supplyRouteId } = await orderOfPartner(test_, at.buyer, {
      sellerId: at.parties.seller.id,
      contractorId: at.parties.company.id,
    })
    const { json } = await send<{ orders: { id: number }[] }>(test_, {
      method: 'POST',
      url: '/api/v1/supplier-orders',
      headers: { ...at.manager, 'idempotency-key': crypto.randomUUID() },
      payload: { supply_route_id: supplyRouteId },
    })
    const url = `supplier-orders/${json.orders[0]?.id}`
    const one = async () => (await call<{ lines: SupplierOrderLine[] }>('GET', url)).json.lines[0]
    await cancel((await one())?.order?.id ?? 0)
    await cancelNow()
    expect((await one())?.cancellation).toMatchObject({ state: 'by_hand', reason: 'Заказ передан поставщику вручную' })
  })
})

test('client refusal of a higher price cancels the line at the supplier', async () => {
  const id = await sent()
  supplierSays({ price: '9999' })
  await later(61)
  await poll()
  expect(await parts([id])).toEqual(['needs_confirm'])
  const [question] = (await clientsOrder(id)).decisions
  const answer = { method: 'POST' as const, url: `/api/v1/change-approvals/${question?.id}/answer`, headers: at.buyer }
  expect((await send(test_, { ...answer, payload: { answer: 'decline' } })).status).toBe(200)
  await collectNow(test_)
  await cancelNow()
  expect(await cancellation()).toMatchObject({ state: 'asked' })
  expect(atSupplier()).toMatchObject([ASKED])
})

/** Cancels a quantity of the order as the client, or as staff on behalf of the client. */
async function cancel(
  id: number,
  { from = 'ordered_supplier', qty = 1, by = at.manager }: { from?: LineState; qty?: number; by?: object } = {},
) {
  const [line] = (await clientsOrder(id)).lines
  const reply = await send(test_, {
    method: 'POST',
    url: `/api/v1/orders/${id}/transitions`,
    headers: { ...by, 'idempotency-key': crypto.randomUUID() },
    payload: { moves: [{ line_id: line?.id, from, to: 'cancelled_client', qty }] },
  })
  expect(reply.status).toBe(200)
  await collectNow(test_)
}

/** Places an order that was sent to the supplier. */
async function sent(qty = 1): Promise<number> {
  const [id = 0] = await ordered(1, qty)
  await desk.sendNow()
  return id
}

/** Changes the supplier’s state of the line and maps it to a meaning. */
async function supplierMoves(status: string, code: string, state: string, fields: object = {}) {
  supplierSays({ status, statusCode: code, ...fields })
  await later(200)
  await poll()
  await call('POST', `online-suppliers/${at.supplier.id}/statuses`, { code, state })
  await later(200)
  await poll()
}
