import { toThousandths } from '@artikul/contract/core/money'
import { counted, plural } from '@artikul/contract/core/plural'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { PlannedDocument } from './plan-shipments.ts'
import { selectOpenLines, type OpenLine } from './ship.queries.ts'

/** Order that its buyer wants shipped whole, with the lines that the shipments would leave behind. */
export interface IncompleteOrder {
  number: string
  /** «Покупатель просил отгружать заказ целиком: не готовы 2 строки» */
  text: string
}

function incompleteText(lines: readonly OpenLine[], shipped: ReadonlyMap<number, number>): string | null {
  const coming = lines.filter((line) => line.is_coming).length
  const left = lines.filter(
    ({ line_id, ready_qty, is_coming }) =>
      !is_coming && toThousandths(ready_qty) > toThousandths(shipped.get(line_id) ?? 0),
  ).length
  const rows = (count: number) => counted(count, 'строка', 'строки', 'строк')
  const why = [
    coming > 0 && `${plural(coming, 'не готова', 'не готовы', 'не готовы')} ${rows(coming)}`,
    left > 0 &&
      `${plural(left, 'не полностью отгружается', 'не полностью отгружаются', 'не полностью отгружаются')} ${rows(left)}`,
  ].filter((one) => one !== false)
  return why.length === 0 ? null : `Покупатель просил отгружать заказ целиком: ${why.join(', ')}`
}

/** Finds the orders of the shipments that would be shipped in part although their buyer wants them whole, by id. */
export async function findIncompleteOrders(
  db: Db,
  plans: readonly PlannedDocument[],
): Promise<ReadonlyMap<number, IncompleteOrder>> {
  const planned = plans.flatMap(({ lines }) => lines).filter(({ line }) => line.ship_complete)
  const numbers = new Map(planned.map(({ line }) => [line.order_id, line.order_number]))
  if (numbers.size === 0) return new Map()
  const shipped = new Map(planned.map(({ line, qty }) => [line.line_id, qty]))
  const open = Map.groupBy(await selectOpenLines(db, [...numbers.keys()]), (line) => line.order_id)
  const found = new Map<number, IncompleteOrder>()
  for (const [id, number] of numbers) {
    const text = incompleteText(open.get(id) ?? [], shipped)
    if (text !== null) found.set(id, { number, text })
  }
  return found
}

/**
 * Requires that every order is shipped as its buyer wants it.
 * @throws AppError `shipment.order_incomplete` with every order
 */
export function requireComplete(incomplete: ReadonlyMap<number, IncompleteOrder>) {
  if (incomplete.size === 0) return
  const texts = [...incomplete.values()].map(({ number, text }) => `Заказ № ${number}. ${text}`)
  throw new AppError('shipment.order_incomplete', { detail: texts.join('. ') })
}
