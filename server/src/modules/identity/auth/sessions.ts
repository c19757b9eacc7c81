import { isStaff } from '@artikul/contract/core/roles'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../../platform/db/index.ts'
import type { Actor, Authenticate } from '../../../platform/http/index.ts'
import type { AuthDeps } from './auth-deps.ts'
import {
  selectImpersonatedActor,
  selectMember,
  selectSessionActor,
  selectSessionActors,
  type ActorRow,
} from './auth.queries.ts'
import { readToken, type ReadToken } from './tokens.ts'

/** Cache lifetime: a revoked session or a changed role or company takes effect on every server within this time. */
const MEMORY_MS = 900

export interface Sessions {
  authenticate: Authenticate
  /** Reads the current actors, bypassing the cache; null when the session or the impersonation has ended. */
  readActors: (actors: readonly Actor[]) => Promise<(Actor | null)[]>
  /** Clears this server's cache, so that its own changes take effect immediately. */
  forget: () => void
}

const UNLIMITED = {
  seesPrices: true,
  seesSettlements: true,
  mayPlace: true,
  orderLimitKop: null,
  monthLimitKop: null,
  consigneeIds: null,
} as const

/**
 * Determines the limits: employees have those set by their admin, everybody of a company awaiting approval has that
 * restriction, admins have none.
 */
function limitsOf(row: Omit<ActorRow, 'id' | 'session_id' | 'rights' | 'has_second_factor'>): Actor['limits'] {
  if (row.contractor_id === null) return null
  const isLetIn = row.company_status === 'active'
  if (!row.roles.includes('CONTRACTOR_USER'))
    return isLetIn ? null : { ...UNLIMITED, seesPrices: false, seesSettlements: false }
  return {
    seesPrices: isLetIn && (row.sees_prices ?? true),
    seesSettlements: isLetIn && (row.sees_settlements ?? true),
    mayPlace: row.may_place ?? true,
    orderLimitKop: row.order_limit_kop,
    monthLimitKop: row.month_limit_kop,
    consigneeIds: row.consignee_ids,
  }
}

/**
 * Reads what a person may do in one of his companies, for programs that act for him.
 * @returns null limits for unlimited members; null for a person who is blocked or no longer a member
 */
export async function readMember(db: Db, userId: number, contractorId: number): Promise<Pick<Actor, 'limits'> | null> {
  const row = await selectMember(db, userId, contractorId)
  return row ? { limits: limitsOf(row) } : null
}

async function findActor(
  deps: AuthDeps,
  { sessionId, impersonationId }: Pick<ReadToken, 'sessionId' | 'impersonationId'>,
  now: Date,
): Promise<Actor | null> {
  if (impersonationId !== null) {
    const row = await selectImpersonatedActor(deps.db, sessionId, impersonationId, now)
    const hasRight = row && (deps.staffSecondFactor === 'optional' || row.manager_has_second_factor)
    return hasRight
      ? {
          userId: row.manager_id,
          subjectId: row.id,
          sessionId,
          impersonationId,
          roles: row.roles,
          rights: [],
          contractorId: row.contractor_id,
          limits: limitsOf(row),
          mustSetSecondFactor: false,
        }
      : null
  }
  const row = await selectSessionActor(deps.db, sessionId, now)
  return row ? actorOf(deps, row) : null
}

const actorOf = (deps: AuthDeps, row: ActorRow): Actor => ({
  userId: row.id,
  subjectId: row.id,
  sessionId: row.session_id,
  impersonationId: null,
  roles: row.roles,
  rights: row.rights,
  contractorId: row.contractor_id,
  limits: limitsOf(row),
  mustSetSecondFactor: deps.staffSecondFactor === 'required' && isStaff(row.roles) && !row.has_second_factor,
})

/** Reads directly signed-in users with one query, impersonations one by one, because they are few. */
async function readActors(deps: AuthDeps, actors: readonly Actor[]): Promise<(Actor | null)[]> {
  const now = deps.clock.now()
  const ids = actors.flatMap(({ impersonationId, sessionId }) => (impersonationId === null ? [sessionId] : []))
  const rows = ids.length > 0 ? await selectSessionActors(deps.db, [...new Set(ids)], now) : []
  const known = new Map(rows.map((row) => [row.session_id, actorOf(deps, row)]))
  return Promise.all(
    actors.map(async ({ sessionId, impersonationId }) =>
      impersonationId === null ? (known.get(sessionId) ?? null) : findActor(deps, { sessionId, impersonationId }, now),
    ),
  )
}

/** Finds the actor of an access token and caches it for a second. */
export function createSessions(deps: AuthDeps): Sessions {
  const remembered = new LRUCache<string, { actor: Actor; expiresAt: number }>({ max: 10_000, ttl: MEMORY_MS })
  const authenticate: Authenticate = async (token, fresh) => {
    const now = deps.clock.now()
    const known = fresh ? undefined : remembered.get(token)
    if (known && known.expiresAt > now.getTime()) return known.actor
    const read = await readToken(deps.keys, token, now)
    const actor = read && (await findActor(deps, read, now))
    if (actor) remembered.set(token, { actor, expiresAt: read.expiresAt })
    return actor
  }
  return { authenticate, readActors: (actors) => readActors(deps, actors), forget: () => remembered.clear() }
}
