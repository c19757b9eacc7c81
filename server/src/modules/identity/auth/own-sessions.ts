import Bowser from 'bowser'
import type { SessionItem } from '@artikul/contract/identity/profile'
import { AppError } from '../../../platform/errors.ts'
import type { Actor, Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import type { AuthDeps } from './auth-deps.ts'
import { endOwnSession, endSessionsOf, selectLivingSessions } from './auth.queries.ts'

/** Formats «Chrome, Windows», as far as the browser reveals it. */
function deviceOf(userAgent: string): string {
  if (userAgent === '') return 'Неизвестное устройство'
  const { browser, os } = Bowser.parse(userAgent)
  return [browser.name, os.name].filter(Boolean).join(', ') || 'Неизвестное устройство'
}

export async function listSessions({ db, clock }: AuthDeps, actor: Actor): Promise<SessionItem[]> {
  const rows = await selectLivingSessions(db, actor.userId, clock.now())
  return rows.map((row) => ({
    id: row.id,
    created_at: row.created_at.toISOString(),
    seen_at: row.seen_at.toISOString(),
    address: row.address,
    device: deviceOf(row.user_agent),
    is_current: row.id === actor.sessionId,
  }))
}

/** @throws AppError `not_found`, also for another user's session */
export const endSessionById = ({ db, clock }: AuthDeps, author: Author, sessionId: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!(await endOwnSession(tx, author.actorId, sessionId, clock.now())))
      throw new AppError('not_found', { detail: 'Сессия не найдена' })
    await recordEvent(tx, author, { event: 'session.ended' })
  })

export const endOtherSessions = ({ db, clock }: AuthDeps, author: Author, sessionId: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const ended = await endSessionsOf(tx, author.actorId, 'ended by the user', clock.now(), sessionId)
    if (ended.length > 0) await recordEvent(tx, author, { event: 'session.ended', object: `Сессий: ${ended.length}` })
    return ended.length
  })
