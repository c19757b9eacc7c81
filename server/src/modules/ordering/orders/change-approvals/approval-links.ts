import { WITHOUT_ANSWER, type Answer, type ChangeApproval } from '@artikul/contract/ordering/orders/change-approvals'
import type { Kysely } from 'kysely'
import { moscowMoment } from '../../../../platform/clock.ts'
import type { Db, DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import {
  hashOfLink,
  networkOf,
  newLinkSecret,
  recordFailure,
  requirePatience,
  type Attempt,
} from '../../../identity/index.ts'
import { answerChangeApproval } from './change-approvals.ts'
import * as queries from './approval-links.queries.ts'
import { selectChangeApproval, selectOpenOfOrder } from './change-approvals.queries.ts'
import { changeLines, presentChangeApproval } from './approval-texts.ts'

interface Asking {
  token: string
  address: string
  now: Date
}

/** Attempts are limited by network address, so that guessing does not affect other users. */
const attemptsOf = (address: string): Attempt[] => [{ kind: 'decision at address', of: networkOf(address) }]

/** @throws AppError `change_approval.link_expired`, `auth.too_many_attempts` */
async function requireAnswerer(db: Db, { token, address, now }: Asking) {
  await requirePatience(db, attemptsOf(address), now)
  const answerer = await queries.selectAnswerer(db, hashOfLink(token))
  if (answerer) return answerer
  await recordFailure(db, attemptsOf(address), now)
  throw new AppError('change_approval.link_expired')
}

/** Reads the change approval behind an emailed link, or its outcome. */
export async function readLink(db: Db, asking: Asking): Promise<ChangeApproval> {
  const { change_approval_id: id, sees_prices: seesPrices } = await requireAnswerer(db, asking)
  const row = await selectChangeApproval(db, 'any', id)
  if (!row) throw new AppError('change_approval.link_expired')
  const decision = presentChangeApproval(row)
  if (seesPrices) return decision
  return {
    ...decision,
    before: { ...decision.before, price_kop: null },
    after: { ...decision.after, price_kop: null },
  }
}

/** @throws AppError also `change_approval.invalid_state` with the author and content of the earlier answer */
export async function answerLink(db: Kysely<DB>, asking: Asking & { answer: Answer }) {
  const { change_approval_id: id, user_id: userId } = await requireAnswerer(db, asking)
  const author = { actorId: userId, subjectId: userId }
  const { answer, now } = asking
  const answering = { id, reader: 'any' as const, author, answer, from: 'по ссылке из письма', now }
  await db.transaction().execute((tx) => answerChangeApproval(tx, answering))
}

/** Change approval in an email; its link is created for that email only. */
export interface EmailQuestion {
  title: string
  lines: string[]
  path: string
}

/** Creates a link for each open approval of the order that the person may answer. */
export async function emailQuestions(tx: Db, userId: number, orderId: number, now: Date): Promise<EmailQuestion[]> {
  const answerable = new Map(
    (await queries.selectAnswerable(tx, userId, orderId, now)).map((row) => [row.id, row.sees_prices]),
  )
  if (answerable.size === 0) return []
  const rows = (await selectOpenOfOrder(tx, orderId)).filter(({ id }) => answerable.has(id))
  const questions = rows.map((row) => ({ row, token: newLinkSecret() }))
  await queries.insertLinks(
    tx,
    questions.map(({ row, token }) => ({
      token_hash: hashOfLink(token),
      change_approval_id: row.id,
      user_id: userId,
      created_at: now,
    })),
  )
  return questions.map(({ row, token }) => ({
    title: `${row.old_brand} ${row.old_article}, ${row.name}`,
    lines: [
      ...changeLines(row, answerable.get(row.id) ?? false),
      ...(row.reason === '' ? [] : [row.reason]),
      `Ответьте до ${moscowMoment(row.due_at)} (МСК). Без ответа ${WITHOUT_ANSWER[row.on_timeout]}.`,
    ],
    path: `/decision/${token}`,
  }))
}
