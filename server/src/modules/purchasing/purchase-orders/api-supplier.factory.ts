import type { Order } from '@artikul/contract/ordering/orders/orders'
import type { SupplierOrderDetails, SupplierOrderItem } from '@artikul/contract/purchasing/supplier-orders'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import { loginAs, send, type TestApp } from '../../../testing/test-app.ts'
import { buildProduct } from '../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { openSupplier, type SupplierOptions } from '../../suppliers/online-suppliers/online-suppliers.factory.ts'
import { cancelDue } from './cancel.ts'
import { pollDue } from './sending/poll.ts'
import { sendDue, type SendDeps } from './sending/send.ts'
import { collectNow, offeredOnline, openSender, placeCart, putIntoCart } from './supplier-orders.factory.ts'

type Headers = { authorization: string }
const going = new AbortController().signal

interface At {
  parties: Parties
  manager: Headers
  buyer: Headers
  supplier: Awaited<ReturnType<typeof openSupplier>>
  sender: Awaited<ReturnType<typeof openSender>>
}
type Reply<T> = Awaited<ReturnType<typeof send<T>>>

/**
 * Creates people and, for each test, a supplier with an API, by default of ABCP, that sells the articles of MAHLE and
 * receives orders immediately.
 */
export function useApiSupplier(
  test_: TestApp,
  articles: readonly string[],
  options: Pick<SupplierOptions, 'fields' | 'fakeAdapter'> = {},
) {
  const opened: { close: () => unknown }[] = []
  const at = {} as At // filled before the first test
  const signIn = async () => {
    at.buyer = await loginAs(test_, at.parties.admin)
    at.manager = await loginAs(test_, at.parties.manager)
  }
  beforeAll(async () => {
    const { db } = test_.database
    at.parties = await buildParties(db)
    await signIn()
    await buildConsignee(db, at.parties.company.id, { is_default: true })
    for (const article of articles) await buildProduct(db, { brand: 'MAHLE', article })
  })
  beforeEach(async () => {
    const goods = articles.map((article) => ({ brand: 'MAHLE', article }))
    const people = { manager: at.manager, sellerId: at.parties.seller.id }
    const fields = { sending: 'now' as const, ...options.fields }
    at.supplier = await openSupplier(test_, people, goods, { ...options, fields, character: { seed: 3 } })
    at.sender = await openSender(test_)
    opened.push(at.supplier, at.sender)
  })
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close()
    const { db } = test_.database
    await db.updateTable('online_suppliers').set({ is_on: false }).execute()
    await db.updateTable('supplier_orders').set({ next_at: null }).execute()
    await db.updateTable('supplier_cancellations').set({ next_at: null }).execute()
  })
  return {
    at,
    ...readDesk(test_, at),
    /** Advances the clock and signs in again, because the previous sessions have expired by then. */
    later: async (seconds: number) => {
      test_.clock.set(new Date(test_.clock.now().getTime() + seconds * 1000).toISOString())
      await signIn()
    },
    control: (text: string) => fetch(`${at.supplier.origin}/control?${text}`, { method: 'POST' }),
    /** Starts another server. */
    openAnother: async () => {
      const other = await openSender(test_)
      opened.push(other)
      return other
    },
    sendNow: (deps: SendDeps = at.sender) => sendDue(deps, going),
    cancelNow: (deps: Parameters<typeof cancelDue>[0] = at.sender) => cancelDue(deps, going),
    poll: () => pollDue(at.sender, going),
    /** Places client orders of the articles in the given quantity and collects them for the supplier. */
    ordered: async (count = 1, qty = 1): Promise<number[]> => {
      for (const article of articles.slice(0, count)) {
        const [offer] = await offeredOnline(test_, at.buyer, `MAHLE ${article}`)
        await putIntoCart(test_, at.buyer, { reference: offer?.reference, qty })
      }
      const { json } = await placeCart(test_, at.buyer)
      await collectNow(test_)
      return json.orders.map(({ id }) => id)
    },
  }
}

/** Reads the pages of the manager, the buyer and the supplier. */
function readDesk(test_: TestApp, at: At) {
  const call = <T>(method: 'GET' | 'POST', path: string, payload?: object): Promise<Reply<T>> =>
    send<T>(test_, { method, url: `/api/v1/${path}`, headers: at.manager, ...(payload && { payload }) })
  const listed = async (filter = '') =>
    (await call<{ results: SupplierOrderItem[] }>('GET', `supplier-orders?supply_route_id=${at.supplier.id}${filter}`))
      .json.results
  const clientsOrder = async (id: number) =>
    (await send<Order>(test_, { url: `/api/v1/orders/${id}`, headers: at.buyer })).json
  return {
    call,
    listed,
    clientsOrder,
    details: async () => {
      const [order] = await listed()
      return (await call<SupplierOrderDetails>('GET', `supplier-orders/${order?.id}`)).json
    },
    parts: async (ids: readonly number[]) => {
      const orders = await Promise.all(ids.map(clientsOrder))
      return orders.flatMap(({ lines }) => lines.flatMap((line) => line.parts.map(({ state }) => state)))
    },
    atSupplier: () => at.supplier.orders.flatMap(({ positions }) => positions),
  }
}
