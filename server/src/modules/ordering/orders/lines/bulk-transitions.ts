import type {
  BulkTransition,
  BulkTransitionPlan,
  BulkTargetState,
} from '@artikul/contract/ordering/orders/bulk-transitions'
import { isStepBack, mayMove } from '@artikul/contract/ordering/orders/line-transitions'
import { lineSumKop, toThousandths } from '@artikul/contract/core/money'
import { isDropped, type LineState } from '@artikul/contract/ordering/orders/orders'
import type { Transaction } from 'kysely'
import type { Db, DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Writer } from '../../../../platform/http/index.ts'
import { selectBulkParts, type BulkPart } from './bulk-transitions.queries.ts'
import { lockOrdersOf } from './line-transitions.queries.ts'
import { moveLines } from './line-transitions.ts'

const WAITS_FOR_MONEY: readonly LineState[] = ['awaiting_payment', 'on_hold']

/** Explains why a part cannot be moved; null when it can. */
function whyStays({ state, shipment_line_id, is_supplied, is_asked }: BulkPart, to: BulkTargetState): string | null {
  if (shipment_line_id !== null) return 'Уже в отгрузке'
  if (state === to) return 'Уже в этом статусе'
  if (is_supplied) return 'Уходит по обращению'
  if (state === 'needs_confirm' && is_asked) return 'Клиент ещё не ответил'
  if (WAITS_FOR_MONEY.includes(state) && !isDropped(to)) return 'Заказ ждёт оплаты или разблокировки'
  return mayMove('staff', state, to) ? null : 'Из этого статуса перехода нет'
}

const livingSum = (parts: readonly BulkPart[], stateOf: (part: BulkPart) => LineState) => {
  const living = parts.filter((part) => !isDropped(stateOf(part)))
  const [first] = living
  return first === undefined
    ? 0
    : lineSumKop(
        first.price_kop,
        living.reduce((qty, part) => qty + toThousandths(part.qty), 0),
      )
}

const countOf = <T>(rows: readonly T[], pick: (row: T) => unknown) => new Set(rows.map(pick)).size

function planOf(parts: readonly BulkPart[], to: BulkTargetState): BulkTransitionPlan {
  const going = new Set(parts.filter((part) => whyStays(part, to) === null))
  const led = [...going]
  const lines = [...Map.groupBy(parts, ({ line_id }) => line_id).values()]
  const before = ({ state }: BulkPart) => state
  const after = (part: BulkPart) => (going.has(part) ? to : part.state)
  return {
    moves: led.map(({ line_id, state, qty }) => ({ line_id, from: state, qty })),
    lines_count: countOf(led, ({ line_id }) => line_id),
    orders_count: countOf(led, ({ order_id }) => order_id),
    companies_count: countOf(led, ({ contractor_id }) => contractor_id),
    from: [...Map.groupBy(led, before)].map(([state, own]) => ({ state, lines_count: own.length })),
    total_change_kop: lines.reduce((sum, own) => sum + livingSum(own, after) - livingSum(own, before), 0),
    freed_count: isDropped(to)
      ? countOf(
          led.filter(({ is_own, state }) => is_own && !isDropped(state)),
          ({ line_id }) => line_id,
        )
      : 0,
    needs_reason: led.length > 0 && (isDropped(to) || led.some(({ state }) => isStepBack(state, to))),
    left: lines.flatMap((own) => {
      const [part] = own
      if (!part || own.some((one) => going.has(one))) return []
      const { line_id, order_id, order_number, brand, article } = part
      return [{ line_id, order_id, order_number, brand, article, why: whyStays(part, to) ?? '' }]
    }),
  }
}

/** Previews a move of the lines into a state. Lines that do not exist are skipped. */
export const previewBulkTransition = async (
  db: Db,
  lineIds: readonly number[],
  to: BulkTargetState,
): Promise<BulkTransitionPlan> => planOf(await selectBulkParts(db, lineIds), to)

const nameOf = ({ line_id, from, qty }: BulkTransitionPlan['moves'][number]) =>
  `${line_id} ${from} ${toThousandths(qty)}`

/**
 * Moves the lines as previewed, all or none.
 * @returns the number of lines
 * @throws AppError `order.line_changed` when the lines have changed since the preview, `input.invalid` for a missing
 * reason, plus every refusal of moving
 */
export async function bulkTransition(
  tx: Transaction<DB>,
  author: Writer,
  input: BulkTransition,
  now: Date,
): Promise<number> {
  const { to, reason, moves } = input
  const lineIds = [...new Set(moves.map(({ line_id }) => line_id))]
  await lockOrdersOf(tx, lineIds)
  const plan = await previewBulkTransition(tx, lineIds, to)
  const shown = new Set(moves.map(nameOf))
  if (shown.size !== plan.moves.length || !plan.moves.every((move) => shown.has(nameOf(move))))
    throw new AppError('order.line_changed', {
      detail: 'Пока вы смотрели, строки изменились. Посмотрите, что выйдет теперь',
    })
  if (plan.needs_reason && reason === '')
    throw new AppError('input.invalid', {
      errors: [{ path: 'reason', message: 'Укажите причину: её увидит покупатель' }],
    })
  await moveLines(
    tx,
    { mover: 'staff', author },
    plan.moves.map(({ line_id: lineId, from, qty }) => ({ lineId, from, to, qty, ...(reason && { reason }) })),
    now,
  )
  return plan.lines_count
}
