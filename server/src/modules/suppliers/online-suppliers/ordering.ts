import type { AdapterName } from '@artikul/contract/suppliers/online-suppliers'
import type { Clock } from '../../../platform/clock.ts'
import {
  RECENT_PAGE,
  type SupplierCredentials,
  type SupplierHttpRequest,
  type OrderAdapter,
  type Ordered,
  type SupplierOrderLineInput,
  type SupplierOrder,
} from './querying/adapter.ts'
import { ADAPTER_OF } from './adapters/index.ts'
import type { KnownSupplier, ReadSuppliers } from './directory.ts'
import { Resting, type Connection, type ParsedAnswer } from './connection.ts'
import type { Connections } from './connections.ts'
import { SupplierFailed } from './querying/transport.ts'

/** Number of pages of recent orders searched for the portal's own one. */
const MAX_PAGES = 10

const NO_ORDERS = 'Заказы по API у этого поставщика не настроены: закажите у него на сайте или по почте'

/** The supplier was certainly not contacted: the call can be repeated immediately. */
export class NotSent extends Error {}

export interface SupplierOrderRequest {
  clientNumber: string
  lines: readonly SupplierOrderLineInput[]
}

/** Orders at online suppliers, each in the supplier's own protocol. */
export interface OnlineOrdering {
  /**
   * Places an order. Any error other than `NotSent` leaves the outcome unknown: search for the order before another
   * attempt.
   * @param notAfter a moment of `performance.now()` after which the order is not sent any more
   */
  place: (supplyRouteId: number, order: SupplierOrderRequest, notAfter: number) => Promise<Ordered>
  /**
   * Finds the supplier's orders with the portal's own number; empty when the supplier has none.
   * @throws NotSent, SupplierFailed
   */
  find: (supplyRouteId: number, clientNumber: string) => Promise<SupplierOrder[]>
  /**
   * Gets the current state of orders by the supplier's numbers.
   * @throws NotSent, SupplierFailed
   */
  read: (supplyRouteId: number, numbers: readonly string[]) => Promise<SupplierOrder[]>
  /** Checks whether a line can be cancelled by a call; otherwise a person has to request it. */
  canCancel: (supplyRouteId: number) => Promise<boolean>
  /**
   * Requests the cancellation of a whole line; its state shows whether the supplier complies. Any error other than
   * `NotSent` leaves it unknown whether the request arrived.
   * @param notAfter a moment of `performance.now()` after which the request is not sent any more
   * @returns the refusal in the supplier's words; null when the request was accepted
   * @throws NotSent, SupplierFailed
   */
  cancel: (supplyRouteId: number, positionId: string, notAfter: number) => Promise<{ refusal: string | null }>
}

/** Detects an unknown outcome: a server error may follow after the supplier has accepted the order. */
const isUnknown = ({ status, error }: ParsedAnswer) => error !== null && Math.max(status, error.code ?? 0) >= 500

/** Detects a rejection before processing: the credentials are refused or a rate limit is reached. */
const isTurnedAway = ({ status }: ParsedAnswer) => [401, 403, 429].includes(status)

function bodyOf({ body, error }: ParsedAnswer): unknown {
  if (error?.kind === 'refused') throw new SupplierFailed(error.text)
  return error ? [] : body
}

function placedBy(answer: ParsedAnswer, adapter: OrderAdapter): Ordered {
  if (isUnknown(answer)) throw new SupplierFailed(answer.error?.text)
  if (answer.error) return { orders: [], refusal: { text: answer.error.text, of: 'us' } }
  const placed = adapter.readOrdered(answer.body)
  if (placed.refusal?.of === 'answer') throw new SupplierFailed(placed.refusal.text)
  return placed
}

/** Returns the connection to the supplier. @throws NotSent when there is none */
function connectionTo(supplier: KnownSupplier, connections: Connections): Connection {
  try {
    return connections.of(supplier)
  } catch (error) {
    throw error instanceof SupplierFailed ? new NotSent(error.message, { cause: error }) : error
  }
}

