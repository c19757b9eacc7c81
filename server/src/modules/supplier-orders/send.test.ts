import type { NewOnlineSupplier } from '@artikul/contract/online-suppliers'
import type { Order } from '@artikul/contract/orders'
import type { SupplierOrderDetails, SupplierOrderItem, SupplierQueue } from '@artikul/contract/supplier-orders'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../promises/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../testing/test-app.ts'
import { buildProduct } from '../catalog/catalog.factory.ts'
import { buildConsignee } from '../consignees/consignees.factory.ts'
import { openSupplier } from '../online-suppliers/online-suppliers.factory.ts'
import { pollDue } from './poll.ts'
import { sendDue, type SendDeps } from './send.ts'
import { collectNow, offeredOnline, openSender, placeCart, putIntoCart } from './supplier-orders.factory.ts'

const test_ = useTestApp({ PRIVATE_URLS: 'on' })
const going = new AbortController().signal
const ARTICLES = ['OC 90', 'OC 91', 'OC 92', 'OC 93', 'OC 94', 'OC 95']
let parties: Parties
let manager: { authorization: string }
let buyer: { authorization: string }
let supplier: Awaited<ReturnType<typeof openSupplier>>
let sender: Awaited<ReturnType<typeof openSender>>
const opened: { close: () => unknown }[] = []

beforeAll(async () => {
  const { db } = test_.database
  parties = await buildParties(db)
  manager = await loginAs(test_, parties.manager)
  buyer = await loginAs(test_, parties.admin)
  await buildConsignee(db, parties.company.id, { isDefault: true })
  for (const article of ARTICLES) await buildProduct(db, { brand: 'MAHLE', article })
})
beforeEach(async () => {
  await open()
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  const { db } = test_.database
  await db.updateTable('online_suppliers').set({ is_on: false }).execute()
  await db.updateTable('supplier_orders').set({ next_at: null }).execute()
})

async function open(fields: Partial<NewOnlineSupplier> = {}) {
  supplier = await openSupplier(
    test_,
    { manager, sellerId: parties.seller.id },
    ARTICLES.map((article) => ({ brand: 'MAHLE', article })),
    { fields: { sending: 'now', ...fields }, character: { seed: 3 } },
  )
  sender = await openSender(test_)
  opened.push(supplier, sender)
}

async function later(seconds: number) {
  test_.clock.set(new Date(test_.clock.now().getTime() + seconds * 1000).toISOString())
  buyer = await loginAs(test_, parties.admin)
  manager = await loginAs(test_, parties.manager)
}
const control = (text: string) => fetch(`${supplier.origin}/control?${text}`, { method: 'POST' })
const sendNow = (deps: SendDeps = sender) => sendDue(deps, going)
const poll = () => pollDue(sender, going)
const call = <T>(method: 'GET' | 'POST', path: string, payload?: object) =>
  send<T>(test_, { method, url: `/api/v1/${path}`, headers: manager, ...(payload && { payload }) })
const listed = async () =>
  (await call<{ results: SupplierOrderItem[] }>('GET', `supplier-orders?source_id=${supplier.id}`)).json.results
async function details(): Promise<SupplierOrderDetails> {
  const [order] = await listed()
  return (await call<SupplierOrderDetails>('GET', `supplier-orders/${order?.id}`)).json
}
const clientsOrder = async (id: number) =>
  (await send<Order>(test_, { url: `/api/v1/orders/${id}`, headers: buyer })).json

/** Client's orders of one piece of each of so many articles, collected for the supplier. */
async function ordered(count = 1): Promise<number[]> {
  for (const article of ARTICLES.slice(0, count)) {
    const [offer] = await offeredOnline(test_, buyer, `MAHLE ${article}`)
    await putIntoCart(test_, buyer, { reference: offer?.reference, qty: 1 })
  }
  const { json } = await placeCart(test_, buyer)
  await collectNow(test_)
  return json.orders.map(({ id }) => id)
}
async function parts(ids: readonly number[]) {
  const orders = await Promise.all(ids.map(clientsOrder))
  return orders.flatMap(({ lines }) => lines.flatMap((line) => line.parts.map(({ state }) => state)))
}
const atSupplier = () => supplier.orders.flatMap(({ positions }) => positions)

test('an accepted order is sent once, with our number and the number of each line', async () => {
  const ids = await ordered(2)
  await sendNow()
  await sendNow()
  const { number, state, lines } = await details()
  expect(supplier.orders).toMatchObject([{ clientOrderNumber: number }])
  expect(atSupplier().map(({ comment }) => comment)).toEqual(lines.map(({ id }) => `L${id}`))
  expect(state).toBe('sent')
  expect(lines).toMatchObject([
    { state: 'ordered', supplier_number: supplier.orders[0]?.number, confirmed_qty: 1, line_state: 'ordered_supplier' },
    { state: 'ordered' },
  ])
  expect(await parts(ids)).toEqual(['ordered_supplier', 'ordered_supplier'])
})

