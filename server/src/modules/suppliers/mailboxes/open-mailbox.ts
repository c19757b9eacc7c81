import { isIP } from 'node:net'
import type { MailSecurity } from '@artikul/contract/suppliers/mailboxes'
import type { ImapFlow, MailboxObject } from 'imapflow'
import { isPublic, resolvePublic, type Address } from '../../../platform/public-address.ts'

/** Address and credentials of a mailbox. */
export interface MailboxAccess {
  host: string
  port: number
  security: MailSecurity
  login: string
  password: string
  folder: string
}

export interface OpenOptions {
  /** Allows servers of the private network, on any port and without encryption. */
  allowsPrivate: boolean
  /** Time limit in seconds for the whole connection. */
  seconds: number
  signal?: AbortSignal | undefined
}

/** Readable reason why a mailbox was not read, for the person who configured it. */
export class MailboxRefused extends Error {
  /** True when only a person can fix the problem: early retries would just lock the account. */
  readonly isOfPerson: boolean

  constructor(message: string, isOfPerson = true) {
    super(message)
    this.isOfPerson = isOfPerson
  }
}

const PORTS = [143, 993]
const SILENT_MS = 30_000
/** Size limit of one answer; regular servers stay below it, because files are requested in chunks. */
const MAX_REPLY_BYTES = 32 * 1024 * 1024

/**
 * Opens the folder read-only, runs `work` and disconnects. The server's name is resolved once, and exactly that address
 * is contacted.
 * @throws MailboxRefused with a readable reason; any error of `work` while connected
 */
export async function withMailbox<T>(
  access: MailboxAccess,
  { allowsPrivate, seconds, signal }: OpenOptions,
  work: (client: ImapFlow, folder: MailboxObject) => Promise<T>,
): Promise<T> {
  const clock = AbortSignal.timeout(seconds * 1000)
  const ending = signal ? AbortSignal.any([clock, signal]) : clock
  const address = await Promise.race([resolveSafe(access, allowsPrivate), refusedAt(ending)])
  const client = await createClient(access, address)
  const close = () => client.close()
  ending.addEventListener('abort', close)
  try {
    await client.connect().catch((error: unknown) => refuse(error, access))
    const folder = await client.mailboxOpen(access.folder, { readOnly: true }).catch((error: unknown) => {
      if (isAnswerNo(error)) throw new MailboxRefused(`Папки «${access.folder}» в ящике нет`)
      throw error
    })
    const result = await work(client, folder)
    await client.logout()
    return result
  } catch (error) {
    if (signal?.aborted || error instanceof MailboxRefused) throw error
    if (clock.aborted) throw tooSlow()
    if (!client.usable) throw new MailboxRefused('Сервер почты не ответил или прервал соединение', false)
    throw error
  } finally {
    ending.removeEventListener('abort', close)
    client.close()
  }
}

const tooSlow = () => new MailboxRefused('Сервер почты отвечает слишком долго', false)

const refusedAt = (ending: AbortSignal) =>
  new Promise<never>((_, reject) => ending.addEventListener('abort', () => reject(tooSlow()), { once: true }))

/** @throws MailboxRefused for a server that the installation does not allow */
function requireSafe({ port, security }: MailboxAccess, allowsPrivate: boolean) {
  if (allowsPrivate) return
  if (!PORTS.includes(port)) throw new MailboxRefused('Порт не разрешён: почту читают по портам 993 и 143')
  if (security === 'none') throw new MailboxRefused('Без шифрования почту читают только внутри своей сети')
}

async function resolveSafe(access: MailboxAccess, allowsPrivate: boolean): Promise<Address> {
  requireSafe(access, allowsPrivate)
  const address = await resolvePublic(access.host, allowsPrivate).catch(() => {
    throw new MailboxRefused(`Сервер ${access.host} не найден`)
  })
  if (!address) throw new MailboxRefused('Адрес сервера ведёт во внутреннюю сеть и не разрешён')
  if (access.security === 'none' && isPublic(address))
    throw new MailboxRefused('Без шифрования почту читают только внутри своей сети')
  return address
}

/** Imports the client on demand, because an installation without mailboxes should not load it. */
async function createClient(access: MailboxAccess, { address }: Address): Promise<ImapFlow> {
  const { host, port, security, login, password } = access
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    host: address,
    port,
    secure: security === 'tls',
    doSTARTTLS: security === 'tls' ? undefined : security === 'starttls',
    ...(isIP(host) === 0 && { servername: host }),
    auth: { user: login, pass: password },
    logger: false,
    connectionTimeout: SILENT_MS,
    greetingTimeout: SILENT_MS,
    socketTimeout: SILENT_MS,
    maxLiteralSize: MAX_REPLY_BYTES,
    maxLineLength: MAX_REPLY_BYTES,
    maxResponseSize: 2 * MAX_REPLY_BYTES,
    disableAutoIdle: true,
    disableBinary: true,
    disableCompression: true,
  })
  // Errors are thrown at the call that caused them.
  client.on('error', () => undefined)
  return client
}

const CERTIFICATES: Record<string, string> = {
  CERT_HAS_EXPIRED: 'просрочен',
  CERT_NOT_YET_VALID: 'ещё не действует',
  ERR_TLS_CERT_ALTNAME_INVALID: 'выдан другому имени',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'подписан самим сервером',
  SELF_SIGNED_CERT_IN_CHAIN: 'подписан не общепризнанным центром',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'подписан не общепризнанным центром',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'подписан не общепризнанным центром',
}

const textOf = (error: unknown, field: 'code' | 'responseStatus'): string => {
  const value = error instanceof Error && field in error ? (error as unknown as Record<string, unknown>)[field] : ''
  return typeof value === 'string' ? value : ''
}

const isAnswerNo = (error: unknown) => textOf(error, 'responseStatus') === 'NO'
const isOfLogin = (error: unknown) => error instanceof Error && 'authenticationFailed' in error

/** @throws MailboxRefused when the reason is known */
function refuse(error: unknown, { port }: MailboxAccess): never {
  const code = textOf(error, 'code')
  const certificate = CERTIFICATES[code]
  if (isOfLogin(error)) throw new MailboxRefused('Сервер почты не принял логин или пароль')
  if (certificate) throw new MailboxRefused(`Сертификат сервера почты неверен: ${certificate}`)
  if (code === 'ECONNREFUSED') throw new MailboxRefused(`Сервер почты не принимает соединений по порту ${port}`, false)
  if (code.startsWith('ERR_SSL') || (error instanceof Error && 'tlsFailed' in error))
    throw new MailboxRefused(`По порту ${port} сервер не шифрует так, как указано: проверьте порт и защиту`)
  throw error
}
