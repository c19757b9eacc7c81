import type { DialectName } from '@artikul/contract/suppliers/online-suppliers'
import {
  RECENT_PAGE,
  type Access,
  type HttpAsk,
  type OrderDialect,
  type Ordered,
  type OrderLine,
  type SupplierOrder,
} from './asking/dialect.ts'
import { DIALECT_OF } from './dialects/index.ts'
import type { KnownSupplier, ReadSuppliers } from './directory.ts'
import { Resting, type Line, type Said } from './line.ts'
import type { Lines } from './lines.ts'
import { SupplierFailed } from './asking/transport.ts'

/** Pages of recent orders that are looked through for one of ours. */
const MOST_PAGES = 10

/** The supplier was surely not asked: it may be tried again at once. */
export class NotAsked extends Error {}

export interface NewSupplierOrder {
  clientNumber: string
  lines: readonly OrderLine[]
}

/** Orders of online suppliers, each in his own language. */
export interface OnlineOrdering {
  /**
   * Sends an order. Any error but `NotAsked` leaves it unknown whether it is there: look for it before another try.
   * @param notAfter a moment of `performance.now()`: later it is not sent any more
   * @throws NotAsked, SupplierFailed
   */
  place: (sourceId: number, order: NewSupplierOrder, notAfter: number) => Promise<Ordered>
  /**
   * The supplier's orders that repeat our number; none: he has not got it.
   * @throws NotAsked, SupplierFailed
   */
  find: (sourceId: number, clientNumber: string) => Promise<SupplierOrder[]>
  /**
   * Orders by the supplier's numbers as they stand now.
   * @throws NotAsked, SupplierFailed
   */
  read: (sourceId: number, numbers: readonly string[]) => Promise<SupplierOrder[]>
  /** Whether he may be asked to cancel a line; not: people ask for it. */
  canCancel: (sourceId: number) => Promise<boolean>
  /**
   * Asks to cancel a line, all of it; whether he does is told by its state. Any error but `NotAsked` leaves it unknown
   * whether he was asked.
   * @param notAfter a moment of `performance.now()`: later he is not asked any more
   * @returns why he does not, in his words; null: he has heard
   * @throws NotAsked, SupplierFailed
   */
  cancel: (sourceId: number, positionId: string, notAfter: number) => Promise<{ refusal: string | null }>
}

/** What nobody knows the outcome of: an error of the supplier's server may come after he has taken the order. */
const isUnknown = ({ status, error }: Said) => error !== null && status >= 500

/** He has not looked at what was asked: it is not we who may ask, or not now. */
const isTurnedAway = ({ status }: Said) => [401, 403, 429].includes(status)

function bodyOf({ body, error }: Said): unknown {
  if (error?.kind === 'refused') throw new SupplierFailed(error.text)
  return error ? [] : body
}

function placedBy(said: Said, dialect: OrderDialect): Ordered {
  if (isUnknown(said)) throw new SupplierFailed(said.error?.text)
  if (said.error) return { orders: [], refusal: { text: said.error.text, of: 'us' } }
  const placed = dialect.readOrdered(said.body)
  if (placed.refusal?.of === 'answer') throw new SupplierFailed(placed.refusal.text)
  return placed
}

/** The line to the supplier. @throws NotAsked where there is none */
function lineTo(supplier: KnownSupplier, lines: Lines): Line {
  try {
    return lines.of(supplier)
  } catch (error) {
    throw error instanceof SupplierFailed ? new NotAsked(error.message, { cause: error }) : error
  }
}

/** @throws NotAsked where there is no such supplier */
async function requireSupplier(readSuppliers: ReadSuppliers, sourceId: number) {
  const supplier = (await readSuppliers()).find(({ source_id: id }) => id === sourceId)
  if (!supplier) throw new NotAsked('Онлайн-поставщик не найден')
  return { supplier, dialect: DIALECT_OF[supplier.dialect as DialectName].ordering } // as the contract lets in
}

export function createOrdering({
  readSuppliers,
  lines,
}: {
  readSuppliers: ReadSuppliers
  lines: Lines
}): OnlineOrdering {
  const speakTo = async (sourceId: number) => {
    const { supplier, dialect } = await requireSupplier(readSuppliers, sourceId)
    const line = lineTo(supplier, lines)
    const say = (ask: (access: Access) => HttpAsk, notAfter?: number): Promise<Said> =>
      line.say(ask, notAfter).catch((error: unknown) => {
        throw error instanceof Resting ? new NotAsked('Поставщик отдыхает после ошибок', { cause: error }) : error
      })
    return { supplier, dialect, say }
  }
  return {
    place: async (sourceId, { clientNumber, lines: orderLines }, notAfter) => {
      const { supplier, dialect, say } = await speakTo(sourceId)
      const terms = {
        clientNumber,
        comment: '',
        paymentMethod: supplier.payment_method,
        shipmentMethod: supplier.shipment_method,
        shipmentAddress: supplier.shipment_address,
      }
      return placedBy(await say((access) => dialect.order(access, terms, orderLines), notAfter), dialect)
    },
    find: async (sourceId, clientNumber) => {
      const { dialect, say } = await speakTo(sourceId)
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const said = await say((access) => dialect.recent(access, page * RECENT_PAGE))
        const orders = dialect.readOrders(bodyOf(said))
        const ours = orders.filter((order) => order.clientNumber === clientNumber)
        if (ours.length > 0 || orders.length < RECENT_PAGE) return ours
      }
      return []
    },
    read: async (sourceId, numbers) => {
      const { dialect, say } = await speakTo(sourceId)
      return dialect.readOrders(bodyOf(await say((access) => dialect.orders(access, numbers))))
    },
    canCancel: async (sourceId) => (await requireSupplier(readSuppliers, sourceId)).dialect.cancel !== null,
    cancel: async (sourceId, positionId, notAfter) => {
      const { dialect, say } = await speakTo(sourceId)
      const { cancel } = dialect
      if (!cancel) throw new NotAsked('Отмены по API у поставщика нет')
      const said = await say((access) => cancel(access, positionId), notAfter)
      if (isUnknown(said) || isTurnedAway(said)) throw new SupplierFailed(said.error?.text)
      return { refusal: said.error?.text ?? null }
    },
  }
}
