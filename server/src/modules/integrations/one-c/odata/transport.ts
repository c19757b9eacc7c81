import type { Readable } from 'node:stream'
import { limitBytes } from '../../../../platform/limit-bytes.ts'
import { isPublicHost } from '../../../../platform/public-address.ts'
import { openPublicPool, type PublicPool } from '../../../../platform/public-pool.ts'
import { traceHeader } from '../../../../platform/telemetry/trace.ts'
import { describeBreak, describeRefusal, OneCFailed } from './failures.ts'

/** Decides whether an origin in the private network may be contacted; by default it may not. */
export type AllowsOrigin = (origin: string) => boolean

const SERVICE = '/odata/standard.odata'
/** Reads at the same time: every one takes a session of 1C. */
const CONNECTIONS = 2
const CONNECT_MS = 10_000
const CREATED = 201
/** Beginning of an error that is read. */
const ERROR_BYTES = 64 * 1024

const inside = () =>
  new OneCFailed('Адрес ведёт во внутреннюю сеть и не разрешён', {
    advice: 'Если 1С стоит в одной сети с порталом, администратор портала разрешает это настройкой PRIVATE_URLS',
  })

/**
 * Validates the address of a base: https on its standard port and a public name, unless the private network is allowed.
 * @throws OneCFailed with a readable reason
 */
export function requireBaseUrl(text: string, allowsPrivate: AllowsOrigin): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new OneCFailed('Адрес должен начинаться с https://')
  if (url.username !== '' || url.password !== '') throw new OneCFailed('Логин и пароль пишутся в своих полях')
  if (url.search !== '' || url.hash !== '') throw new OneCFailed('Адрес должен быть без «?» и «#»')
  if (allowsPrivate(url.origin)) return url
  if (url.protocol !== 'https:') throw new OneCFailed('Адрес должен начинаться с https://: иначе пароль идёт открыто')
  if (url.port !== '') throw new OneCFailed('Порт адреса не разрешён')
  if (!isPublicHost(url.hostname)) throw inside()
  return url
}

export interface OneCRequest {
  method?: 'GET' | 'POST'
  /** JSON of an object to create. */
  content?: string
  /** Path behind the service with its query, encoded; empty for the service itself. */
  path: string
  /** Object that is asked for, for messages. */
  entity?: string
  latestMs: number
  /** Size limit of the answer. */
  bytes: number
}

export interface OneCTransport {
  /** Address of the service, for arguments that contain it. */
  address: string
  /**
   * Sends a request and returns the body, which ends with OneCFailed when it is too long.
   * @throws OneCFailed
   */
  open: (request: OneCRequest) => Promise<Readable>
  close: () => Promise<void>
}

interface Base {
  url: string
  login: string
  password: string
}

/**
 * Opens a connection to a base of 1C. The name is resolved once per connection, and exactly the validated address is
 * contacted; redirects are not followed, certificates are always verified.
 * @throws OneCFailed for an address that is not allowed
 */
export function openOneCTransport(base: Base, allowsPrivate: AllowsOrigin, stopping: AbortSignal): OneCTransport {
  const url = requireBaseUrl(base.url, allowsPrivate)
  const pool = openPublicPool(url.origin, {
    ...{ mayBePrivate: allowsPrivate(url.origin), connections: CONNECTIONS, connectMs: CONNECT_MS, inside },
    notFound: (hostname) => new OneCFailed(`Сервер ${hostname} не найден`, { kind: 'temporary' }),
  })
  const root = url.pathname.replace(/\/{1,9}$/, '')
  const service = root.endsWith(SERVICE) ? root : `${root}${SERVICE}`
  const authorization = `Basic ${Buffer.from(`${base.login}:${base.password}`).toString('base64')}`
  return {
    address: `${url.origin}${service}`,
    open: (request) => send({ pool, service, authorization, stopping }, request),
    close: () => pool.destroy(),
  }
}

interface Way {
  pool: PublicPool
  service: string
  authorization: string
  stopping: AbortSignal
}

async function send({ pool, service, authorization, stopping }: Way, request: OneCRequest): Promise<Readable> {
  const { method = 'GET', path, content, entity = '', latestMs, bytes } = request
  const clock = AbortSignal.timeout(latestMs)
  const broken = (error: unknown) => {
    if (error instanceof OneCFailed || stopping.aborted) return error
    return describeBreak(error, clock.aborted, Math.round(latestMs / 1000))
  }
  try {
    const { statusCode, body } = await pool.request({
      method,
      path: `${service}${path}`,
      headers: {
        authorization,
        accept: 'application/json, application/atom+xml, application/xml',
        traceparent: traceHeader(),
        ...(content !== undefined && { 'content-type': 'application/json;odata=nometadata;charset=utf-8' }),
      },
      ...(content !== undefined && { body: content }),
      headersTimeout: latestMs,
      bodyTimeout: latestMs,
      signal: AbortSignal.any([clock, stopping]),
    })
    if (statusCode !== (content === undefined ? 200 : CREATED))
      throw describeRefusal({ status: statusCode, entity, isWrite: content !== undefined, text: await beginning(body) })
    const limit = limitBytes(bytes, () => new OneCFailed(`Ответ 1С больше ${Math.floor(bytes / 1024 / 1024)} МБ`))
    body.on('error', (error) => limit.destroy(broken(error) as Error))
    return body.pipe(limit)
  } catch (error) {
    throw broken(error)
  }
}

async function beginning(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > ERROR_BYTES) break
  }
  body.on('error', () => undefined).destroy()
  return Buffer.concat(chunks)
    .toString()
    .replace(/^\ufeff/, '')
}
