import { formatMoney } from '@artikul/contract/core/money'
import type { Db } from '../../../platform/db/index.ts'
import type { Author } from '../../../platform/http/index.ts'
import { publishEvents } from '../../../platform/events/index.ts'
import type { PostedRow } from './write-payments.queries.ts'

/** Publishes received payments to their buyer. */
export const publishPostings = (tx: Db, author: Author, posted: readonly PostedRow[], now: Date) =>
  publishEvents(
    tx,
    posted.map(({ id, number, contractor_id: contractorId, sum_kop: sum }) => ({
      kind: 'payment.received',
      about: 'payment',
      aboutId: id,
      label: `${formatMoney(sum)} ₽, № ${number}`,
      contractorId,
      author,
    })),
    now,
  )

/** Publishes a reversal to open pages only, without a notification. */
export const publishUndoing = (
  tx: Db,
  author: Author,
  undone: readonly { undoes_id: number; number: string; contractor_id: number }[],
  now: Date,
) =>
  publishEvents(
    tx,
    undone.map(({ undoes_id: id, number, contractor_id: contractorId }) => ({
      kind: 'payment.changed',
      about: 'payment',
      aboutId: id,
      label: `№ ${number}`,
      contractorId,
      author,
    })),
    now,
  )
