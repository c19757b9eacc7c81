import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { ownsConsignee } from '../../companies/index.ts'
import { selectForRepeat, type RepeatableOrder } from '../orders/index.ts'
import { createList, type ListCaller, type ListDeps } from './bulk-orders.ts'

const HEADER = ['Производитель', 'Артикул', 'Наименование', 'Количество', 'Пометка']

/** Line of an order to repeat. */
export type WantedLine = RepeatableOrder['lines'][number]

/** Formats the lines as rows that a buyer could have pasted from a table. */
export const asTable = ({ lines }: { lines: readonly WantedLine[] }) =>
  [HEADER, ...lines.map((line) => [line.brand, line.article, line.name, String(line.qty), line.client_ref])]
    .map((cells) => cells.map((cell) => cell.replace(/\s+/g, ' ')).join('\t'))
    .join('\n')

/**
 * Repeats the order as a list at today's prices, with replacements for goods that are gone.
 * @throws AppError `not_found`, also for another company's order
 */
export async function repeatOrder(db: Kysely<DB>, deps: ListDeps, caller: ListCaller, orderId: number) {
  const order = caller.member && (await selectForRepeat(db, caller.member, orderId))
  if (!order || !caller.member) throw new AppError('not_found', { detail: 'Заказ не найден' })
  const isStillOwn = await ownsConsignee(db, caller.member, order.consignee_id)
  return createList(db, deps, caller, {
    content: Buffer.from(asTable(order)),
    isPasted: true,
    name: `Повтор заказа № ${order.number}`,
    consigneeId: isStillOwn ? order.consignee_id : null,
  })
}
