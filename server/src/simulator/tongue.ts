import type { IncomingHttpHeaders } from 'node:http'

/** An answer of a supplier: a text is sent as it is, all else as JSON. */
export interface Answer {
  status: number
  body: unknown
  type?: string
}

export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** Of the body. */
  text: string
}

/** What a supplier answers in the language that he speaks. */
export type Tongue = (asked: Asked) => Answer
