import { createWriteStream } from 'node:fs'
import * as http from 'node:http'
import * as https from 'node:https'
import { pipeline } from 'node:stream/promises'
import { limitBytes } from '../limit-bytes.ts'
import { resolvePublic, type Address } from '../public-address.ts'

/** Readable reason why a file was not fetched, for the person who gave the address. */
export class NotFetched extends Error {
  /** True when another attempt may succeed. */
  readonly isTemporary: boolean
  constructor(message: string, { isTemporary = false } = {}) {
    super(message)
    this.isTemporary = isTemporary
  }
}

export interface FetchLimits {
  bytes: number
  /** Time limit of the whole download. */
  seconds: number
  /** Time limit without a single byte. */
  silentSeconds: number
}

export interface FetchOptions {
  /** Allows addresses of the private network and any port: for tests and closed installations. */
  allowsPrivate: boolean
  limits: FetchLimits
  signal?: AbortSignal
}

const TOO_MANY_REQUESTS = 429
const PORTS = ['', '80', '443']

function requireSafe(text: string, allowsPrivate: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw new NotFetched('Адрес файла должен начинаться с https:// или http://')
  if (url.username !== '' || url.password !== '') throw new NotFetched('Адрес файла не должен содержать пароль')
  if (!allowsPrivate && !PORTS.includes(url.port)) throw new NotFetched('Порт адреса не разрешён')
  return url
}

/**
 * Downloads the address into the file. The name is resolved once, and exactly that address is contacted; redirects are
 * not followed.
 * @returns the file name given by the address
 * @throws NotFetched with a readable reason
 */
export async function fetchFile(text: string, path: string, options: FetchOptions): Promise<string> {
  const { limits } = options
  const url = requireSafe(text, options.allowsPrivate)
  const address = await resolvePublic(url.hostname, options.allowsPrivate).catch(() => {
    throw new NotFetched(`Сервер ${url.hostname} не найден`, { isTemporary: true })
  })
  if (!address) throw new NotFetched('Адрес ведёт во внутреннюю сеть и не разрешён')
  const clock = AbortSignal.timeout(limits.seconds * 1000)
  const signal = options.signal ? AbortSignal.any([clock, options.signal]) : clock
  try {
    const answer = await requestFile(url, address, { signal, timeout: limits.silentSeconds * 1000 })
    requireFile(answer, limits.bytes)
    await pipeline(
      answer,
      limitBytes(limits.bytes, () => tooLarge(limits.bytes)),
      createWriteStream(path, { mode: 0o600 }),
      { signal },
    )
  } catch (error) {
    if (error instanceof NotFetched || options.signal?.aborted) throw error
    const reason = clock.aborted ? 'Сервер отдаёт файл слишком долго' : 'Сервер не ответил или прервал передачу'
    throw new NotFetched(reason, { isTemporary: true })
  }
  return nameIn(url)
}

function nameIn({ pathname, hostname }: URL): string {
  const last = pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last).slice(0, 200) || hostname
  } catch {
    return last.slice(0, 200)
  }
}

function requestFile(
  url: URL,
  address: Address,
  limits: { signal: AbortSignal; timeout: number },
): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      ...limits,
      agent: false,
      headers: { accept: '*/*', 'accept-encoding': 'identity' },
      // Node may request one address or all of them.
      lookup: (_, { all }, done) => (all ? done(null, [address]) : done(null, address.address, address.family)),
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('silent')))
    outgoing.on('response', resolve)
    outgoing.on('error', reject)
    outgoing.end()
  })
}

function requireFile({ statusCode = 0, headers }: http.IncomingMessage, most: number) {
  if (statusCode >= 300 && statusCode < 400) throw new NotFetched('Адрес перенаправляет на другой: укажите конечный')
  if (statusCode !== 200)
    throw new NotFetched(`Сервер ответил ошибкой ${statusCode}`, {
      isTemporary: statusCode >= 500 || statusCode === TOO_MANY_REQUESTS,
    })
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new NotFetched('Сервер сжал файл без спроса')
  if (Number(headers['content-length'] ?? 0) > most) throw tooLarge(most)
}

const tooLarge = (most: number) => new NotFetched(`Файл больше ${Math.floor(most / 1024 / 1024)} МБ`)
