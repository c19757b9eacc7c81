import type { AccessScope } from '../../../platform/access/index.ts'
import type { StaffRight } from '@artikul/contract/core/roles'
import type { RequestMessage } from '@artikul/contract/ordering/requests'
import { isUnanswered } from '@artikul/contract/ordering/request-states'
import type { Kysely, Transaction } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { selectMemberAddress, selectStaffAddress } from '../../../platform/mail/index.ts'
import { tellOf } from '../../../platform/events/index.ts'
import { answerBy } from './answer-time.ts'
import type { RequestDeps } from './requests.create.ts'
import { newMessage } from './requests.letters.ts'
import { lockRequest, selectManagersOf, type RequestRecord } from './requests.queries.ts'
import { countMessages, insertMessage, updateRequest } from './requests.write.queries.ts'

const MOST_MESSAGES = 500

/** Who does something with a request, and as whom he may reach it. */
export interface Party {
  reader: AccessScope
  author: Author
  /** What the one at the keyboard may beside his role. */
  rights: readonly StaffRight[]
}

/** @throws AppError `not_found` for another company's too */
export async function requireRequest(tx: Db, reader: AccessScope, id: number): Promise<RequestRecord> {
  const request = await lockRequest(tx, reader, id)
  if (!request) throw new AppError('not_found', { detail: 'Запрос не найден' })
  return request
}

/**
 * Adds to what was said and done in a request.
 * @throws AppError `request.messages_full`
 */
export async function note(
  tx: Db,
  { reader, author }: Party,
  request: RequestRecord,
  { kind, text = '', at }: { kind: RequestMessage['kind']; text?: string; at: Date },
) {
  if ((await countMessages(tx, request.id)) >= MOST_MESSAGES) throw new AppError('request.messages_full')
  const place = { request_id: request.id, contractor_id: request.contractor_id }
  await insertMessage(tx, place, author, { kind, text, from_staff: reader === 'any', created_at: at })
}

/** The other side is told: of the company, whoever has asked. */
export const tellOfRequest = (
  tx: Db,
  { reader, author }: Party,
  { id, number, contractor_id, asker_id }: RequestRecord,
  kind: 'request.answered' | 'request.message' | 'request.changed',
  now: Date,
) =>
  tellOf(
    tx,
    [
      {
        kind,
        about: 'request',
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

/** A client is told at his address while he works for the company; staff, whoever has taken the request. */
async function addressesOf(tx: Db, reader: AccessScope, request: RequestRecord, now: Date): Promise<string[]> {
  if (reader === 'any') {
    const asker = await selectMemberAddress(tx, request.asker_id, request.contractor_id)
    return asker ? [asker.email] : []
  }
  const manager = request.taken_by === null ? undefined : await selectStaffAddress(tx, request.taken_by)
  return manager ? [manager.email] : selectManagersOf(tx, request.contractor_id, now)
}

/**
 * A message to the other side. Staff who write to a client take the request if nobody has; a client who writes after
 * the answer, or after the end, asks again.
 * @throws AppError `not_found`, `request.messages_full`
 */
export async function say(tx: Transaction<DB>, deps: RequestDeps, party: Party, id: number, text: string) {
  const now = deps.clock.now()
  const { reader, author } = party
  const request = await requireRequest(tx, reader, id)
  await note(tx, party, request, { kind: 'message', text, at: now })
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
  await tellOfRequest(tx, party, request, 'request.message', now)
  for (const email of await addressesOf(tx, reader, request, now))
    await deps.mailer.queue(tx, newMessage(deps.mailer, email, request))
}

/**
 * «Взять»: from now on the manager answers, also in place of another.
 * @throws AppError `not_found`, `request.messages_full`
 */
export async function take(db: Kysely<DB>, { clock }: RequestDeps, party: Party, id: number) {
  await db.transaction().execute(async (tx) => {
    const request = await requireRequest(tx, party.reader, id)
    const state = request.state === 'waiting' ? 'in_work' : request.state
    if (request.taken_by === party.author.actorId && request.state === state) return
    await updateRequest(tx, id, { taken_by: party.author.actorId, state })
    await note(tx, party, request, { kind: 'taken', at: clock.now() })
    await tellOfRequest(tx, party, request, 'request.changed', clock.now())
  })
}

/** @throws AppError `not_found`, `request.messages_full` */
export async function close(db: Kysely<DB>, { clock }: RequestDeps, party: Party, id: number) {
  await db.transaction().execute(async (tx) => {
    const request = await requireRequest(tx, party.reader, id)
    if (request.state === 'closed') return
    await updateRequest(tx, id, { state: 'closed' })
    await note(tx, party, request, { kind: 'closed', at: clock.now() })
    await tellOfRequest(tx, party, request, 'request.changed', clock.now())
  })
}
