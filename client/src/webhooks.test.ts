import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { verifyWebhook, WebhookSignatureError } from './webhooks.ts'

const NOW = new Date('2026-11-17T09:00:00Z')
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const BODY = '{"type":"order.created","version":1,"timestamp":"2026-11-17T09:00:00Z","data":{"name":"Фильтр «Ё»"}}'

// The published library reads the clock itself.
beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

const signatureOf = (secret: string, { id = 'msg_1', age = 0, body = BODY } = {}) =>
  new Webhook(secret).sign(id, new Date(NOW.getTime() - age * 1000), body)
const receivedOf = (signature: string, age = 0) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(NOW.getTime() / 1000 - age),
  'webhook-signature': signature,
})
const valid = signatureOf(SECRET)

const RECEIVED: [string, Record<string, string>, string, boolean][] = [
  ['signed', receivedOf(valid), BODY, true],
  ['signed by the old secret and the new', receivedOf(`${signatureOf(OTHER)} ${valid}`), BODY, true],
  ['signed beside an unknown version', receivedOf(`v2,${valid.slice(3)} v1a,x ${valid}`), BODY, true],
  ['of five minutes ago', receivedOf(signatureOf(SECRET, { age: 300 }), 300), BODY, true],
  ['of more than five minutes ago', receivedOf(signatureOf(SECRET, { age: 301 }), 301), BODY, false],
  ['of five minutes ahead', receivedOf(signatureOf(SECRET, { age: -300 }), -300), BODY, true],
  ['of more than five minutes ahead', receivedOf(signatureOf(SECRET, { age: -301 }), -301), BODY, false],
  ['with another body', receivedOf(valid), BODY.replace('1', '2'), false],
  ['of another id', receivedOf(signatureOf(SECRET, { id: 'msg_2' })), BODY, false],
  ['with a moved timestamp', receivedOf(valid, 1), BODY, false],
  ['signed by another secret', receivedOf(signatureOf(OTHER)), BODY, false],
  ['signed in another version only', receivedOf(`v2,${valid.slice(3)}`), BODY, false],
  ['with a cut signature', receivedOf(valid.slice(0, -8)), BODY, false],
  ['with an empty signature', receivedOf('v1,'), BODY, false],
  ['with a timestamp that is no number', { ...receivedOf(valid), 'webhook-timestamp': 'soon' }, BODY, false],
  ['without an id', { ...receivedOf(valid), 'webhook-id': '' }, BODY, false],
]

test.each(RECEIVED)('request %s is judged as by the published library', (_, headers, body, isAccepted) => {
  const published = () => new Webhook(SECRET).verify(body, headers)
  const own = () => verifyWebhook({ secret: SECRET, headers, body })
  if (isAccepted) expect(own()).toEqual(published())
  else {
    expect(published).toThrow()
    expect(own).toThrow(WebhookSignatureError)
  }
})

test('request is accepted as bytes and with headers of fetch', () => {
  const received = { secret: SECRET, headers: new Headers(receivedOf(valid)), body: Buffer.from(BODY), now: NOW }
  expect(verifyWebhook(received).type).toBe('order.created')
})
