import { createHmac, timingSafeEqual } from 'node:crypto'
import type { webhooks } from './generated-schema.ts'

const TOLERANCE_SECONDS = 300
const MIN_KEY_BYTES = 24

type BodyOf<T extends keyof webhooks> = webhooks[T]['post']['requestBody']['content']['application/json']

/** Message of the portal, told apart by `type`. More types may come: ignore those that are not known. */
export type WebhookEvent = { [T in keyof webhooks]: BodyOf<T> }[keyof webhooks]
export type WebhookType = WebhookEvent['type']

type HeaderBag = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

interface Received {
  /** `whsec_…` of the receiver. */
  secret: string
  headers: HeaderBag
  /** Body as received: a parsed one may be written differently. */
  body: string | Uint8Array
  now?: Date
}

/** The request was not signed by the portal for this receiver, or long ago. */
export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError'
}

function headerOf(headers: HeaderBag, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value !== 'string' || value === '') throw new WebhookSignatureError(`there is no header ${name}`)
  return value
}

/**
 * Checks the signature of a received request (Standard Webhooks 1.0) and reads its event.
 * @throws WebhookSignatureError answer such a request with 401
 */
export function verifyWebhook({ secret, headers, body, now = new Date() }: Received): WebhookEvent {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const age = Math.floor(now.getTime() / 1000) - (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN)
  if (!(Math.abs(age) <= TOLERANCE_SECONDS))
    throw new WebhookSignatureError('the timestamp is not of these five minutes')
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  // With an empty key anybody could sign.
  if (key.length < MIN_KEY_BYTES) throw new Error('the secret of the webhook is empty or cut')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  const isExpected = (signature: string) => {
    const [version, value = ''] = signature.split(',')
    const given = Buffer.from(value, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  }
  // While a secret is being replaced, the portal signs by both.
  if (!headerOf(headers, 'webhook-signature').split(' ').some(isExpected))
    throw new WebhookSignatureError('no signature is of this secret')
  // Signed by the portal, which sends what it describes.
  return JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString()) as WebhookEvent
}
