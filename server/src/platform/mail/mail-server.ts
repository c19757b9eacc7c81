import type { SMTPTransportOptions, Transporter } from 'nodemailer'
import { cached } from '../cached.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/index.ts'
import { decrypt, encrypt, encryptionKeys, type EncryptionKeys } from '../encryption.ts'
import { resolvePublic } from '../public-address.ts'
import { selectMailServer, setMailPassword, type MailServerRow } from './mail-server.queries.ts'

/** Timeouts of the mail server, well below the lease after which another server may claim the email. */
const PATIENCE = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 }
/** Time after which the other servers see a mail server saved on screen. */
const SEEN_AFTER_MS = 3000

/** Connection to the mail server with the sender of all emails. */
export interface OutgoingServer {
  transport: Transporter
  sender: string
}

/** What a mail server set on screen needs: keys of its password, and whether it may be in the private network. */
export interface ScreenAccess {
  keys: EncryptionKeys
  allowsPrivate: boolean
}

export const mailScreenAccess = (
  config: Pick<Config, 'AUTH_SECRET_PREVIOUS' | 'PRIVATE_URLS'>,
  secret: string,
): ScreenAccess => ({
  keys: encryptionKeys('mail server password', secret, config.AUTH_SECRET_PREVIOUS),
  allowsPrivate: config.PRIVATE_URLS === 'on',
})

/** Encrypts the password with the current key again, so that the previous key can be removed from the settings. */
export async function resealMailPassword(db: Db, { keys }: ScreenAccess): Promise<void> {
  const stored = (await selectMailServer(db))?.password
  const known = stored && decrypt(keys, stored)
  if (known?.isOld) await setMailPassword(db, encrypt(keys, known.text))
}

/**
 * Connects to a mail server set on screen. Its name is resolved once, and exactly that address is contacted: without
 * `PRIVATE_URLS` it must be public.
 * @returns null when the name leads into the private network, or the password cannot be decrypted
 */
export async function connectTo(
  server: Pick<MailServerRow, 'host' | 'port' | 'is_tls' | 'login' | 'password' | 'sender'>,
  { keys, allowsPrivate }: ScreenAccess,
): Promise<OutgoingServer | null> {
  const address = await resolvePublic(server.host, allowsPrivate)
  const password = server.password === null ? '' : decrypt(keys, server.password)?.text
  if (!address || password === undefined) return null
  const transport = await openTransport({
    host: address.address,
    port: server.port,
    secure: server.is_tls,
    tls: { servername: server.host },
    ...(server.login !== '' && { auth: { user: server.login, pass: password } }),
  })
  return { transport, sender: server.sender }
}

/** Loads the library with the first email: it takes 6 MB. */
async function openTransport(options: SMTPTransportOptions): Promise<Transporter> {
  const nodemailer = await import('nodemailer')
  return nodemailer.createTransport({ ...options, ...PATIENCE })
}

export interface MailServerReader {
  /** Checks whether a mail server is set, without contacting it. */
  isSet: () => Promise<boolean>
  /**
   * Connects to the mail server.
   * @returns null when none is set
   * @throws Error when its name cannot be resolved or leads into the private network
   */
  connect: () => Promise<OutgoingServer | null>
}

/**
 * Creates the reader of the mail server: `SMTP_URL` of the environment, otherwise the one set on screen. It is read on the
 * pool of shared loads, because an email is queued within a transaction, which must not wait for a second connection.
 */
export function createMailServer(
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>,
  screen: (ScreenAccess & { sharedDb: Db }) | undefined,
): MailServerReader {
  if (config.SMTP_URL) {
    const { SMTP_URL: url, MAIL_FROM: sender } = config
    let transport: Promise<Transporter> | undefined
    return {
      isSet: () => Promise.resolve(true),
      connect: async () => ({ transport: await (transport ??= openTransport({ url })), sender }),
    }
  }
  if (!screen) return { isSet: () => Promise.resolve(false), connect: () => Promise.resolve(null) }
  const read = cached(SEEN_AFTER_MS, () => selectMailServer(screen.sharedDb))
  return {
    isSet: async () => (await read()) !== undefined,
    connect: async () => {
      const row = await selectMailServer(screen.sharedDb)
      if (!row) return null
      const server = await connectTo(row, screen)
      if (!server) throw new Error('the mail server is in the private network, or its password is of another secret')
      return server
    },
  }
}
