import type { SupplierQueue } from '@artikul/contract/purchasing/supplier-orders'
import { describe, expect, test } from 'vitest'
import { useTestApp } from '../../../../testing/test-app.ts'
import { useApiSupplier } from '../api-supplier.factory.ts'
import { collectNow } from '../supplier-orders.factory.ts'

const test_ = useTestApp({ PRIVATE_URLS: 'on' })
const ARTICLES = ['OC 90', 'OC 91', 'OC 92', 'OC 93', 'OC 94', 'OC 95']
const api = useApiSupplier(test_, ARTICLES)
const { at, atSupplier, call, clientsOrder, control, details, later } = api
const { listed, openAnother, ordered, parts, poll, sendNow } = api

test('accepted order is sent once with our order number and line numbers', async () => {
  const ids = await ordered(2)
  await sendNow()
  await sendNow()
  const { number, state, lines } = await details()
  expect(at.supplier.orders).toMatchObject([{ clientOrderNumber: number }])
  expect(atSupplier().map(({ comment }) => comment)).toEqual(lines.map(({ id }) => `L${id}`))
  expect(state).toBe('sent')
  expect(lines).toMatchObject([
    {
      state: 'ordered',
      supplier_number: at.supplier.orders[0]?.number,
      confirmed_qty: 1,
      line_state: 'ordered_supplier',
    },
    { state: 'ordered' },
  ])
  expect(await parts(ids)).toEqual(['ordered_supplier', 'ordered_supplier'])
})

describe('lost reply', () => {
  test('is looked up, and a received order is not sent again', async () => {
    const ids = await ordered()
    await control('drops=1')
    await sendNow()
    const reason = 'Ответ не получен: Поставщик не ответил или прервал передачу'
    expect(await listed()).toMatchObject([{ state: 'unknown', reason }])
    expect(await parts(ids)).toEqual(['in_work'])
    await later(16)
    await sendNow()
    expect(await listed()).toMatchObject([{ state: 'sent' }])
    expect(atSupplier()).toHaveLength(1)
    expect(await parts(ids)).toEqual(['ordered_supplier'])
  })

  test('for an order that never arrived is waited for, then the order is sent again', async () => {
    await ordered()
    await control('fault=error')
    await sendNow()
    await control('')
    await later(16)
    await sendNow()
    expect(await listed()).toMatchObject([
      { state: 'unknown', reason: 'Ответ не получен, у поставщика заказа пока нет' },
    ])
    expect(at.supplier.orders).toEqual([])
    await later(180)
    await sendNow()
    expect(await listed()).toMatchObject([{ state: 'sent' }])
    expect(atSupplier()).toHaveLength(1)
  })

  test('is looked up five times, and then only staff can send the order again', async () => {
    await ordered()
    await control('fault=error')
    await sendNow()
    await test_.database.db.updateTable('supplier_orders').set({ attempts: 5 }).where('state', '=', 'unknown').execute()
    await control('')
    await later(200)
    await sendNow()
    expect(await listed()).toMatchObject([
      { state: 'unknown', reason: 'Отправлялся 5 раз, у поставщика его нет', next_at: null },
    ])
    expect(at.supplier.orders).toEqual([])
    const { id, version } = await details()
    await call('POST', `supplier-orders/${id}/retry`, { version })
    await sendNow()
    expect(await listed()).toMatchObject([{ state: 'sent' }])
    expect(atSupplier()).toHaveLength(1)
  })

  test('does not repeat the order while its receipt is unknown', async () => {
    await ordered()
    await control('drops=1')
    await sendNow()
    await control('fault=error')
    for (let round = 0; round < 4; round += 1) {
      await later(200)
      await sendNow()
    }
    expect(await listed()).toMatchObject([{ state: 'unknown' }])
    expect(atSupplier()).toHaveLength(1)
  })
})

test('two servers send each order once', async () => {
  const other = await openAnother()
  for (let round = 0; round < 3; round += 1) {
    await ordered(2)
    await Promise.all([sendNow(), sendNow(other), sendNow(), sendNow(other)])
  }
  expect(at.supplier.orders).toHaveLength(3)
  const comments = atSupplier().map(({ comment }) => comment)
  expect(new Set(comments).size).toBe(6)
})