describe('an answer that was lost', () => {
  test('is looked for, and what is there is not sent again', async () => {
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

  test('of an order that never came is waited for as long as it may come, then the order is sent again', async () => {
    await ordered()
    await control('fault=error')
    await sendNow()
    await control('')
    await later(16)
    await sendNow()
    expect(await listed()).toMatchObject([
      { state: 'unknown', reason: 'Ответ не получен, у поставщика заказа пока нет' },
    ])
    expect(supplier.orders).toEqual([])
    await later(180)
    await sendNow()
    expect(await listed()).toMatchObject([{ state: 'sent' }])
    expect(atSupplier()).toHaveLength(1)
  })

  test('is looked for five times over, and then only a person has it sent again', async () => {
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
    expect(supplier.orders).toEqual([])
    const { id, version } = await details()
    await call('POST', `supplier-orders/${id}/retry`, { version })
    await sendNow()
    expect(await listed()).toMatchObject([{ state: 'sent' }])
    expect(atSupplier()).toHaveLength(1)
  })

  test('is not sent again while nobody says whether it is there', async () => {
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

test('two servers at it send each order once', async () => {
  const other = await openSender(test_)
  opened.push(other)
  for (let round = 0; round < 3; round += 1) {
    await ordered(2)
    await Promise.all([sendNow(), sendNow(other), sendNow(), sendNow(other)])
  }
  expect(supplier.orders).toHaveLength(3)
  const comments = atSupplier().map(({ comment }) => comment)
  expect(new Set(comments).size).toBe(6)
})

test('what the supplier does not take of an order is refused, line by line', async () => {
  const ids = await ordered(2)
  await test_.database.db
    .updateTable('supplier_order_lines')
    .set({ handle: { brand: 'MAHLE', number: 'OC 90', supplierCode: '101', itemKey: 'gone' } })
    .where('source_id', '=', supplier.id)
    .where('article', '=', 'OC 90')
    .execute()
  await sendNow()
  expect((await parts(ids)).toSorted()).toEqual(['ordered_supplier', 'refused_supplier'])
  const { lines, reason } = await details()
  expect(reason).toBe('Часть позиций не заказана')
  expect(lines.find(({ state }) => state === 'refused')).toMatchObject({ article: 'OC 90', confirmed_qty: 0 })
})

describe('a supplier who does not let us order', () => {
  const queue = async () =>
    (await call<{ results: SupplierQueue[] }>('GET', 'supplier-orders/queues')).json.results.find(
      ({ source }) => source.id === supplier.id,
    )

  test('is left alone for an hour, and sells on', async () => {
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

  test('is tried again by hand, and looked at first', async () => {
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

describe('what becomes of an order is asked for', () => {
  const mapped = (code: string, state: string) =>
    call('POST', `online-suppliers/${supplier.id}/statuses`, { code, state })
  const change = (fields: Record<string, string>) => Object.assign(atSupplier()[0] ?? {}, fields)
  async function sent() {
    const ids = await ordered()
    await sendNow()
    await later(61)
    return ids
  }

  test('a state that nobody knows is shown to staff and moves nothing', async () => {
    const ids = await sent()
    change({ status: 'Едет на склад', statusCode: '77' })
    await poll()
    expect(await parts(ids)).toEqual(['ordered_supplier'])
    expect((await details()).lines).toMatchObject([
      { status: { code: '77', name: 'Едет на склад', is_mapped: false }, not_applied: '' },
    ])
    const { json } = await call<{ results: object[] }>('GET', `online-suppliers/${supplier.id}/statuses`)
    expect(json.results).toContainEqual({ code: '77', name: 'Едет на склад', state: null })
  })

  test('a known one moves the line, and he is asked every few minutes at most', async () => {
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

  test('fewer of it, dearer, and states that are not his to say', async () => {
    const fewer = await sent()
    change({ quantity: '0' })
    await poll()
    expect(await parts(fewer)).toEqual(['refused_supplier'])
    supplier.orders.length = 0
    const dearer = await sent()
    change({ price: '9999' })
    await poll()
    expect(await parts(dearer)).toEqual(['needs_confirm'])
    const [line] = (await clientsOrder(dearer[0] ?? 0)).lines
    expect(JSON.stringify(line)).not.toContain('9999')
    supplier.orders.length = 0
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
