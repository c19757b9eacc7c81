import { createHash, createHmac, randomBytes, type KeyObject, createSecretKey, hkdfSync } from 'node:crypto'
import { isContractorUser, type Role } from '@artikul/contract/roles'
import { jwtVerify, SignJWT } from 'jose'

const ISSUER = 'artikul'
const AUDIENCE = 'artikul-web'
const ALGORITHM = 'HS256'
const ACCESS_SECONDS = 10 * 60

export interface Keys {
  access: KeyObject
  refresh: KeyObject
}

/** Keys for each purpose come from the one secret of the settings. */
export function deriveKeys(secret: string): Keys {
  const derive = (purpose: string) => createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
  return { access: derive('access token'), refresh: derive('refresh token') }
}

export interface TokenSubject {
  id: number
  userId: number
  roles: readonly Role[]
}

/** A signed access token of one session, ten minutes long; `group` tells the web which side to ask for the user. */
export const signAccessToken = (keys: Keys, session: TokenSubject, now: Date): Promise<string> =>
  new SignJWT({ sid: session.id, group: isContractorUser(session.roles) ? 'client' : 'manager' })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(String(session.userId))
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .setExpirationTime(Math.floor(now.getTime() / 1000) + ACCESS_SECONDS)
    .sign(keys.access)

/** The session id of a genuine, unexpired access token; null for anything else. */
export async function readAccessToken(keys: Keys, token: string, now: Date): Promise<number | null> {
  try {
    const { payload } = await jwtVerify(token, keys.access, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: 'at+jwt',
      currentDate: now,
    })
    return typeof payload['sid'] === 'number' ? payload['sid'] : null
  } catch {
    return null
  }
}

export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

/**
 * The successor of a refresh token: derived, so that a client that lost the answer gets the same one again and it never
 * lies anywhere in clear.
 */
export const successorOf = (keys: Keys, sessionId: number, token: string): string =>
  createHmac('sha256', keys.refresh).update(`${sessionId}\n${token}`).digest('base64url')

/** A refresh token is stored only as this hash. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()
