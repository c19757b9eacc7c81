import type { AdapterSettings } from '@artikul/contract/suppliers/online-suppliers'

/** Supplier's offer of an article, independent of the protocol. */
export interface SupplierItem {
  /** Place of dispatch, in the supplier's naming. */
  route: string
  /** Readable name of that place; empty when not given. */
  routeName: string
  brand: string
  article: string
  name: string
  purchaseKop: number
  /** Quantity; a lower bound when not exact. */
  qty: number
  qtyExact: boolean
  /** «++» and the like; empty when the quantity is exact. */
  qtyText: string
  multiplicity: number
  /** Days until delivery, as promised by the supplier. */
  termDays: number
  /** Probability of delivery in per cent; null when not given. */
  probability: number | null
  noReturn: boolean
  /** Supplier's handle for ordering. */
  handle: Record<string, string | number>
}

/** Reason why a part of an answer is not offered. */
export type DropReason = 'shape' | 'price' | 'currency' | 'quantity' | 'term' | 'duplicate' | 'too_many'
export type Dropped = Partial<Record<DropReason, number>>

export interface ParsedReply {
  items: SupplierItem[]
  dropped: Dropped
}

/** Address and credentials of a supplier. */
export interface SupplierCredentials {
  url: string
  login: string
  secret: string
  settings?: AdapterSettings
}

/** Context in which an answer is read. */
export interface ReadContext {
  settings?: AdapterSettings | undefined
  now: Date
}

/** HTTP request to the supplier's address; `query` and `form` keep the order of their fields. */
export interface SupplierHttpRequest {
  method: 'GET' | 'POST'
  path: string
  headers?: readonly SupplierField[]
  query?: readonly SupplierField[]
  form?: readonly SupplierField[]
  /** Body sent unchanged instead of a form. */
  body?: { type: string; text: string }
}
export type SupplierField = readonly [name: string, value: string]

export interface SupplierQuery {
  article: string
  brand: string
}

export interface SupplierOrderLineInput {
  handle: SupplierItem['handle']
  qty: number
  comment: string
}

export interface OrderTerms {
  /**
   * The portal's own number of the order: the supplier repeats it, so that an order can be found after a lost answer.
   */
  clientNumber: string
  comment: string
  /** Supplier's code; empty when the supplier offers no choice. */
  paymentMethod: string
  shipmentMethod: string
  shipmentAddress: string
}

export interface OrderedLine {
  positionId: string
  article: string
  brand: string
  /** Quantity; null when missing or unreadable. */
  qty: number | null
  priceKop: number | null
  statusCode: string
  statusName: string
  /** The portal's own reference of the line; empty when the supplier does not repeat it. */
  comment: string
}

export interface SupplierOrder {
  number: string
  clientNumber: string
  lines: OrderedLine[]
}

/**
 * Reason for an incomplete order in the supplier's words: goods unavailable, buying not permitted, or an unreadable
 * answer.
 */
export interface Refusal {
  text: string
  of: 'goods' | 'us' | 'answer'
}

/** Created orders, and the reason for an incomplete order; null when it is complete. */
export interface Ordered {
  orders: SupplierOrder[]
  refusal: Refusal | null
}

export interface BasketAnswer {
  /** Reasons for refused lines by their index; null for accepted ones. */
  refusals: (string | null)[]
}

/** Basket in which the supplier collects lines before they are ordered. */
export interface BasketAdapter {
  add: (access: SupplierCredentials, lines: readonly SupplierOrderLineInput[]) => SupplierHttpRequest
  readAdded: (body: unknown) => BasketAnswer
  clear: (access: SupplierCredentials) => SupplierHttpRequest
  order: (access: SupplierCredentials, terms: OrderTerms) => SupplierHttpRequest
}

/** Requests and parsers for placing and following an order. */
export interface OrderAdapter {
  /** Basket; null when the supplier has none. */
  basket: BasketAdapter | null
  /** Orders the lines directly, without a basket. */
  order: (
    access: SupplierCredentials,
    terms: OrderTerms,
    lines: readonly SupplierOrderLineInput[],
  ) => SupplierHttpRequest
  readOrdered: (body: unknown) => Ordered
  orders: (access: SupplierCredentials, numbers: readonly string[]) => SupplierHttpRequest
  /** Number of orders that one request reads. */
  ordersPerRequest: number
  /** Lists the newest orders with their lines after skipping some, to find an order whose number was never received. */
  recent: (access: SupplierCredentials, from: { skip: number; now: Date }) => SupplierHttpRequest
  readOrders: (body: unknown) => SupplierOrder[]
  /** Cancels a line; null when a person has to request it. */
  cancel: ((access: SupplierCredentials, positionId: string) => SupplierHttpRequest) | null
  /** Lists states; null when they are only known from the supplier's orders. */
  statuses: ((access: SupplierCredentials) => SupplierHttpRequest) | null
  readStatuses: (body: unknown) => { code: string; name: string }[]
}

/** Error of a supplier; `nothing` means no such goods, which is a valid answer. */
export interface SupplierError {
  kind: 'nothing' | 'refused'
  /** Readable text. */
  text: string
  /** Status within the answer, of a supplier that sends one there. */
  code?: number
}

/**
 * Supplier protocol: builds requests and parses answers without access to network, clock or database. `body` is
 * untrusted parsed data, so parsers validate everything and throw nothing.
 */
export interface Adapter {
  /** Format of answers; a described API may answer with the other one. */
  format: 'json' | 'xml'
  search: (access: SupplierCredentials, question: SupplierQuery) => SupplierHttpRequest
  readOffers: (body: unknown, context: ReadContext) => ParsedReply
  brands: (access: SupplierCredentials, article: string) => SupplierHttpRequest
  readBrands: (body: unknown) => { brand: string; article: string; name: string }[]
  /** Queries up to `MAX_BATCH_SIZE` pairs at once; null when the supplier supports single queries only. */
  batch: ((access: SupplierCredentials, questions: readonly SupplierQuery[]) => SupplierHttpRequest) | null
  errorOf: (status: number, body: unknown) => SupplierError | null
  /** Lists the parts of a request that must never be shown. */
  secretsOf: (access: SupplierCredentials) => string[]
  /** Orders by API; null when they are placed elsewhere. */
  ordering: OrderAdapter | null
}

export const MAX_BATCH_SIZE = 100
/** Number of recent orders in one answer. */
export const RECENT_PAGE = 100
/** Limit of offers in one answer. */
export const MAX_ITEMS = 2000
