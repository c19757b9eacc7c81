/** Orders on the offline page as ready texts: the page is one small script without formatting code. */
export interface LastOrders {
  /** One that is shaped otherwise is of another build, and as if it were not there. */
  shape: 1
  /** Owner: person, company and visible sections. */
  owner: string
  /** Milliseconds since 1970. */
  at: number
  taken: string
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
  /** So many lines more, of which only the number is kept. */
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
