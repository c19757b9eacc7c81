import { createECDH, hkdfSync } from 'node:crypto'
import * as https from 'node:https'
import { resolvePublic, type Address } from '../../../platform/public-address.ts'
import type { Channel, Device, DeviceMessage, Outcome } from './channels.ts'

const CURVE = 'prime256v1'
/** Order of the curve P-256 (SEC 2). */
const ORDER = 0xffff_ffff_0000_0000_ffff_ffff_ffff_ffff_bce6_faad_a717_9e84_f3b9_cac2_fc63_2551n
const PATIENCE_MS = 10_000
const DAY_SECONDS = 86_400
/** Statuses of a subscription that has ended, or was made with other keys. */
const ENDED = [403, 404, 410]

export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** Derives the keys of the installation from its secret; with another secret browsers subscribe anew. */
export function vapidKeys(secret: string): VapidKeys {
  // 16 bytes more than the key, so that the remainder is as good as uniform (FIPS 186-5, A.2.1).
  const wide = BigInt(`0x${Buffer.from(hkdfSync('sha256', secret, '', 'web push', 48)).toString('hex')}`)
  const key = createECDH(CURVE)
  key.setPrivateKey(((wide % (ORDER - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex')
  return {
    publicKey: key.getPublicKey('base64url'),
    privateKey: key.getPrivateKey().toString('base64url').padStart(43, 'A'),
  }
}

export interface WebPushOptions {
  keys: VapidKeys
  /** Whom the push service may write to: `mailto:` or `https:`. */
  contact: string
  /** Reads the title of every message. */
  readTitle: () => Promise<string>
  /** Allows addresses of the private network and any port: for tests and closed installations. */
  allowsPrivate: boolean
  /** Certificate authority of the push services besides the usual ones. */
  ca?: string
  patienceMs?: number
}

/** Refuses addresses that no push service of a browser has. */
export function isPushAddress(text: string, allowsPrivate: boolean): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  return allowsPrivate || (url.port === '' && /^(?=.*[a-z])[\w-]+(?:\.[\w-]+)+$/i.test(url.hostname))
}

interface Sending extends Pick<WebPushOptions, 'ca'> {
  url: URL
  address: Address
  headers: https.RequestOptions['headers']
  body: Buffer | null
  signal: AbortSignal
}

/** Contacts exactly the resolved address; redirects are not followed, and the reply is not read. */
function post({ url, address, headers, body, signal, ca }: Sending): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = https.request(url, {
      method: 'POST',
      agent: false,
      signal,
      headers,
      ...(ca !== undefined && { ca }),
      // Node may request one address or all of them.
      lookup: (_, { all }, done) => (all ? done(null, [address]) : done(null, address.address, address.family)),
    })
    outgoing.on('response', (reply) => {
      resolve(reply.statusCode ?? 0)
      reply.destroy()
    })
    outgoing.on('error', reject)
    outgoing.end(body ?? undefined)
  })
}

async function encrypt({ address, p256dh, auth }: Device, message: DeviceMessage, options: WebPushOptions) {
  const { keys, contact, readTitle } = options
  const title = await readTitle()
  const { default: webpush } = await import('web-push')
  const subscription = { endpoint: address, keys: { p256dh: p256dh ?? '', auth: auth ?? '' } }
  const { headers, body } = webpush.generateRequestDetails(subscription, JSON.stringify({ title, ...message }), {
    vapidDetails: { subject: contact, ...keys },
    TTL: DAY_SECONDS,
    urgency: 'high',
  })
  return { headers, body }
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'sent'
  return ENDED.includes(status) ? 'gone' : 'later'
}

/** Creates the channel to browsers (RFC 8030); the text is encrypted for the browser (RFC 8291). */
export function createWebPush(options: WebPushOptions): Channel {
  const { allowsPrivate, ca, patienceMs = PATIENCE_MS } = options
  return {
    send: async (device, message, stopping) => {
      if (!isPushAddress(device.address, allowsPrivate)) return 'gone'
      const url = new URL(device.address)
      try {
        const signal = AbortSignal.any([AbortSignal.timeout(patienceMs), stopping])
        const address = await resolvePublic(url.hostname, allowsPrivate)
        if (!address) return 'gone'
        const request = await encrypt(device, message, options)
        return outcomeOf(await post({ url, address, signal, ...request, ...(ca !== undefined && { ca }) }))
      } catch {
        return 'later'
      }
    },
  }
}
