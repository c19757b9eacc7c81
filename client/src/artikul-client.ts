import { setTimeout as pause } from 'node:timers/promises'
import { ArtikulError, refusalOf, unreachable } from './artikul-error.ts'
import type { AnyOptions, ItemOf, ListPath, Method, Options, OptionsOf, PathOf, ReplyOf } from './operations.ts'

export interface ClientSettings {
  /** Address from the window of the key: `https://portal.example.ru/api/partner/v1`. */
  url: string
  key: string
  /** Most attempts of one call; 1 never repeats. */
  attempts?: number
  /** Most milliseconds of one attempt. */
  timeoutMs?: number
  /** Longest pause before another attempt; a call that the portal puts off for longer fails at once. */
  maxWaitMs?: number
}

const FIRST_PAUSE_MS = 500
/** Calls that change nothing though they are a POST. */
const READING = new Set(['/search/batch'])
/** Statuses after which nobody knows whether the call was carried out. */
const DOUBTFUL = new Set([0, 502, 503, 504])

/** Client of the partner API with the types of its document. */
export class ArtikulClient {
  readonly #settings: Required<ClientSettings>

  constructor({ url, ...settings }: ClientSettings) {
    this.#settings = { attempts: 5, timeoutMs: 60_000, maxWaitMs: 60_000, ...settings, url: url.replace(/\/$/, '') }
  }

  get<P extends PathOf<'get'>>(path: P, ...[options]: Options<'get', P>) {
    return this.#call<ReplyOf<'get', P>>('get', path, options)
  }

  post<P extends PathOf<'post'>>(path: P, ...[options]: Options<'post', P>) {
    return this.#call<ReplyOf<'post', P>>('post', path, options)
  }

  patch<P extends PathOf<'patch'>>(path: P, ...[options]: Options<'patch', P>) {
    return this.#call<ReplyOf<'patch', P>>('patch', path, options)
  }

  delete<P extends PathOf<'delete'>>(path: P, ...[options]: Options<'delete', P>) {
    return this.#call<ReplyOf<'delete', P>>('delete', path, options)
  }

  /** Yields the rows of a list and reads its next page when they end. */
  async *list<P extends ListPath>(path: P, options?: OptionsOf<'get', P>): AsyncGenerator<ItemOf<P>, void> {
    const { query, ...rest }: AnyOptions = options ?? {}
    let cursor: string | undefined
    do {
      const page = await this.#call<Page<ItemOf<P>>>('get', path, { ...rest, query: { ...query, cursor } })
      yield* page.results
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
  }

  async #call<T>(method: Method, path: string, options: AnyOptions = {}): Promise<T> {
    const { attempts, maxWaitMs } = this.#settings
    const isRepeatable = method === 'get' || options.idempotencyKey !== undefined || READING.has(path)
    const request = this.#requestOf(method, path, options)
    for (let attempt = 1; ; attempt += 1)
      try {
        return await this.#send<T>(request, options.signal)
      } catch (error) {
        if (!(error instanceof ArtikulError) || attempt >= attempts) throw error
        const wait = waitOf(error, attempt, isRepeatable)
        if (wait === null || wait > maxWaitMs) throw error
        await pause(wait, undefined, options.signal && { signal: options.signal })
      }
  }

  #requestOf(method: Method, path: string, { path: names = {}, query = {}, body, idempotencyKey }: AnyOptions) {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? ''))
    const url = new URL(`${this.#settings.url}${filled}`)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const headers = new Headers({ accept: 'application/json, */*', authorization: `Bearer ${this.#settings.key}` })
    if (body !== undefined) headers.set('content-type', 'application/json')
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
    return {
      url,
      init: { method: method.toUpperCase(), headers, ...(body !== undefined && { body: JSON.stringify(body) }) },
    }
  }

  async #send<T>({ url, init }: { url: URL; init: RequestInit }, signal: AbortSignal | undefined): Promise<T> {
    const timeout = AbortSignal.timeout(this.#settings.timeoutMs)
    try {
      const response = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
      const type = response.headers.get('content-type') ?? ''
      if (!response.ok || type.startsWith('text/html')) throw await refusalOf(response)
      const isJson = type.startsWith('application/json')
      // The portal sends what its document promises.
      return (await (isJson ? response.json() : response.blob())) as T
    } catch (error) {
      if (error instanceof ArtikulError || signal?.aborted === true) throw error
      throw unreachable(error)
    }
  }
}

interface Page<T> {
  results: T[]
  next_cursor: string | null
}

/**
 * Milliseconds before another attempt: as the portal says, else longer each time with a random part, so that many
 * programs do not come back together; `null` when the call must not be repeated.
 */
function waitOf({ code, status, retryAfter }: ArtikulError, attempt: number, isRepeatable: boolean): number | null {
  const isRefusedUndone = status === 429 || code === 'idempotency.running'
  if (!isRefusedUndone && !(isRepeatable && DOUBTFUL.has(status))) return null
  return retryAfter === undefined
    ? FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
    : retryAfter * 1000 + Math.random() * FIRST_PAUSE_MS
}
