import { createHash, randomBytes } from 'node:crypto'

const LOGIN_BYTES = 6
const SECRET_BYTES = 24

export const createKeyLogin = () => `k${randomBytes(LOGIN_BYTES).toString('hex')}`
export const createKeySecret = () => randomBytes(SECRET_BYTES).toString('base64url')

/** Spelling of a key in the Authorization header. */
export const tokenOf = (login: string, secret: string) => `${login}.${secret}`

/** MD5 of the secret as programs of the ABCP protocol send it. The secret is random, so that MD5 reveals nothing of it. */
export const md5Of = (secret: string) => createHash('md5').update(secret).digest('hex')

/** Login and MD5 of the secret, by which a call is recognised. */
export interface KeyCredentials {
  login: string
  md5: string
}

/** Reads a key of the partner API: `Bearer k0123456789ab.secret`; null for any other header. */
export function keyCredentialsOf(header: string | undefined): KeyCredentials | null {
  const [, login, secret] = /^Bearer (k[0-9a-f]{12})\.([\w-]{32})$/i.exec(header ?? '') ?? []
  return login !== undefined && secret !== undefined ? { login: login.toLowerCase(), md5: md5Of(secret) } : null
}
