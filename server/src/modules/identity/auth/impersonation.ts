import { isContractorUser, type Role } from '@artikul/contract/core/roles'
import type { Transaction } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import type { AuthDeps, Caller } from './auth-deps.ts'
import * as queries from './auth.queries.ts'
import { endRunning, insertImpersonation, selectRunning } from './impersonation.queries.ts'
import { withRefreshToken, type LivingSession } from './refresh.ts'
import { hashOfToken, signImpersonationToken } from './tokens.ts'

export interface ImpersonationPair {
  impersonationToken: string
  refreshToken: string
}

const mayImpersonate = (roles: readonly Role[]) => roles.includes('ARTIKUL_ORDER_MANAGER')

async function requireOwnFactor(tx: Transaction<DB>, deps: AuthDeps, session: LivingSession) {
  if (deps.staffSecondFactor === 'optional') return
  const manager = await queries.selectUser(tx, session.userId)
  if (!manager?.totp_enabled_at) throw new AppError('auth.second_factor_required')
}

/** @throws AppError `not_found`, `impersonation.refused`, `impersonation.running`, `auth.second_factor_required` */
async function requireSubject(tx: Transaction<DB>, deps: AuthDeps, session: LivingSession, subjectId: number) {
  if (!mayImpersonate(session.roles)) throw new AppError('impersonation.refused')
  await requireOwnFactor(tx, deps, session)
  const subject = await queries.selectUser(tx, subjectId)
  if (!subject) throw new AppError('not_found', { detail: 'Пользователь не найден' })
  if (!subject.is_active || !isContractorUser(subject.roles)) throw new AppError('impersonation.refused')
  if (await selectRunning(tx, session.sessionId)) throw new AppError('impersonation.running')
  return subject
}

/**
 * Starts an impersonation; the manager is identified by their refresh cookie only. Requires an order manager and an
 * active client, one client at a time.
 * @throws AppError `auth.session_ended`, `not_found`, `impersonation.refused`, `impersonation.running`
 */
export const startImpersonation = (
  deps: AuthDeps,
  presented: string,
  subjectId: number,
  caller: Caller,
): Promise<ImpersonationPair> =>
  withRefreshToken(deps, presented, caller, async (tx, session) => {
    const now = deps.clock.now()
    const subject = await requireSubject(tx, deps, session, subjectId)
    const { sessionId, userId: managerId } = session
    const contractorId = subject.current_contractor_id
    const { id } = await insertImpersonation(tx, {
      session_id: sessionId,
      manager_id: managerId,
      subject_id: subjectId,
      contractor_id: contractorId,
      started_at: now,
    })
    const author = { ...caller, actorId: managerId, subjectId, contractorId }
    await recordEvent(tx, author, { event: 'impersonation.started', object: subject.full_name })
    return {
      impersonationToken: await signImpersonationToken(deps.keys, { id, sessionId, managerId, subjectId }, now),
      refreshToken: session.refreshToken,
    }
  })

/**
 * Extends the running impersonation of this session by ten minutes.
 * @throws AppError `auth.session_ended`, `impersonation.ended`
 */
export const refreshImpersonation = (deps: AuthDeps, presented: string, caller: Caller): Promise<ImpersonationPair> =>
  withRefreshToken(deps, presented, caller, async (tx, session) => {
    const running = await selectRunning(tx, session.sessionId)
    const subject = running && (await queries.selectUser(tx, running.subject_id))
    if (!running || !subject?.is_active || !mayImpersonate(session.roles)) throw new AppError('impersonation.ended')
    await requireOwnFactor(tx, deps, session)
    const { sessionId, userId: managerId } = session
    const work = { id: running.id, sessionId, managerId, subjectId: running.subject_id }
    return {
      impersonationToken: await signImpersonationToken(deps.keys, work, deps.clock.now()),
      refreshToken: session.refreshToken,
    }
  })

/** Ends the running impersonation of the cookie's session; repeated calls or an expired cookie are no error. */
export async function endImpersonation(deps: AuthDeps, presented: string, caller: Caller): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const token = await queries.selectRefreshTokenForUpdate(tx, hashOfToken(presented))
    if (!token) return
    const ended = await endRunning(tx, token.session_id, deps.clock.now())
    if (!ended) return
    const { subject_id: subjectId, contractor_id: contractorId } = ended
    const author = { ...caller, actorId: token.user_id, subjectId, contractorId }
    await recordEvent(tx, author, { event: 'impersonation.ended' })
  })
}
