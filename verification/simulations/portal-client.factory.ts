import { setTimeout as delay } from 'node:timers/promises'

/** Reply of the portal to one call. */
export interface Answered {
  /** Activity of the person: «заказ», «поиск». */
  act: string
  status: number
  /** Code of a refusal; '' for an answer. */
  code: string
  tookMs: number
}

interface Asked {
  method?: 'GET' | 'POST' | 'PATCH'
  body?: object | Uint8Array
  key?: string
}

const bodyOf = ({ body, method = body ? 'POST' : 'GET', key }: Asked) => ({
  method,
  ...(body && { body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
  headers: {
    ...(body && { 'content-type': body instanceof Uint8Array ? 'application/octet-stream' : 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
  },
})

const codeOf = (status: number, text: string): string => {
  if (status < 400) return ''
  try {
    return (JSON.parse(text) as { code?: string }).code ?? String(status)
  } catch {
    return String(status)
  }
}

const tokenCall = (cookie: string, body?: object) => ({
  method: 'POST',
  ...(body && { body: JSON.stringify(body) }),
  headers: {
    ...(body && { 'content-type': 'application/json' }),
    ...(cookie && { cookie: `artikul_refresh=${cookie}` }),
  },
})

interface Person {
  login: string
  password: string
}

/** Delay by the ordinary clock, longer than `Retry-After` at the speed of any scenario. */
const RETRY_AFTER_MS = 200
const MAX_RETRIES = 20

/** Statuses of a busy server: 429 when too many passwords wait to be hashed. */
const BUSY = [429, 503]

/** Repeats a call refused by a busy server, whose timeouts are short because its clock is fast. */
async function untilAvailable(send: () => Promise<Response>): Promise<Response> {
  for (let left = MAX_RETRIES; ; left -= 1) {
    const reply = await send()
    if (!BUSY.includes(reply.status) || left === 0) return reply
    await reply.text()
    await delay(RETRY_AFTER_MS)
  }
}

const BODILESS = [204, 304]

/** Reply received in full. */
async function fetchWhole(url: string, init: RequestInit): Promise<Response> {
  const reply = await fetch(url, init)
  const body = await reply.arrayBuffer()
  return new Response(BODILESS.includes(reply.status) ? null : body, reply)
}

/** A call without a reply within this time has failed. */
const CALL_TIMEOUT_MS = 60_000

/**
 * Fetches a whole reply; a call with a signal of its own is a stream and is returned when it begins. With `retries` the
 * call is repeated when the connection is closed, even amid the reply, or the server is busy.
 */
function createCall(retries: boolean) {
  const fetchReply = (url: string, init: RequestInit) =>
    init.signal ? fetch(url, init) : fetchWhole(url, { ...init, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })
  const fetchOnce = (url: string, init: RequestInit) =>
    fetchReply(url, init).catch((error: unknown) => {
      if (!retries || init.signal?.aborted) throw error
      return fetchReply(url, init)
    })
  return (url: string, init: RequestInit) =>
    retries ? untilAvailable(() => fetchOnce(url, init)) : fetchOnce(url, init)
}

/**
 * Person at a browser: signs in at the first request, refreshes the token and records every reply. With `retries`,
 * repeats when the server was busy or closed the connection; both follow the person's own clock.
 */
export function portalClient(origin: string, { login, password }: Person, answers: Answered[], retries = false) {
  let [access, cookie] = ['', '']
  let signingIn: Promise<void> | undefined
  let refreshing: Promise<void> | undefined

  const call = createCall(retries)
  async function token(path: string, body?: object) {
    const reply = await call(`${origin}/api/v1/token/${path}`, tokenCall(cookie, body))
    const set = /artikul_refresh=([^;]*)/.exec(reply.headers.get('set-cookie') ?? '')
    if (set) cookie = set[1] ?? ''
    if (!reply.ok) throw new Error(`token/${path}: ${reply.status} ${await reply.text()}`)
    access = ((await reply.json()) as { access_token: string }).access_token
  }
  const send = (path: string, request: Asked, signal?: AbortSignal) => {
    const init = bodyOf(request)
    const headers = { ...init.headers, authorization: `Bearer ${access}` }
    return call(`${origin}/api/v1/${path}`, { ...init, headers, ...(signal && { signal }) })
  }
  /** Exchanges an expired access token for a new one, once, as the page does. */
  async function sendFresh(path: string, request: Asked, signal?: AbortSignal) {
    if (!access) await (signingIn ??= token('pair', { login, password }))
    const reply = await send(path, request, signal)
    if (reply.status !== 401) return reply
    await reply.text()
    await (refreshing ??= token('refresh').finally(() => (refreshing = undefined)))
    return send(path, request, signal)
  }
  return {
    /** Waits for the whole reply; `json` is set for successful replies only. */
    ask: async (act: string, path: string, request: Asked = {}) => {
      const began = performance.now()
      const read = async () => {
        const reply = await sendFresh(path, request)
        return { reply, bytes: Buffer.from(await reply.arrayBuffer()) }
      }
      const { reply, bytes } = await read().catch((error: unknown) => {
        if (!retries) throw error
        return read()
      })
      const { status } = reply
      const text = bytes.toString()
      const code = codeOf(status, text)
      answers.push({ act, status, code, tookMs: performance.now() - began })
      const isJson = status < 400 && reply.headers.get('content-type')?.includes('application/json')
      return { status, code, text, json: isJson ? (JSON.parse(text) as unknown) : undefined }
    },
    /** Follows a stream until it ends or the page is left, and returns the number of its chunks. */
    follow: async (path: string, signal: AbortSignal): Promise<number> => {
      let pieces = 0
      try {
        const reply = await sendFresh(path, {}, signal)
        for await (const _ of reply.body ?? []) pieces += 1
      } catch (error) {
        // With a fast clock the server's timeouts cut streams; a page would connect again.
        if (!signal.aborted && !retries) throw error
      }
      return pieces
    },
  }
}
export type PortalClient = ReturnType<typeof portalClient>
