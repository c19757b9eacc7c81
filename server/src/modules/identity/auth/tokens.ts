import { createHash, createHmac, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'
import { isContractorUser, type Role } from '@artikul/contract/core/roles'
import { jwtVerify, SignJWT } from 'jose'
import { encryptionKeys, type EncryptionKeys } from '../../../platform/encryption.ts'

const ISSUER = 'artikul'
const AUDIENCE = 'artikul-web'
const ALGORITHM = 'HS256'
const ACCESS_SECONDS = 10 * 60
const ACCESS_TYPE = 'at+jwt'
const IMPERSONATION_TYPE = 'imp+jwt'

interface KeySet {
  /** Identifies the secret in a token's header, so that several can be valid at once. */
  kid: string
  access: KeyObject
  refresh: KeyObject
}

/** Keys: the current secret signs; older ones are accepted until their tokens have expired. */
export interface Keys {
  current: KeySet
  all: readonly KeySet[]
  /** Keys that encrypt the secrets of second factors in the database. */
  sealing: EncryptionKeys
}

/** Derives the keys for each purpose from one secret of the settings; `previous` is the secret replaced by it. */
export function deriveKeys(secret: string, previous?: string): Keys {
  const current = keySet(secret)
  const sealing = encryptionKeys('second factor', secret, previous)
  return { current, all: previous === undefined ? [current] : [current, keySet(previous)], sealing }
}

function keySet(secret: string): KeySet {
  const derive = (purpose: string) => createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
  const kid = createHmac('sha256', derive('key name')).update('kid').digest('base64url').slice(0, 8)
  return { kid, access: derive('access token'), refresh: derive('refresh token') }
}

export interface TokenSubject {
  sessionId: number
  userId: number
  roles: readonly Role[]
}

const unsigned = (claims: object, subjectId: number, now: Date) =>
  new SignJWT({ ...claims })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(String(subjectId))
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .setExpirationTime(Math.floor(now.getTime() / 1000) + ACCESS_SECONDS)

/**
 * Signs an access token of one session for ten minutes; `group` tells the web application which API to query for the
 * user.
 */
export const signAccessToken = ({ current }: Keys, session: TokenSubject, now: Date): Promise<string> =>
  unsigned(
    { sid: session.sessionId, group: isContractorUser(session.roles) ? 'client' : 'manager' },
    session.userId,
    now,
  )
    .setProtectedHeader({ alg: ALGORITHM, typ: ACCESS_TYPE, kid: current.kid })
    .sign(current.access)

/** Signs a token of an impersonation for ten minutes; it is valid only with the manager's session. */
export const signImpersonationToken = (
  { current }: Keys,
  work: { id: number; sessionId: number; managerId: number; subjectId: number },
  now: Date,
): Promise<string> =>
  unsigned({ sid: work.sessionId, imp: work.id, act: { sub: String(work.managerId) } }, work.subjectId, now)
    .setProtectedHeader({ alg: ALGORITHM, typ: IMPERSONATION_TYPE, kid: current.kid })
    .sign(current.access)

export interface ReadToken {
  sessionId: number
  impersonationId: number | null
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** Verifies a token and returns its content; null for an invalid or expired one. */
export async function readToken(keys: Keys, token: string, now: Date): Promise<ReadToken | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, ({ kid }) => accessKey(keys, kid), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: now,
      requiredClaims: ['exp', 'iat', 'sub'],
    })
    const { sid, imp, exp } = payload
    if (typeof sid !== 'number' || exp === undefined) return null
    const expiresAt = exp * 1000
    if (protectedHeader.typ === ACCESS_TYPE && imp === undefined)
      return { sessionId: sid, impersonationId: null, expiresAt }
    if (protectedHeader.typ === IMPERSONATION_TYPE && typeof imp === 'number')
      return { sessionId: sid, impersonationId: imp, expiresAt }
    return null
  } catch {
    return null
  }
}

function accessKey({ all }: Keys, kid: string | undefined): KeyObject {
  const set = all.find((one) => one.kid === kid)
  if (!set) throw new Error('a token of an unknown key')
  return set.access
}

export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

/**
 * Derives the possible successors of a refresh token, so that a client that lost the answer gets the same one again
 * without storing it in plain text. The first one is derived from the current secret.
 */
export const successorsOf = ({ all }: Keys, sessionId: number, token: string): string[] =>
  all.map(({ refresh }) => createHmac('sha256', refresh).update(`${sessionId}\n${token}`).digest('base64url'))

/** Hashes a refresh token, which is stored in this form only. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()
