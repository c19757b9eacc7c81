import { brokenConstraint } from './db/broken-constraint.ts'
import { AppError } from './errors.ts'
import type { Writer } from './http/index.ts'

/** «Отменить» is shown for 10 s; the rest is for a slow network. */
const UNDO_MS = 15_000

/**
 * Requires that the person undoes an own act in time.
 * @throws AppError `undo.not_yours`, `undo.expired`
 */
export function requireUndoable(
  act: { actorId: number | null; at: Date },
  { actorId }: Pick<Writer, 'actorId'>,
  now: Date,
) {
  if (act.actorId !== actorId) throw new AppError('undo.not_yours')
  if (now.getTime() - act.at.getTime() > UNDO_MS) throw new AppError('undo.expired')
}

/** Translates a violated constraint: what the act needs is taken or gone since. */
export function rethrowUndoConflict(error: unknown): never {
  if (brokenConstraint(error) === null) throw error
  throw new AppError('undo.conflict')
}
