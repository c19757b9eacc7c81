import { randomBytes } from 'node:crypto'
import { createKeyedHasher, type Hasher } from '../../../platform/keyed-hash.ts'

export type { Hasher } from '../../../platform/keyed-hash.ts'

/** Letters and digits that are not mistaken for each other when typed by hand into 1C. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'
const PASSWORD_LENGTH = 20
const LOGIN_LENGTH = 8

function randomText(length: number): string {
  const bytes = randomBytes(length * 2)
  return Array.from({ length }, (_, at) => ALPHABET.charAt(bytes.readUInt16BE(at * 2) % ALPHABET.length)).join('')
}

export const createLogin = () => `1c-${randomText(LOGIN_LENGTH).toLowerCase()}`
export const createPassword = () => randomText(PASSWORD_LENGTH)

/** Creates keyed hashes of passwords and session tokens. */
export const createHasher = (secret: string, previous?: string): Hasher =>
  createKeyedHasher('1c exchange', { secret, previous })

/** Hash of a password under a secret, for connecting a base without a screen. */
export const hashOneCPassword = (secret: string, password: string) => createHasher(secret).hash(password)

/** Login and password of a Basic header; null for any other. */
export function basicOf(header: string | undefined): { login: string; password: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]{1,1000})$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString()
  const at = text.indexOf(':')
  return at < 0 ? null : { login: text.slice(0, at), password: text.slice(at + 1) }
}
