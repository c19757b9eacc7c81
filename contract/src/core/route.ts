import type { z } from 'zod'
import type { KeyScope } from './key-scopes.ts'
import type { PortalPage } from '../platform/portal-settings.ts'
import type { RouteAccess, StaffRight } from './roles.ts'

/** Reply as a file (PDF, XLSX) instead of JSON; the handler returns bytes, a content type and a name. */
export const FILE = 'file'

/**
 * Single description of an HTTP endpoint, from which the server registers it, the web calls it, and the OpenAPI
 * document and the access test are built. Paths use Fastify's form (`/api/v1/orders/:id`), without a trailing slash.
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
  /** Sample body, accepted by the route, for the OpenAPI document and the access tests. */
  example?: object
  reply: z.ZodType | typeof FILE
  /** HTTP status of success, 200 by default. */
  status?: 200 | 201 | 204
  /** Creating POST: the caller sends `Idempotency-Key`, and a repeated key gets the stored reply. */
  idempotent?: true
  /** Maximum bytes of a file sent as the body (`application/octet-stream`) instead of JSON. */
  upload?: number
  /**
   * Reply as server-sent events, each in the form of `reply`, until the work is done; an endless stream runs until its
   * listener leaves, and its events are numbered by their `id`.
   */
  stream?: true | 'endless'
  /** Sums are the company's own standing rather than prices of goods, so users without prices may also read them. */
  ownSums?: true
  /** Called by programs with a key that has this scope (`any`: with any key), never by people. */
  scope?: KeyScope | 'any'
  /** Public page that the route fills, or its parameter: while the page is hidden, only order managers are answered. */
  page?: PortalPage | ':page'
  /** Refused to a manager under impersonation: only the person may call it. */
  selfOnly?: true
}

export const defineRoutes = <const R extends Record<string, Route>>(routes: R) => routes

export type Input<T> = T extends z.ZodType ? z.input<T> : undefined
export type Output<T> = T extends z.ZodType ? z.output<T> : undefined
export type Reply<R extends Route> = R['reply'] extends z.ZodType ? z.output<R['reply']> : Blob
