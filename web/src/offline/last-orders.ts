/**
 * What the offline page shows of a client's orders: texts as they are to be read. The page is one small script, and
 * brings nothing along that words or sums could be made with.
 */
export interface LastOrders {
  /** One that is shaped otherwise is of another build, and as if it were not there. */
  shape: 1
  /** Whose: the person, the company and what he may see there. */
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
  /** Null: sums are hidden from whoever looks. */
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

/** Where they lie in Cache Storage. Types, so that the page and the portal agree without a script that both load. */
export type LastOrdersBox = 'last-orders'
export type LastOrdersKey = '/last-orders.json'
