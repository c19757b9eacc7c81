import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { isDataError } from './data-error.ts'
import type { Node } from './sessions.queries.ts'

/** Reason why something of 1C waits for a person, in words. */
export class Waits extends Error {}

/** Reason in words for what a module refuses; null for an error that is no refusal. */
export const waitReason = (error: unknown): string | null => {
  if (error instanceof Waits) return error.message
  if (isDataError(error)) return 'В документе есть значение, которое портал не может записать'
  if (error instanceof AppError) return error.details.detail ?? error.details.errors?.[0]?.message ?? error.message
  return null
}

/** Acts for the person who connected the node. */
export const authorOfNode = (node: Pick<Node, 'actor_id' | 'subject_id'>): Author => ({
  actorId: node.actor_id,
  subjectId: node.subject_id,
  contractorId: null,
  address: '',
  requestId: '',
})