test('order lines that the supplier rejects are refused one by one', async () => {
  const ids = await ordered(2)
  await test_.database.db
    .updateTable('supplier_order_lines')
    .set({ handle: JSON.stringify({ brand: 'MAHLE', number: 'OC 90', supplierCode: '101', itemKey: 'gone' }) })
    .where('supply_route_id', '=', at.supplier.id)
    .where('article', '=', 'OC 90')
    .execute()
  await sendNow()
  expect((await parts(ids)).toSorted()).toEqual(['ordered_supplier', 'refused_supplier'])
  const { lines, reason } = await details()
  expect(reason).toBe('Часть позиций не заказана')
  expect(lines.find(({ state }) => state === 'refused')).toMatchObject({ article: 'OC 90', confirmed_qty: 0 })
})

describe('supplier that refuses orders', () => {
  const queue = async () =>
    (await call<{ results: SupplierQueue[] }>('GET', 'supplier-orders/queues')).json.results.find(
      ({ source }) => source.id === at.supplier.id,
    )

  test('is paused for an hour while clients can still order', async () => {
    const ids = await ordered()
    await control(`refusal=${encodeURIComponent('Лимит исчерпан')}`)
    await sendNow()
    expect(await listed()).toMatchObject([{ state: 'stopped', reason: 'Лимит исчерпан' }])
    expect(await queue()).toMatchObject({ stopped: { reason: 'Лимит исчерпан' } })
    expect(await parts(ids)).toEqual(['in_work'])
    await ordered(2)
    await later(3599)
    await sendNow()
    expect(await listed()).toHaveLength(1)
    await control('')
    await later(1)
    await sendNow()
    await collectNow(test_)
    await sendNow()
    expect((await listed()).map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect(await queue()).toMatchObject({ stopped: null, waiting_count: 0 })
  })

  test('is retried by staff with the current version and gets the order once', async () => {
    await ordered()
    await control(`refusal=${encodeURIComponent('Лимит исчерпан')}`)
    await sendNow()
    await control('')
    const [order] = await listed()
    const retry = (version = 0) => call<{ code: string }>('POST', `supplier-orders/${order?.id}/retry`, { version })
    expect(await retry(1)).toMatchObject({ status: 409, json: { code: 'stale' } })
    expect(await retry(order?.version)).toMatchObject({ status: 200 })
    await sendNow()
    expect(await listed()).toMatchObject([{ state: 'sent' }])
    expect(atSupplier()).toHaveLength(1)
  })
})

describe('polling of supplier orders', () => {
  const mapped = (code: string, state: string) =>
    call('POST', `online-suppliers/${at.supplier.id}/statuses`, { code, state })
  const change = (fields: Record<string, string>) => Object.assign(atSupplier()[0] ?? {}, fields)
  async function sent() {
    const ids = await ordered()
    await sendNow()
    await later(61)
    return ids
  }

  test('shows an unknown status to staff and moves nothing', async () => {
    const ids = await sent()
    change({ status: 'Едет на склад', statusCode: '77' })
    await poll()
    expect(await parts(ids)).toEqual(['ordered_supplier'])
    expect((await details()).lines).toMatchObject([
      { status: { code: '77', name: 'Едет на склад', is_mapped: false }, not_applied: '' },
    ])
    const { json } = await call<{ results: object[] }>('GET', `online-suppliers/${at.supplier.id}/statuses`)
    expect(json.results).toContainEqual({ code: '77', name: 'Едет на склад', state: null })
  })

  test('moves the line by a known status, at most every few minutes', async () => {
    const ids = await sent()
    change({ status: 'В работе', statusCode: '2' })
    await poll()
    await mapped('2', 'confirmed_supplier')
    await later(120)
    await poll()
    expect(await parts(ids)).toEqual(['ordered_supplier'])
    await later(61)
    await poll()
    expect(await parts(ids)).toEqual(['confirmed_supplier'])
  })

  test('handles a smaller quantity, a higher price and statuses a supplier may not set', async () => {
    const fewer = await sent()
    change({ quantity: '0' })
    await poll()
    expect(await parts(fewer)).toEqual(['refused_supplier'])
    at.supplier.orders.length = 0
    const dearer = await sent()
    change({ price: '9999' })
    await poll()
    expect(await parts(dearer)).toEqual(['needs_confirm'])
    const [line] = (await clientsOrder(dearer[0] ?? 0)).lines
    expect(JSON.stringify(line)).not.toContain('9999')
    at.supplier.orders.length = 0
    const ready = await sent()
    change({ status: 'Выдано', statusCode: '4' })
    await poll()
    await later(200)
    await mapped('4', 'ready')
    await poll()
    expect(await parts(ready)).toEqual(['ordered_supplier'])
    expect((await details()).lines[0]?.not_applied).toBe('Не переводится: «Заказано у поставщика» → «Готово к выдаче»')
  })
})
