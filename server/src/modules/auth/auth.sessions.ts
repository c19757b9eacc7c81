import { LRUCache } from 'lru-cache'
import type { Actor, Authenticate } from '../../platform/http/index.ts'
import { selectActor } from './auth.queries.ts'
import type { AuthDeps } from './auth.service.ts'
import { readAccessToken } from './tokens.ts'

/** A revoked session, a changed role or company is felt at the latest after this time on every node. */
const MEMORY_MS = 1000

export interface Sessions {
  authenticate: Authenticate
  /** Forgets what this node remembers: its own changes are felt at once. */
  forget: () => void
}

/** Finds the actor of an access token; the answer is remembered for a second. */
export function createSessions(deps: AuthDeps): Sessions {
  const remembered = new LRUCache<string, Actor>({ max: 10_000, ttl: MEMORY_MS })
  const authenticate: Authenticate = async (token, fresh) => {
    const known = fresh ? undefined : remembered.get(token)
    if (known) return known
    const now = deps.clock.now()
    const sessionId = await readAccessToken(deps.keys, token, now)
    if (sessionId === null) return null
    const row = await selectActor(deps.db, sessionId, now)
    if (!row) return null
    const actor: Actor = {
      userId: row.id,
      subjectId: row.id,
      sessionId,
      roles: row.roles,
      contractorId: row.contractor_id,
      impersonationId: null,
      limits: null,
      mustSetSecondFactor: false,
    }
    remembered.set(token, actor)
    return actor
  }
  return { authenticate, forget: () => remembered.clear() }
}
