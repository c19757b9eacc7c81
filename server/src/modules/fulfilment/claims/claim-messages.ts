import type { AccessScope } from '../../../platform/access/index.ts'
import { stateAfter, type ClaimAct } from '@artikul/contract/fulfilment/claim-rules'
import type { ClaimState } from '@artikul/contract/fulfilment/claim-states'
import type { ClaimMessage } from '@artikul/contract/fulfilment/claims'
import type { Transaction } from 'kysely'
import { moscowDate } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { isOnBehalf, type Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { selectMemberAddress, selectStaffAddress } from '../../../platform/mail/index.ts'
import { addWorkingDays } from '../../pricing/index.ts'
import type { ClaimDeps } from './create-claim.ts'
import { newClaimMessageEmail, question } from './claim-emails.ts'
import { lockClaim, selectHandlers, type ClaimRecord } from './claims.queries.ts'
import { publishClaim } from './publish-claims.ts'
import {
  attachClaimFiles,
  countClaimMessages,
  insertClaimMessage,
  releaseLines,
  updateClaim,
} from './write-claims.queries.ts'

const MAX_MESSAGES = 500
/** Message limit beyond which questions, answers and assignments are still possible; decisions are always recorded. */
const ROOM = 200

function maxMessages(kind: ClaimMessage['kind'], state: ClaimState): number {
  if (kind === 'message') return state === 'question' ? MAX_MESSAGES + ROOM : MAX_MESSAGES
  return kind === 'asked' || kind === 'taken' ? MAX_MESSAGES + ROOM : Infinity
}

/** Working days for the decision after the client has answered a question. */
const AFTER_ANSWER_DAYS = 3

/** Participant of a claim and the scope in which they can access it. */
export interface ClaimParty {
  reader: AccessScope
  author: Author
}

export interface ClaimMessageInput {
  text: string
  file_ids: readonly number[]
}

/**
 * Locks the claim and requires that the action is possible now.
 * @param version version shown to the person; undefined for a message
 * @returns the new state
 * @throws AppError `not_found`, also for another company's claim, `stale`, `claim.invalid_state`
 */
export async function begin(
  tx: Db,
  { reader }: ClaimParty,
  { id, version }: { id: number; version?: number },
  act: ClaimAct | null,
): Promise<{ claim: ClaimRecord; to: ClaimState }> {
  const claim = await lockClaim(tx, reader, id)
  if (!claim) throw new AppError('not_found', { detail: 'Обращение не найдено' })
  if (version !== undefined && version !== claim.version) throw new AppError('stale')
  const to = act === null ? claim.state : stateAfter(act, reader === 'any' ? 'staff' : 'client', claim.state)
  if (to === null) throw new AppError('claim.invalid_state')
  return { claim, to }
}

/**
 * Adds an entry to the conversation and history, with its files.
 * @throws AppError `claim.message_limit_reached`, `input.invalid`
 */
export async function addClaimNote(
  tx: Db,
  { reader, author }: ClaimParty,
  claim: ClaimRecord,
  { kind, at, text = '', file_ids: ids = [] }: { kind: ClaimMessage['kind']; at: Date } & Partial<ClaimMessageInput>,
) {
  if ((await countClaimMessages(tx, claim.id)) >= maxMessages(kind, claim.state))
    throw new AppError('claim.message_limit_reached')
  const place = { claim_id: claim.id, contractor_id: claim.contractor_id }
  const message = await insertClaimMessage(tx, place, author, {
    kind,
    text,
    from_staff: reader === 'any',
    created_at: at,
  })
  await publishClaim(tx, { isStaff: reader === 'any', author }, claim, { kind, at })
  if (ids.length === 0) return
  const files = { userId: author.actorId, messageId: message.id, from: claim.id }
  if ((await attachClaimFiles(tx, place, files, ids)) < new Set(ids).size)
    throw new AppError('input.invalid', {
      errors: [{ path: 'file_ids', message: 'Файл не найден: приложите его снова' }],
    })
}

/** Emails the client while they work for the company. */
export async function emailClient(
  tx: Db,
  deps: ClaimDeps,
  claim: ClaimRecord,
  letterTo: (email: string) => Parameters<ClaimDeps['mailer']['queue']>[1],
) {
  const asker = await selectMemberAddress(tx, claim.asker_id, claim.contractor_id)
  if (asker?.email) await deps.mailer.queue(tx, letterTo(asker.email))
}

async function emailStaff(tx: Db, { mailer }: ClaimDeps, claim: ClaimRecord) {
  const handler = claim.taken_by === null ? undefined : await selectStaffAddress(tx, claim.taken_by)
  for (const email of handler?.email ? [handler.email] : await selectHandlers(tx))
    await mailer.queue(tx, newClaimMessageEmail(mailer, email, claim))
}

/**
 * Sends a message to the other side; a message of the client answers an open question.
 * @throws AppError `not_found`, `claim.message_limit_reached`, `input.invalid`
 */
export async function postClaimMessage(
  tx: Transaction<DB>,
  deps: ClaimDeps,
  party: ClaimParty,
  id: number,
  words: ClaimMessageInput,
) {
  const now = deps.clock.now()
  const { claim } = await begin(tx, party, { id }, null)
  await addClaimNote(tx, party, claim, { kind: 'message', at: now, ...words })
  if (party.reader === 'any') {
    await emailClient(tx, deps, claim, (email) => newClaimMessageEmail(deps.mailer, email, claim))
    return
  }
  const to = stateAfter('answer', 'client', claim.state)
  if (to !== null) {
    const { daysOff } = await deps.readDirectory()
    const soonest = addWorkingDays(moscowDate(now), AFTER_ANSWER_DAYS, daysOff)
    const answer_by = soonest > claim.answer_by ? soonest : claim.answer_by
    await updateClaim(tx, id, { state: to, answer_by })
  }
  await emailStaff(tx, deps, claim)
}

interface At {
  id: number
  version: number
}

/** @throws AppError `not_found`, `stale`, `claim.invalid_state` */
export async function assignClaim(tx: Transaction<DB>, { clock }: ClaimDeps, party: ClaimParty, at: At) {
  const { claim, to } = await begin(tx, party, at, 'assign')
  if (claim.taken_by !== party.author.actorId) await addClaimNote(tx, party, claim, { kind: 'taken', at: clock.now() })
  return updateClaim(tx, claim.id, { taken_by: party.author.actorId, state: to })
}

/** @throws AppError `not_found`, `stale`, `claim.invalid_state`, `input.invalid` */
export async function requestClaimDetails(
  tx: Transaction<DB>,
  deps: ClaimDeps,
  party: ClaimParty,
  { text, file_ids, ...at }: At & ClaimMessageInput,
) {
  const { claim, to } = await begin(tx, party, at, 'requestDetails')
  await addClaimNote(tx, party, claim, { kind: 'asked', at: deps.clock.now(), text, file_ids })
  await emailClient(tx, deps, claim, (email) => question(deps.mailer, email, { ...claim, text }))
  return updateClaim(tx, claim.id, { taken_by: claim.taken_by ?? party.author.actorId, state: to })
}

/** @throws AppError `not_found`, `stale`, `claim.invalid_state` */
export async function withdraw(tx: Transaction<DB>, deps: ClaimDeps, party: ClaimParty, at: At) {
  const now = deps.clock.now()
  const { claim, to } = await begin(tx, party, at, 'withdraw')
  await releaseLines(tx, claim.id)
  await addClaimNote(tx, party, claim, { kind: 'withdrawn', at: now })
  if (isOnBehalf(party.author))
    await recordEvent(tx, party.author, {
      event: 'claim.withdrawn_on_behalf',
      contractorId: claim.contractor_id,
      object: `Обращение ${claim.number}`,
    })
  return updateClaim(tx, claim.id, { state: to, ended_at: now, disputed_kop: 0 })
}
