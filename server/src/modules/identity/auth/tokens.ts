import { createHash, createHmac, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'
import { isContractorUser, type Role } from '@artikul/contract/core/roles'
import { jwtVerify, SignJWT } from 'jose'
import { sealingKeys, type SealingKeys } from '../../../platform/sealing.ts'

const ISSUER = 'artikul'
const AUDIENCE = 'artikul-web'
const ALGORITHM = 'HS256'
const ACCESS_SECONDS = 10 * 60
const ACCESS_TYPE = 'at+jwt'
const IMPERSONATION_TYPE = 'imp+jwt'

interface KeySet {
  /** Names the secret in a token's header, so that several may be valid at once. */
  kid: string
  access: KeyObject
  refresh: KeyObject
}

/** The current secret signs; older ones are still believed until their tokens have run out. */
export interface Keys {
  current: KeySet
  all: readonly KeySet[]
  /** Secrets of second factors in the database. */
  sealing: SealingKeys
}

/** Keys for each purpose come from one secret of the settings; `previous` is the one it has replaced. */
export function deriveKeys(secret: string, previous?: string): Keys {
  const current = keySet(secret)
  const sealing = sealingKeys('second factor', secret, previous)
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

/** A signed access token of one session, ten minutes long; `group` tells the web which side to ask for the user. */
export const signAccessToken = ({ current }: Keys, session: TokenSubject, now: Date): Promise<string> =>
  unsigned(
    { sid: session.sessionId, group: isContractorUser(session.roles) ? 'client' : 'manager' },
    session.userId,
    now,
  )
    .setProtectedHeader({ alg: ALGORITHM, typ: ACCESS_TYPE, kid: current.kid })
    .sign(current.access)

/** A token of a manager's work in a client's name, ten minutes long; it is worth nothing without his session. */
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

/** What a genuine, unexpired token says; null for anything else. */
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
 * The successors that a refresh token may have had: derived from it, so that a client that lost the answer gets the
 * same one again and it never lies anywhere in clear. The first is of the current secret.
 */
export const successorsOf = ({ all }: Keys, sessionId: number, token: string): string[] =>
  all.map(({ refresh }) => createHmac('sha256', refresh).update(`${sessionId}\n${token}`).digest('base64url'))

/** A refresh token is stored only as this hash. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()
