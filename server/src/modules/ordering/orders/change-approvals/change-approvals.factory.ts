import type { Kysely } from 'kysely'
import type { DB } from '../../../../platform/db/index.ts'
import { changeLine } from './change-approval-terms.ts'
import { emailQuestions } from './approval-links.ts'

/** Raises the price of the order's first line and requests its buyer's approval. */
export async function buildChangeApproval(db: Kysely<DB>, orderId: number, managerId: number, now: Date) {
  const line = await db
    .selectFrom('order_lines')
    .select(['id', 'price_kop'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const author = { actorId: managerId, subjectId: managerId }
  const body = {
    price_kop: line.price_kop + 1000,
    reason: 'Поставщик поднял цену',
    answer_hours: 24,
    on_timeout: 'drop' as const,
  }
  await db.transaction().execute((tx) => changeLine(tx, { lineId: line.id, author, body, now }))
  return db
    .selectFrom('change_approvals')
    .select('id')
    .where('line_id', '=', line.id)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
}

/** Creates the secret of an emailed link with which the person answers about the order. */
export async function buildApprovalLink(db: Kysely<DB>, userId: number, orderId: number, now: Date): Promise<string> {
  const [question] = await db.transaction().execute((tx) => emailQuestions(tx, userId, orderId, now))
  return question?.path.split('/').at(-1) ?? ''
}
