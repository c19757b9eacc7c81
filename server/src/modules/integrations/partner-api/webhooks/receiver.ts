import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { isPublicHost } from '../../../../platform/public-address.ts'
import { openPublicPool } from '../../../../platform/public-pool.ts'

/** Time limits of a delivery, and of a trial that a person waits for. */
const [ATTEMPT_MS, TRIAL_MS] = [15_000, 5000]
const CONNECT_MS = 5000
/** Beginning of an answer that is kept. */
const ANSWER_BYTES = 2048

/** Readable reason why a receiver cannot be called. */
export class ReceiverRefused extends Error {}

const inside = () => new ReceiverRefused('Адрес ведёт во внутреннюю сеть и не разрешён')

/**
 * Validates the address of a receiver: https on its standard port and a public name, unless the private network is
 * allowed.
 * @throws ReceiverRefused with a readable reason
 */
export function requireReceiverUrl(text: string, allowsPrivate: boolean): URL {
  const url = new URL(text)
  if (allowsPrivate) return url
  if (url.protocol !== 'https:') throw new ReceiverRefused('Адрес должен начинаться с https://')
  if (url.port !== '') throw new ReceiverRefused('Порт адреса не разрешён')
  if (!isPublicHost(url.hostname)) throw inside()
  return url
}

/** Outcome of one attempt. */
export interface DeliveryAttempt {
  /** HTTP status; null without an answer. */
  status: number | null
  /** Why the message was not accepted; empty when it was. */
  error: string
  /** Beginning of the answer as text. */
  answer: string
  took_ms: number
}

export interface Receiver {
  /** Posts a message; failures of the receiver are part of the result. */
  post: (headers: Record<string, string>, body: string) => Promise<DeliveryAttempt>
  close: () => Promise<void>
}

/**
 * Opens a connection to a receiver. Exactly the validated address is contacted; redirects are not followed, certificates
 * are always verified.
 * @throws ReceiverRefused
 */
export function openReceiver(
  address: string,
  { allowsPrivate, stopping, isTrial = false }: { allowsPrivate: boolean; stopping: AbortSignal; isTrial?: boolean },
): Receiver {
  const limitMs = isTrial ? TRIAL_MS : ATTEMPT_MS
  const url = requireReceiverUrl(address, allowsPrivate)
  const pool = openPublicPool(url.origin, {
    ...{ mayBePrivate: allowsPrivate, connections: 1, connectMs: CONNECT_MS, inside },
    notFound: (hostname) => new ReceiverRefused(`Сервер ${hostname} не найден`),
  })
  const path = `${url.pathname}${url.search}`
  return {
    post: async (headers, body) => {
      const started = performance.now()
      const clock = AbortSignal.timeout(limitMs)
      try {
        const reply = await pool.request({
          method: 'POST',
          path,
          headers: {
            ...headers,
            'content-type': 'application/json',
            accept: '*/*',
            'user-agent': 'Artikul-Webhooks/1',
          },
          body,
          headersTimeout: limitMs,
          bodyTimeout: limitMs,
          signal: AbortSignal.any([clock, stopping]),
        })
        const answer = await beginningOf(reply.body)
        return { ...judge(reply), answer, took_ms: Math.round(performance.now() - started) }
      } catch (error) {
        stopping.throwIfAborted()
        const took = Math.round(performance.now() - started)
        return { status: null, error: describe(error, clock.aborted), answer: '', took_ms: took }
      }
    },
    close: () => pool.destroy(),
  }
}

function judge({ statusCode: status }: Dispatcher.ResponseData) {
  if (status >= 200 && status < 300) return { status, error: '' }
  if (status >= 300 && status < 400) return { status, error: 'Адрес перенаправляет на другой: укажите конечный' }
  return { status, error: `Получатель ответил ${status}` }
}

function describe(error: unknown, isLate: boolean): string {
  if (error instanceof ReceiverRefused) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (isLate || /TIMEOUT/.test(code)) return 'Получатель не ответил вовремя'
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return 'Сертификат получателя не принят'
  return 'Получатель не ответил или прервал передачу'
}

/** Reads the beginning of the answer as text that can be stored. */
async function beginningOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= ANSWER_BYTES) break
  }
  body.on('error', () => undefined).destroy()
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString().toWellFormed().replaceAll('\u0000', '')
}
