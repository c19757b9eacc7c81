/** What a supplier has under an article, in no matter which language he said it. */
export interface SupplierItem {
  /** The place it is sent from, as the supplier calls it. */
  route: string
  /** What the supplier calls that place for people; empty: nothing. */
  routeName: string
  brand: string
  article: string
  name: string
  purchaseKop: number
  /** When not exact: the least that is known to be there. */
  qty: number
  qtyExact: boolean
  /** «++» and the like; empty when the quantity is exact. */
  qtyText: string
  multiplicity: number
  /** Days until it comes, as the supplier promises. */
  termDays: number
  /** Per cent; null: not told. */
  probability: number | null
  noReturn: boolean
  /** What it is ordered by. */
  handle: Record<string, string | number>
}

/** Why a part of an answer is not offered. */
export type DropReason = 'shape' | 'price' | 'currency' | 'quantity' | 'term' | 'duplicate' | 'too_many'
export type Dropped = Partial<Record<DropReason, number>>

export interface Reading {
  items: SupplierItem[]
  dropped: Dropped
}

/** Where a supplier is asked, and as whom. */
export interface Access {
  url: string
  login: string
  secret: string
}

/** An HTTP request to be made of the supplier's address; `query` and `form` in the order of their fields. */
export interface HttpAsk {
  method: 'GET' | 'POST'
  path: string
  headers?: readonly Field[]
  query?: readonly Field[]
  form?: readonly Field[]
  /** Instead of a form: sent as it is. */
  body?: { type: string; text: string }
}
export type Field = readonly [name: string, value: string]

export interface Question {
  article: string
  brand: string
}

export interface OrderLine {
  handle: SupplierItem['handle']
  qty: number
  comment: string
}

export interface OrderTerms {
  /** Our own number of the order: the supplier repeats it, so that a lost answer can be found again. */
  clientNumber: string
  comment: string
  /** As the supplier numbers them; empty: he has not told us to choose. */
  paymentMethod: string
  shipmentMethod: string
  shipmentAddress: string
}

export interface OrderedLine {
  positionId: string
  article: string
  brand: string
  /** null: not told, or not understood. */
  qty: number | null
  priceKop: number | null
  statusCode: string
  statusName: string
  /** What we have said of the line; empty: the supplier does not repeat it. */
  comment: string
}

export interface SupplierOrder {
  number: string
  clientNumber: string
  lines: OrderedLine[]
}

/** Why not all is ordered, in the supplier's words: some goods are not to be had, we may not buy, or he is not understood. */
export interface Refusal {
  text: string
  of: 'goods' | 'us' | 'answer'
}

/** The orders that exist now, and why not all of what was asked is among them; null: all is. */
export interface Ordered {
  orders: SupplierOrder[]
  refusal: Refusal | null
}

export interface BasketAnswer {
  /** Why a line was not taken, by its place in what was asked; null: it was. */
  refusals: (string | null)[]
}

/** Where lines are gathered at the supplier before they are ordered. */
export interface BasketDialect {
  add: (access: Access, lines: readonly OrderLine[]) => HttpAsk
  readAdded: (body: unknown) => BasketAnswer
  clear: (access: Access) => HttpAsk
  order: (access: Access, terms: OrderTerms) => HttpAsk
}

/** How an order is placed and followed; questions and answers only, as all of a dialect. */
export interface OrderDialect {
  /** null: the supplier has none. */
  basket: BasketDialect | null
  /** Into an order at once, past the basket. */
  order: (access: Access, terms: OrderTerms, lines: readonly OrderLine[]) => HttpAsk
  readOrdered: (body: unknown) => Ordered
  orders: (access: Access, numbers: readonly string[]) => HttpAsk
  /** The newest orders with their lines, so many of the newest left out: among them one whose number we never heard. */
  recent: (access: Access, skip: number) => HttpAsk
  readOrders: (body: unknown) => SupplierOrder[]
  /** null: people ask for it. */
  cancel: ((access: Access, positionId: string) => HttpAsk) | null
  /** null: his states are learnt from his orders. */
  statuses: ((access: Access) => HttpAsk) | null
  readStatuses: (body: unknown) => { code: string; name: string }[]
}

/** `nothing`: the supplier has nothing of the kind, which is an answer. */
export interface SupplierError {
  kind: 'nothing' | 'refused'
  /** In words for people. */
  text: string
}

/**
 * A language that suppliers speak: what to ask, and what an answer says. It knows neither network, nor clock, nor
 * database; `body` is the parsed answer of whoever sent it, so a reader believes nothing and throws nothing.
 */
export interface Dialect {
  /** Of answers. */
  format: 'json' | 'xml'
  search: (access: Access, question: Question) => HttpAsk
  readOffers: (body: unknown) => Reading
  brands: (access: Access, article: string) => HttpAsk
  readBrands: (body: unknown) => { brand: string; article: string; name: string }[]
  /** At most `MOST_OF_BATCH` pairs at once; null: he is asked of one at a time. */
  batch: ((access: Access, questions: readonly Question[]) => HttpAsk) | null
  errorOf: (status: number, body: unknown) => SupplierError | null
  /** What of a request nobody may be shown. */
  secretsOf: (access: Access) => string[]
  ordering: OrderDialect
}

export const MOST_OF_BATCH = 100
/** Recent orders of one answer. */
export const RECENT_PAGE = 100
/** More offers of one answer than anybody reads. */
export const MOST_ITEMS = 2000
