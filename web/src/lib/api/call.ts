import { FILE, type Input, type Reply, type Route } from '@artikul/contract/core/route'
import type { z } from 'zod'
import { SESSION_LOST, networkError, problemError, unexpectedReply } from './api-error.ts'

/** Values of an address are typed as they are in the code: numbers become text, absent filters are not sent. */
type Value<T> = T extends `${infer N extends number}` ? T | N : string extends T ? T | number : T
type Params<T> = { [K in keyof T]: Value<T[K]> }
type Filters<T> = { [K in keyof T]: Value<T[K]> | (undefined extends T[K] ? null | undefined : never) }

/** What a route is called with. */
export type RequestInput<R extends Route> = (R['params'] extends z.ZodType
  ? { params: Params<Input<R['params']>> }
  : unknown) &
  (R['query'] extends z.ZodType
    ? object extends Input<R['query']>
      ? { query?: Filters<Input<R['query']>> }
      : { query: Filters<Input<R['query']>> }
    : unknown) &
  (R['body'] extends z.ZodType ? { body: Input<R['body']> } : unknown) &
  (R['upload'] extends number ? { file: File } : unknown)

export type CallInput<R extends Route> = RequestInput<R> & { signal?: AbortSignal } & (R['idempotent'] extends true
    ? { idempotencyKey: string }
    : unknown) &
  (R['stream'] extends 'endless' ? { lastEventId: number | null; onAlive: () => void } : unknown)

/** Session interface of calls; the session registers itself, which avoids a circular import. */
interface CallAuth {
  token: () => string | null
  /** True after a sign-in, even when the short-lived token is missing. */
  isSignedIn: () => boolean
  contractorId: () => number | null
  /** Refreshes the token once for all calls refused at the same time; false when the session is over. */
  renew: (failed: string | null) => Promise<boolean>
}

let auth: CallAuth = { token: () => null, isSignedIn: () => false, contractorId: () => null, renew: async () => false }
export const setAuthProvider = (next: CallAuth) => {
  auth = next
}

/** Values of an address; absent and empty ones are not sent. */
export type AddressValues = Record<string, string | number | boolean | null | undefined>

interface Anything {
  params?: AddressValues
  query?: AddressValues
  body?: unknown
  signal?: AbortSignal
  idempotencyKey?: string
  file?: File
  lastEventId?: number | null
  /** Called on a heartbeat of the server. */
  onAlive?: () => void
}

const isTokenRoute = (route: Route) => route.path.startsWith('/api/v1/token/')
// The reply of these routes determines the current company, so the request cannot name it.
const isOwnRoute = (route: Route) => /^\/api\/v1\/(manager\/)?user(\/|$)/.test(route.path)

/** Returns the sent values of a query as text. */
export const queryText = (query: AddressValues = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
    ),
  )

/** Builds the URL of a route with path and query parameters. */
export function urlOf(route: Route, { params, query }: Anything) {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  const search = new URLSearchParams(queryText(query))
  return search.size > 0 ? `${path}?${search}` : path
}

function headersOf(route: Route, input: Anything) {
  const headers = new Headers({ Accept: route.reply === FILE ? '*/*' : 'application/json' })
  if (input.file) headers.set('Content-Type', 'application/octet-stream')
  if (input.body !== undefined) headers.set('Content-Type', 'application/json')
  if (input.idempotencyKey) headers.set('Idempotency-Key', input.idempotencyKey)
  if (typeof input.lastEventId === 'number') headers.set('Last-Event-ID', String(input.lastEventId))
  if (isTokenRoute(route)) return headers
  const token = auth.token()
  if (token) headers.set('Authorization', `Bearer ${token}`)
  const contractorId = auth.contractorId()
  if (contractorId && !isOwnRoute(route)) headers.set('X-Contractor-Id', String(contractorId))
  return headers
}

async function send(route: Route, input: Anything) {
  try {
    return await fetch(urlOf(route, input), {
      method: route.method,
      headers: headersOf(route, input),
      credentials: 'include',
      body: input.file ?? (input.body === undefined ? null : JSON.stringify(input.body)),
      signal: input.signal ?? null,
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw networkError()
  }
}

/**
 * Parses JSON; undefined when it is invalid. A truncated reply is a network error, and leaving the page stays an abort.
 */
async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw networkError()
  }
}

async function answer(route: Route, response: Response): Promise<unknown> {
  if (!response.ok) throw problemError(response.status, await jsonOf(response))
  if (route.reply === FILE) return response.blob()
  const reply = response.status === 204 ? {} : await jsonOf(response)
  if (reply === undefined) throw unexpectedReply(response.status)
  return reply
}

/** Sends the request, and again after refreshing a refused token. */
async function respond(route: Route, given: Anything): Promise<Response> {
  const token = auth.token()
  const response = await send(route, given)
  if (response.status !== 401 || isTokenRoute(route) || !auth.isSignedIn()) return response
  if (!(await auth.renew(token))) throw new Error(SESSION_LOST)
  return send(route, given)
}

/**
 * Calls a route of the contract. The reply is not validated, because the server has validated it. Failures other than a
 * lost session are an `ApiError`.
 */
export async function call<R extends Route>(route: R, input: CallInput<R>): Promise<Reply<R>> {
  const given = input as Anything
  return (await answer(route, await respond(route, given))) as Reply<R>
}

/** Yields the events of a streaming route until its end; an endless stream continues from `lastEventId`. */
export async function* follow<R extends Route & { stream: true | 'endless' }>(
  route: R,
  input: CallInput<R>,
): AsyncGenerator<Reply<R>> {
  const given = input as Anything
  const response = await respond(route, given)
  if (!response.ok || !response.body) throw problemError(response.status, await jsonOf(response))
  const { onAlive } = given
  const { EventSourceParserStream } = await import('eventsource-parser/stream')
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream(onAlive ? { onComment: onAlive } : {}))
  const reader = events.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      yield JSON.parse(next.value.data) as Reply<R>
  } finally {
    // Releases the connection when listening ends.
    void reader.cancel().catch(() => undefined)
  }
}
