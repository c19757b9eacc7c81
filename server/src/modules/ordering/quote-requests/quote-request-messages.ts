import type { AccessScope } from '../../../platform/access/index.ts'
import type { StaffRight } from '@artikul/contract/core/roles'
import type { RequestMessage } from '@artikul/contract/ordering/quote-requests'
import { isUnanswered } from '@artikul/contract/ordering/quote-request-states'
import type { Kysely, Transaction } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { selectMemberAddress, selectStaffAddress } from '../../../platform/mail/index.ts'
import { publishEvents } from '../../../platform/events/index.ts'
import { answerBy } from './answer-time.ts'
import type { RequestDeps } from './create-quote-request.ts'
import { newQuoteRequestMessageEmail } from './quote-request-emails.ts'
import { lockRequest, selectManagersOf, type RequestRecord } from './quote-requests.queries.ts'
import { countQuoteRequestMessages, insertQuoteRequestMessage, updateRequest } from './write-quote-requests.queries.ts'

const MAX_MESSAGES = 500

/** Participant of a request and the scope in which they can access it. */
export interface QuoteRequestParty {
  reader: AccessScope
  author: Author
  /** Actor's additional staff rights. */
  rights: readonly StaffRight[]
}

/** @throws AppError `not_found`, also for another company's request */
export async function requireRequest(tx: Db, reader: AccessScope, id: number): Promise<RequestRecord> {
  const request = await lockRequest(tx, reader, id)
  if (!request) throw new AppError('not_found', { detail: 'Запрос не найден' })
  return request
}

/**
 * Adds an entry to the conversation and history of a request.
 * @throws AppError `quote_request.message_limit_reached`
 */
export async function addQuoteRequestNote(
  tx: Db,
  { reader, author }: QuoteRequestParty,
  request: RequestRecord,
  { kind, text = '', at }: { kind: RequestMessage['kind']; text?: string; at: Date },
) {
  if ((await countQuoteRequestMessages(tx, request.id)) >= MAX_MESSAGES)
    throw new AppError('quote_request.message_limit_reached')
  const place = { request_id: request.id, contractor_id: request.contractor_id }
  await insertQuoteRequestMessage(tx, place, author, { kind, text, from_staff: reader === 'any', created_at: at })
}

/** Publishes to the other side; on the company's side, to the author of the request. */
export const publishQuoteRequest = (
  tx: Db,
  { reader, author }: QuoteRequestParty,
  { id, number, contractor_id, asker_id }: RequestRecord,
  kind: 'quote_request.answered' | 'quote_request.message' | 'quote_request.changed',
  now: Date,
) =>
  publishEvents(
    tx,
    [
      {
        kind,
        about: 'quote_request',
        aboutId: id,
        label: number,
        contractorId: contractor_id,
        personId: asker_id,
        tells: reader === 'any' ? 'client' : 'staff',
        author,
      },
    ],
    now,
  )

/** Selects the recipients: the client while they work for the company, or the manager who has taken the request. */
async function addressesOf(tx: Db, reader: AccessScope, request: RequestRecord, now: Date): Promise<string[]> {
  if (reader === 'any') {
    const asker = await selectMemberAddress(tx, request.asker_id, request.contractor_id)
    return asker ? [asker.email] : []
  }
  const manager = request.taken_by === null ? undefined : await selectStaffAddress(tx, request.taken_by)
  return manager ? [manager.email] : selectManagersOf(tx, request.contractor_id, now)
}

/**
 * Sends a message to the other side. Staff who write to a client take an unassigned request; a client who writes after
 * the answer or the end reopens it.
 * @throws AppError `not_found`, `quote_request.message_limit_reached`
 */
export async function postQuoteRequestMessage(
  tx: Transaction<DB>,
  deps: RequestDeps,
  party: QuoteRequestParty,
  id: number,
  text: string,
) {
  const now = deps.clock.now()
  const { reader, author } = party
  const request = await requireRequest(tx, reader, id)
  await addQuoteRequestNote(tx, party, request, { kind: 'message', text, at: now })
  if (reader === 'any') {
    const isStarted = request.state === 'answered' || request.state === 'in_work'
    await updateRequest(tx, id, {
      taken_by: request.taken_by ?? author.actorId,
      state: isStarted ? request.state : 'in_work',
    })
  } else if (!isUnanswered(request.state)) {
    const { daysOff } = await deps.readDirectory()
    await updateRequest(tx, id, { state: 'waiting', answer_by: answerBy(now, daysOff) })
  }
  await publishQuoteRequest(tx, party, request, 'quote_request.message', now)
  for (const email of await addressesOf(tx, reader, request, now))
    await deps.mailer.queue(tx, newQuoteRequestMessageEmail(deps.mailer, email, request))
}

/**
 * «Взять»: assigns the request to the manager, also in place of another one.
 * @throws AppError `not_found`, `quote_request.message_limit_reached`
 */
export async function assignQuoteRequest(db: Kysely<DB>, { clock }: RequestDeps, party: QuoteRequestParty, id: number) {
  await db.transaction().execute(async (tx) => {
    const request = await requireRequest(tx, party.reader, id)
    const state = request.state === 'waiting' ? 'in_work' : request.state
    if (request.taken_by === party.author.actorId && request.state === state) return
    await updateRequest(tx, id, { taken_by: party.author.actorId, state })
    await addQuoteRequestNote(tx, party, request, { kind: 'taken', at: clock.now() })
    await publishQuoteRequest(tx, party, request, 'quote_request.changed', clock.now())
  })
}

/** @throws AppError `not_found`, `quote_request.message_limit_reached` */
export async function closeQuoteRequest(db: Kysely<DB>, { clock }: RequestDeps, party: QuoteRequestParty, id: number) {
  await db.transaction().execute(async (tx) => {
    const request = await requireRequest(tx, party.reader, id)
    if (request.state === 'closed') return
    await updateRequest(tx, id, { state: 'closed' })
    await addQuoteRequestNote(tx, party, request, { kind: 'closed', at: clock.now() })
    await publishQuoteRequest(tx, party, request, 'quote_request.changed', clock.now())
  })
}
