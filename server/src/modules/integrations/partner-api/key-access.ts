import { BlockList, isIPv6 } from 'node:net'
import type { KeyScope } from '@artikul/contract/core/key-scopes'
import { LRUCache } from 'lru-cache'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor, AdmitKey } from '../../../platform/http/index.ts'
import { createKeyedHasher, type Hasher } from '../../../platform/keyed-hash.ts'
import { readMember } from '../../identity/index.ts'
import { selectKeyByLogin, type KeyRow } from './api-keys.queries.ts'
import { keyCredentialsOf, type KeyCredentials } from './key-secrets.ts'
import { createKeyUsage, type Allowance, type KeyUsage } from './key-usage.ts'

/** Cache lifetime: a revoked or changed key takes effect on every server within a second. */
const MEMORY_MS = 900

export interface KeyAccessDeps {
  db: Kysely<DB>
  clock: Clock
  log: Logger
  hasher: Hasher
}

/** A known key with what its maker may do; null for a maker without access. */
interface KnownKey {
  row: KeyRow
  member: Awaited<ReturnType<typeof readMember>>
}

export interface ApiKeys {
  hasher: Hasher
  admit: AdmitKey
  /**
   * Admits a call by its credentials and counts it.
   * @throws AppError `api_key.invalid`, `api_key.address_refused`, `contractor.stopped`, `contractor.pending`,
   * `api_key.scope`, `api_key.calls_exceeded`
   */
  enter: (credentials: KeyCredentials | null, call: { address: string; scope: KeyScope | 'any' }) => Promise<Entry>
  /** Clears this server's cache, so that its own changes take effect immediately. */
  forget: () => void
  stop: () => Promise<void>
}

interface Entry {
  actor: Actor
  allowance: Allowance
}

/** Keyed hashes of the keys' secrets. */
export const keyHasher = (secret: string, previous: string | undefined) =>
  createKeyedHasher('api key', { secret, previous })

function isAllowedAddress(allowed: readonly string[], address: string): boolean {
  if (allowed.length === 0) return true
  const list = new BlockList()
  for (const network of allowed) {
    const [start = '', prefix] = network.split('/')
    const family = isIPv6(start) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(start, family)
    else list.addSubnet(start, Number(prefix), family)
  }
  const plain = address.replace(/^::ffff:/, '')
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}

const least = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

/** Points of the key: its own one when it is limited to it, never more than those of its maker. */
function pointsOfKey({ is_point_only: isPointOnly, consignee_id: point }: KeyRow, own: readonly number[] | null) {
  if (!isPointOnly || point === null) return own
  return own === null || own.includes(point) ? [point] : []
}

/** The maker of the key as an employee of the company, limited further by the key. */
function actorOf(row: KeyRow, limits: Actor['limits']): Actor {
  return {
    userId: row.user_id,
    subjectId: row.user_id,
    sessionId: 0,
    impersonationId: null,
    roles: ['CONTRACTOR_USER'],
    rights: [],
    contractorId: row.contractor_id,
    limits: {
      seesPrices: limits?.seesPrices ?? true,
      seesSettlements: (limits?.seesSettlements ?? true) && row.scopes.includes('documents'),
      mayPlace: (limits?.mayPlace ?? true) && row.scopes.includes('orders'),
      orderLimitKop: least(limits?.orderLimitKop ?? null, row.order_limit_kop),
      monthLimitKop: limits?.monthLimitKop ?? null,
      consigneeIds: pointsOfKey(row, limits?.consigneeIds ?? null),
    },
    mustSetSecondFactor: false,
    key: { id: row.id, name: row.name, consigneeId: row.consignee_id },
  }
}

function isSecretOf(row: KeyRow, hasher: Hasher, md5: string, now: Date): boolean {
  if (hasher.isHashOf(row.secret_hash, md5)) return true
  const { previous_hash: previous, previous_until: until } = row
  return previous !== null && until !== null && until > now && hasher.isHashOf(previous, md5)
}

const refusedBecause = (row: KeyRow, address: string, scope: KeyScope | 'any') => {
  if (row.status !== 'active') return new AppError('contractor.pending')
  if (row.stopped_reason !== null) return new AppError('contractor.stopped')
  if (!isAllowedAddress(row.addresses, address)) return new AppError('api_key.address_refused', { detail: address })
  return scope !== 'any' && !row.scopes.includes(scope) ? new AppError('api_key.scope') : null
}

/** Admits programs by the keys of their companies. */
export function createApiKeys(deps: KeyAccessDeps): ApiKeys {
  const { db, clock, hasher } = deps
  const remembered = new LRUCache<string, KnownKey>({ max: 10_000, ttl: MEMORY_MS })
  const usage: KeyUsage = createKeyUsage(db, clock, deps.log)
  const find = async (login: string): Promise<KnownKey | undefined> => {
    const known = remembered.get(login)
    if (known) return known
    const row = await selectKeyByLogin(db, login, moscowDate(clock.now()))
    if (!row) return undefined
    const found = { row, member: await readMember(db, row.user_id, row.contractor_id) }
    remembered.set(login, found)
    return found
  }
  const enter: ApiKeys['enter'] = async (credentials, { address, scope }) => {
    const known = credentials && (await find(credentials.login))
    const now = clock.now()
    if (!known?.member || !isSecretOf(known.row, hasher, credentials?.md5 ?? '', now))
      throw new AppError('api_key.invalid')
    const { row, member } = known
    if (row.valid_until !== null && row.valid_until < moscowDate(now)) throw new AppError('api_key.invalid')
    const refusal = refusedBecause(row, address, scope)
    if (refusal) {
      usage.refuse(row)
      throw refusal
    }
    return { actor: actorOf(row, member.limits), allowance: usage.spend(row, scope === 'search') }
  }
  return {
    hasher,
    enter,
    admit: async (request, reply, scope) => {
      const entry = await enter(keyCredentialsOf(request.headers.authorization), { address: request.ip, scope })
      const { limit, remaining, reset, isExceeded } = entry.allowance
      reply.headers({ 'ratelimit-limit': limit, 'ratelimit-remaining': remaining, 'ratelimit-reset': reset })
      if (isExceeded) throw new AppError('api_key.calls_exceeded', { retryAfter: reset })
      return entry.actor
    },
    forget: () => remembered.clear(),
    stop: usage.stop,
  }
}
