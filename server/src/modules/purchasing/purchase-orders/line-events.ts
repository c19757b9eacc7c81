import { formatMoney, formatQty } from '@artikul/contract/core/money'
import { SUPPLIER_LINE_STATES } from '@artikul/contract/purchasing/supplier-orders'
import { dayText } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import type { Writer } from '../../../platform/http/index.ts'
import type { AnsweredFields, AnsweredRow } from './answers/answers.queries.ts'

const MAX_CHARACTERS = 500

type Is = (field: keyof AnsweredFields) => boolean

function goodsNews(is: Is, row: AnsweredRow, after: AnsweredFields): string[] {
  const { confirmed_qty: qty, confirmed_kop: kop } = after
  const isPriced = is('confirmed_kop') && kop !== null && kop !== (row.confirmed_kop ?? row.purchase_kop)
  return [
    is('confirmed_qty') && qty !== null && qty !== row.qty ? `будет ${formatQty(qty)} из ${formatQty(row.qty)}` : '',
    isPriced ? `цена ${formatMoney(kop)} ₽` : '',
    is('promised_on') && after.promised_on !== null ? `придёт ${dayText(after.promised_on)}` : '',
    is('new_article') && after.new_article !== '' ? `новый номер ${after.new_article}` : '',
  ]
}

/** Describes the news of an answer for staff. */
export function newsOf(row: AnsweredRow, after: AnsweredFields): string {
  const is: Is = (field) => after[field] !== row[field]
  const news = [
    is('state') ? SUPPLIER_LINE_STATES[after.state].toLowerCase() : '',
    ...goodsNews(is, row, after),
    is('status_name') && after.status_name !== '' ? `статус «${after.status_name}»` : '',
    is('supplier_number') && after.supplier_number !== '' ? `№ ${after.supplier_number}` : '',
    is('reason') ? after.reason : '',
    is('not_applied') && after.not_applied !== '' ? `не применено: ${after.not_applied}` : '',
  ]
    .filter(Boolean)
    .join(', ')
  return news.charAt(0).toUpperCase() + news.slice(1)
}

/** Inserts events of lines at suppliers; empty ones are skipped. */
export async function insertEvents(
  db: Db,
  events: readonly { lineId: number; text: string }[],
  author: Writer | null,
  now: Date,
): Promise<void> {
  const nonEmptyEvents = events.filter(({ text }) => text !== '')
  if (nonEmptyEvents.length === 0) return
  await db
    .insertInto('supplier_line_events')
    .values(
      nonEmptyEvents.map(({ lineId, text }) => ({
        line_id: lineId,
        actor_id: author?.actorId ?? null,
        text: text.slice(0, MAX_CHARACTERS),
        created_at: now,
      })),
    )
    .execute()
}
