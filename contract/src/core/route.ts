import type { z } from 'zod'
import type { RouteAccess, StaffRight } from './roles.ts'

/** A reply that is a file (PDF, XLSX) instead of JSON; the handler answers bytes, a content type and a name. */
export const FILE = 'file'

/**
 * One HTTP endpoint, described once: the server registers it, the web calls it, the OpenAPI document and the access
 * test are made from it. Paths are written in Fastify's form (`/api/v1/orders/:id`), without a trailing slash.
 */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  summary: string
  access: RouteAccess
  /** Right that staff need besides their role. */
  right?: StaffRight
  /** Right that staff other than order managers need besides their role. */
  rightOfOthers?: StaffRight
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** A body that the route accepts: for the OpenAPI document and the tests of access. */
  example?: object
  reply: z.ZodType | typeof FILE
  /** HTTP status of success, 200 unless told. */
  status?: 200 | 201 | 204
  /** A creating POST: the caller sends `Idempotency-Key`, a repeated key gets the stored answer. */
  idempotent?: true
  /** The body is a file of at most so many bytes (`application/octet-stream`) instead of JSON. */
  upload?: number
  /**
   * The reply is a stream of server-sent events, each in the shape of `reply`, until the work is done; an endless one
   * goes on until its listener leaves, and its events are numbered by their `id`.
   */
  stream?: true | 'endless'
  /** Sums are the company's own standing, not prices of goods: also whoever sees no prices yet reads them. */
  ownSums?: true
  /** Only the person himself: refused to a manager who works in his name. */
  selfOnly?: true
}

export const defineRoutes = <const R extends Record<string, Route>>(routes: R) => routes

export type Input<T> = T extends z.ZodType ? z.input<T> : undefined
export type Output<T> = T extends z.ZodType ? z.output<T> : undefined
export type Reply<R extends Route> = R['reply'] extends z.ZodType ? z.output<R['reply']> : Blob
