/** Orders of the offline page as formatted texts, because the page is one small script without formatting code. */
export interface LastOrders {
  /** Version of the shape: data of another build is ignored. */
  shape: 1
  /** Owner: person, company and visible sections. */
  owner: string
  /** Milliseconds since 1970. */
  at: number
  savedAt: string
  company: string
  orders: LastOrder[]
}

export interface LastOrder {
  number: string
  client_number: string
  date: string
  consignee: string
  status: string
  /** `null` when sums are hidden from the reader. */
  sum: string | null
  lines: LastLine[]
  /** Number of further lines, which are not stored. */
  more: number
}

interface LastLine {
  brand: string
  article: string
  name: string
  qty: string
  state: string
  expected: string
}

/** Name in Cache Storage, as a type shared without a common script. */
export type LastOrdersBox = 'last-orders'
export type LastOrdersKey = '/last-orders.json'