/** @throws NotSent when the supplier does not exist */
async function requireSupplier(readSuppliers: ReadSuppliers, supplyRouteId: number) {
  const supplier = (await readSuppliers()).find(({ supply_route_id: id }) => id === supplyRouteId)
  if (!supplier) throw new NotSent('Онлайн-поставщик не найден')
  return { supplier, adapter: ADAPTER_OF[supplier.adapter as AdapterName].ordering } // the contract allows no other value
}

type Send = (build: (access: SupplierCredentials) => SupplierHttpRequest, notAfter?: number) => Promise<ParsedAnswer>

/** Searches the recent orders page by page for those with the portal's own number. */
async function findRecent(adapter: OrderAdapter, send: Send, clientNumber: string, clock: Clock) {
  const seen = new Set<string>()
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const from = { skip: page * RECENT_PAGE, now: clock.now() }
    const orders = adapter.readOrders(bodyOf(await send((access) => adapter.recent(access, from))))
    const ours = orders.filter((order) => order.clientNumber === clientNumber)
    // A supplier without pages repeats its answer.
    const isLast = orders.length < RECENT_PAGE || orders.every(({ number }) => seen.has(number))
    if (ours.length > 0 || isLast) return ours
    for (const { number } of orders) seen.add(number)
  }
  return []
}

export function createOrdering({
  readSuppliers,
  connections,
  clock,
}: {
  readSuppliers: ReadSuppliers
  connections: Connections
  clock: Clock
}): OnlineOrdering {
  const connectTo = async (supplyRouteId: number) => {
    const { supplier, adapter } = await requireSupplier(readSuppliers, supplyRouteId)
    const connection = connectionTo(supplier, connections)
    const send: Send = (build, notAfter) =>
      connection.send(build, notAfter).catch((error: unknown) => {
        throw error instanceof Resting ? new NotSent('Поставщик отдыхает после ошибок', { cause: error }) : error
      })
    return { supplier, adapter, send }
  }
  return {
    place: async (supplyRouteId, { clientNumber, lines: orderLines }, notAfter) => {
      const { supplier, adapter, send } = await connectTo(supplyRouteId)
      if (!adapter) return { orders: [], refusal: { text: NO_ORDERS, of: 'us' } }
      const terms = {
        clientNumber,
        comment: '',
        paymentMethod: supplier.payment_method,
        shipmentMethod: supplier.shipment_method,
        shipmentAddress: supplier.shipment_address,
      }
      return placedBy(await send((access) => adapter.order(access, terms, orderLines), notAfter), adapter)
    },
    find: async (supplyRouteId, clientNumber) => {
      const { adapter, send } = await connectTo(supplyRouteId)
      if (!adapter) return []
      return findRecent(adapter, send, clientNumber, clock)
    },
    read: async (supplyRouteId, numbers) => {
      const { adapter, send } = await connectTo(supplyRouteId)
      if (!adapter) return []
      const found: SupplierOrder[] = []
      for (let at = 0; at < numbers.length; at += adapter.ordersPerRequest) {
        const some = numbers.slice(at, at + adapter.ordersPerRequest)
        found.push(...adapter.readOrders(bodyOf(await send((access) => adapter.orders(access, some)))))
      }
      return found
    },
    canCancel: async (supplyRouteId) => {
      const { adapter } = await requireSupplier(readSuppliers, supplyRouteId)
      return adapter !== null && adapter.cancel !== null
    },
    cancel: async (supplyRouteId, positionId, notAfter) => {
      const { adapter, send } = await connectTo(supplyRouteId)
      const cancel = adapter?.cancel
      if (!cancel) throw new NotSent('Отмены по API у поставщика нет')
      const answer = await send((access) => cancel(access, positionId), notAfter)
      if (isUnknown(answer) || isTurnedAway(answer)) throw new SupplierFailed(answer.error?.text)
      return { refusal: answer.error?.text ?? null }
    },
  }
}
