import type { IncomingHttpHeaders } from 'node:http'

/** Answer of a supplier: a text is sent unchanged, other values as JSON. */
export interface SimulatedReply {
  status: number
  body: unknown
  type?: string
}

export interface SimulatedRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** Text of the body. */
  text: string
}

/** Handles requests in one protocol. */
export type FakeAdapter = (request: SimulatedRequest) => SimulatedReply
