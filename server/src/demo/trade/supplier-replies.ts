import type { OnlineOrdering, SupplierOrder } from '../../modules/suppliers/index.ts'
import { STATUSES } from '../suppliers.data.ts'

interface SimulatedSuppliers {
  /** Supplier that refuses all orders, with its text. */
  refusing: { supplyRouteId: number; text: string }
  /** Supplier that has not processed its orders yet. */
  silentId: number
}

const [NEW, WORKING, REFUSED] = STATUSES
const FIRST_NUMBER = 408_211
/** Interval of unavailable lines. */
const REFUSED_EVERY = 4

const stateOf = ({ code, name }: (typeof STATUSES)[number]) => ({ statusCode: code, statusName: name })

const later = (order: SupplierOrder): SupplierOrder => ({
  ...order,
  lines: order.lines.map((line, at) => ({ ...line, ...stateOf((at + 1) % REFUSED_EVERY === 0 ? REFUSED : WORKING) })),
})

/** Simulates suppliers' answers to demo orders: accepted as new, later in progress, one line of four refused. */
export function createSupplierSimulator({
  refusing,
  silentId,
}: SimulatedSuppliers): Pick<OnlineOrdering, 'place' | 'find' | 'read'> {
  const orders = new Map<string, SupplierOrder>()
  let number = FIRST_NUMBER
  return {
    place: (supplyRouteId, { clientNumber, lines }) => {
      if (supplyRouteId === refusing.supplyRouteId)
        return Promise.resolve({ orders: [], refusal: { text: refusing.text, of: 'goods' } })
      number += 13
      const order = {
        number: String(number),
        clientNumber,
        lines: lines.map(({ handle, qty, comment }, at) => ({
          positionId: `${number}${at + 1}`,
          article: String(handle['number']),
          brand: String(handle['brand']),
          qty,
          priceKop: null,
          ...stateOf(NEW),
          comment,
        })),
      }
      orders.set(order.number, order)
      return Promise.resolve({ orders: [order], refusal: null })
    },
    find: () => Promise.resolve([]),
    read: (supplyRouteId, numbers) => {
      const own = numbers.flatMap((one) => orders.get(one) ?? [])
      return Promise.resolve(supplyRouteId === silentId ? own : own.map(later))
    },
  }
}
