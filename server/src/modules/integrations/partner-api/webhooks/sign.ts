import { createHmac, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32
const PREFIX = 'whsec_'

/** Creates a secret in the form of Standard Webhooks: base64 behind `whsec_`. */
export const createWebhookSecret = () => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

export interface SignedMessage {
  /** Public id, the same in every attempt. */
  id: string
  body: string
  sentAt: Date
}

/**
 * Builds the headers of a message as Standard Webhooks 1.0 defines them: HMAC-SHA256 of `id.timestamp.body`, one
 * signature per secret.
 */
export function signedHeaders(secrets: readonly string[], { id, body, sentAt }: SignedMessage) {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}
