import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { limitBytes } from '../../../../platform/limit-bytes.ts'
import { isPublicHost } from '../../../../platform/public-address.ts'
import { openPublicPool, type PublicPool } from '../../../../platform/public-pool.ts'
import { traceHeader } from '../../../../platform/telemetry/trace.ts'
import type { SupplierField, SupplierHttpRequest } from './adapter.ts'

/** Readable reason for staff why a query failed; never contains the signature or secrets of the request. */
export class SupplierFailed extends Error {}

/** Timeout in milliseconds; later answers are useless. */
export const LATEST_MS = 15_000
/** Maximum number of connections to one supplier. */
export const MAX_CONNECTIONS = 20
/** Size limit of an unpacked answer. */
const MAX_BYTES = 5 * 1024 * 1024

/** Decides whether an origin in the private network may be contacted; by default it may not. */
export type AllowsPrivate = (origin: string) => boolean

/**
 * Validates the address: https on its standard port, a public name or IP address, no embedded password.
 * @throws SupplierFailed with a readable reason
 */
export function requireSafeUrl(text: string, allowsPrivate: AllowsPrivate): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new SupplierFailed('Адрес должен начинаться с https://')
  if (url.username !== '' || url.password !== '') throw new SupplierFailed('Адрес не должен содержать пароль')
  if (url.search !== '' || url.hash !== '') throw new SupplierFailed('Адрес должен быть без «?» и «#»')
  if (allowsPrivate(url.origin)) return url
  if (url.protocol !== 'https:') throw new SupplierFailed('Адрес должен начинаться с https://')
  if (url.port !== '') throw new SupplierFailed('Порт адреса не разрешён')
  if (!isPublicHost(url.hostname)) throw inside()
  return url
}

const inside = () => new SupplierFailed('Адрес ведёт во внутреннюю сеть и не разрешён')

export interface Exchange {
  status: number
  /** Whole unpacked answer. */
  body: Buffer
  charset: string
}

export interface Transport {
  /**
   * @param latestMs timeout after which the query is aborted
   * @throws SupplierFailed
   */
  exchange: (ask: SupplierHttpRequest, signal: AbortSignal, latestMs?: number) => Promise<Exchange>
  close: () => Promise<void>
}

/**
 * Opens connections to one supplier. Each resolves the name once and contacts exactly the validated address; redirects
 * are not followed, certificates are always verified.
 * @throws SupplierFailed for an address that is not allowed
 */
export function openTransport(address: string, allowsPrivate: AllowsPrivate): Transport {
  const url = requireSafeUrl(address, allowsPrivate)
  const pool = openPublicPool(url.origin, {
    ...{
      mayBePrivate: allowsPrivate(url.origin),
      connections: MAX_CONNECTIONS,
      connectMs: 5000,
      idleMs: 10_000,
      inside,
    },
    notFound: (hostname) => new SupplierFailed(`Сервер ${hostname} не найден`),
  })
  const base = url.pathname.replace(/\/{1,9}$/, '')
  return {
    exchange: (ask, signal, latestMs = LATEST_MS) => exchange({ pool, base, latestMs }, ask, signal),
    close: () => pool.destroy(),
  }
}

const FORM = 'application/x-www-form-urlencoded'
const encoded = (fields: readonly SupplierField[] = []) =>
  new URLSearchParams(fields.map(([name, value]) => [name, value])).toString()

interface Way {
  pool: PublicPool
  base: string
  latestMs: number
}

async function exchange(
  { pool, base, latestMs }: Way,
  ask: SupplierHttpRequest,
  callerSignal: AbortSignal,
): Promise<Exchange> {
  const clock = AbortSignal.timeout(latestMs)
  const signal = AbortSignal.any([callerSignal, clock])
  const query = encoded(ask.query)
  const sent = ask.form ? { type: FORM, text: encoded(ask.form) } : ask.body
  try {
    const { statusCode, headers, body } = await pool.request({
      method: ask.method,
      path: `${base}${ask.path}${query && `?${query}`}`,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip',
        traceparent: traceHeader(),
        ...(sent && { 'content-type': sent.type }),
        ...Object.fromEntries(ask.headers ?? []),
      },
      ...(sent && { body: sent.text }),
      headersTimeout: latestMs,
      bodyTimeout: latestMs,
      signal,
    })
    if (statusCode >= 300 && statusCode < 400) {
      leave(body)
      throw new SupplierFailed('Адрес перенаправляет на другой: укажите конечный')
    }
    const packing = String(headers['content-encoding'] ?? 'identity').toLowerCase()
    const charset = /charset="?([\w-]+)/i.exec(String(headers['content-type'] ?? ''))?.[1] ?? 'utf-8'
    return { status: statusCode, charset: charset.toLowerCase(), body: await readBody(body, packing, signal) }
  } catch (error) {
    if (error instanceof SupplierFailed || callerSignal.aborted) throw error
    throw describeFailure(error, clock.aborted)
  }
}

/** Replaces errors of libraries, because their messages contain the request with its signature. */
function describeFailure(error: unknown, isLate: boolean): SupplierFailed {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (isLate || /TIMEOUT/.test(code)) return new SupplierFailed('Поставщик не ответил вовремя')
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return new SupplierFailed('Сертификат сервера не принят')
  return new SupplierFailed('Поставщик не ответил или прервал передачу')
}

/** An ignored body emits an error that is ignored too. */
const leave = (body: Readable) => body.on('error', () => undefined).destroy()

async function readBody(body: Readable, packing: string, signal: AbortSignal): Promise<Buffer> {
  if (!['identity', 'gzip'].includes(packing)) {
    leave(body)
    throw new SupplierFailed('Ответ сжат неизвестным способом')
  }
  const chunks: Buffer[] = []
  const limit = limitBytes(MAX_BYTES, () => new SupplierFailed(`Ответ больше ${MAX_BYTES / 1024 / 1024} МБ`))
  const gather = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) chunks.push(chunk)
  }
  if (packing === 'gzip') await pipeline(body, createGunzip(), limit, gather, { signal })
  else await pipeline(body, limit, gather, { signal })
  return Buffer.concat(chunks)
}
