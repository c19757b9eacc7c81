import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import type { ReadPortal } from '../../../platform/portal/index.ts'
import type { Channels } from './channels.ts'
import { createMaxBot, type MaxBot } from './max-bot.ts'
import { createWebPush, vapidKeys } from './web-push.ts'

export interface DeviceServices {
  config: Config
  clock: Clock
  channels: Channels
  /** Public key for subscriptions of browsers; null when they are off. */
  webPushKey: string | null
  /** Null without a bot. */
  maxBot: MaxBot | null
}

interface Deps {
  config: Config
  clock: Clock
  secret: string
  linkTo: (path: string) => string
  readPortal: ReadPortal
}

/** Address for the operators of push services: the site's own, or that of the sender of emails. */
function contactOf({ SECURITY_CONTACT, PUBLIC_ORIGIN, MAIL_FROM }: Config): string {
  if (SECURITY_CONTACT !== undefined) return SECURITY_CONTACT
  if (PUBLIC_ORIGIN?.startsWith('https:')) return PUBLIC_ORIGIN
  return `mailto:${MAIL_FROM.slice(MAIL_FROM.lastIndexOf('<') + 1).replace('>', '')}`
}

/** Creates the channels that are switched on in the settings: by default none. */
export function createDeviceServices({ config, clock, secret, linkTo, readPortal }: Deps): DeviceServices {
  const { MAX_BOT_TOKEN: token, MAX_BOT_NAME: name, MAX_ORIGIN: origin } = config
  const maxBot = token !== undefined && name !== undefined ? createMaxBot({ origin, token, name, linkTo }) : null
  const keys = config.WEB_PUSH === 'on' ? vapidKeys(secret) : null
  const webPush =
    keys &&
    createWebPush({
      keys,
      contact: contactOf(config),
      readTitle: async () => (await readPortal()).name,
      allowsPrivate: config.PRIVATE_URLS === 'on',
    })
  const channels: Channels = { ...(webPush && { web_push: webPush }), ...(maxBot && { max: maxBot }) }
  return { config, clock, channels, webPushKey: keys?.publicKey ?? null, maxBot }
}
