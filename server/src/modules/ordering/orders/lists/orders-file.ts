import { seesPrices, type AccessScope } from '../../../../platform/access/index.ts'
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { formatQty } from '@artikul/contract/core/money'
import { MAX_LISTED_ORDERS, type OrderLineItem } from '@artikul/contract/ordering/orders/order-lists'
import { MAX_MERGED_ROWS } from '@artikul/contract/ordering/orders/order-scope'
import type { LinkedLine } from '@artikul/contract/ordering/orders/linked-line'
import { LINE_STATES, ORDER_STATUSES, type OrderItem } from '@artikul/contract/ordering/orders/orders'
import { unitText } from '@artikul/contract/core/units'
import { dayText } from '../../../../platform/clock.ts'
import { xlsxStream, type Column, type Row } from '../../../../platform/table-file/index.ts'

type FileColumn<T> = Column & { of: (item: T) => string | number; isPrice?: true; isOfSeveral?: true }

const ORDER_COLUMNS: readonly FileColumn<OrderItem>[] = [
  { title: 'Номер', kind: 'text', width: 14, of: ({ number }) => number },
  { title: 'Дата', kind: 'moment', width: 18, of: ({ created_at: at }) => at },
  { title: 'Статус', kind: 'text', width: 22, of: ({ status }) => ORDER_STATUSES[status] },
  { title: 'Ваш номер', kind: 'text', width: 20, of: ({ client_number: number }) => number },
  { title: 'Покупатель', kind: 'text', width: 36, of: ({ contractor }) => contractor },
  { title: 'Грузополучатель', kind: 'text', width: 32, of: ({ consignee }) => consignee },
  { title: 'Ожидаем', kind: 'day', width: 12, of: ({ expected_date: day }) => day ?? '' },
  { title: 'Строк', kind: 'qty', width: 8, of: ({ lines_count: count }) => count },
  { title: 'Сумма, ₽', kind: 'kop', width: 14, isPrice: true, of: ({ total_kop: kop }) => kop ?? '' },
]

const stateText = ({ parts, unit }: OrderLineItem) =>
  parts.map(({ state, qty }) => `${LINE_STATES[state]}: ${formatQty(qty)} ${unitText(unit)}`).join('; ')

const insteadText = ({ brand, article, order_number: number, refused_on: day }: LinkedLine) =>
  `${brand} ${article}, заказ № ${number}${day ? ` (отказ ${dayText(day)})` : ''}`
const byText = ({ brand, article, order_number: number, qty }: LinkedLine) =>
  `${brand} ${article}, заказ № ${number}${qty === 0 ? ' (не состоялась)' : ''}`

const LINE_COLUMNS: readonly FileColumn<OrderLineItem>[] = [
  { title: 'Заказ', kind: 'text', width: 14, of: (line) => line.order_number },
  { title: 'Дата', kind: 'moment', width: 18, of: (line) => line.ordered_at },
  { title: 'Ваш номер', kind: 'text', width: 20, of: (line) => line.client_number },
  { title: 'Покупатель', kind: 'text', width: 36, isOfSeveral: true, of: (line) => line.contractor },
  { title: 'Грузополучатель', kind: 'text', width: 32, of: (line) => line.consignee },
  { title: 'Бренд', kind: 'text', width: 18, of: (line) => line.brand },
  { title: 'Артикул', kind: 'text', width: 20, of: (line) => line.article },
  { title: 'Наименование', kind: 'text', width: 44, of: (line) => line.name },
  { title: 'Ваша пометка', kind: 'text', width: 20, of: (line) => line.client_ref },
  { title: 'Вместо', kind: 'text', width: 34, of: (line) => (line.replaces ? insteadText(line.replaces) : '') },
  { title: 'Заменено', kind: 'text', width: 34, of: (line) => line.replaced_by.map(byText).join('; ') },
  { title: 'Количество', kind: 'qty', width: 12, of: (line) => line.qty },
  { title: 'Ед.', kind: 'text', width: 8, of: (line) => unitText(line.unit) },
  { title: 'Статус', kind: 'text', width: 40, of: stateText },
  { title: 'Ожидаем', kind: 'day', width: 12, of: (line) => line.expected_date },
  { title: 'Цена, ₽', kind: 'kop', width: 14, isPrice: true, of: (line) => line.price_kop ?? '' },
  { title: 'Сумма, ₽', kind: 'kop', width: 14, isPrice: true, of: (line) => line.sum_kop ?? '' },
]

/** Reader of a file, and whether the file covers several companies. */
interface FileFor {
  reader: AccessScope
  isOfSeveral: boolean
}

const cutText = ({ isOfSeveral }: FileFor) =>
  `Показаны первые ${isOfSeveral ? MAX_MERGED_ROWS : MAX_LISTED_ORDERS}: сузьте отбор`

/** Filters the columns that the reader may see. */
const shownTo = <T>({ reader, isOfSeveral }: FileFor, columns: readonly FileColumn<T>[]) =>
  columns.filter(
    (column) => (!column.isPrice || seesPrices(reader)) && (!column.isOfSeveral || isOfSeveral || reader === 'any'),
  )

async function* rowsOf<T>(columns: readonly FileColumn<T>[], pages: AsyncIterable<readonly T[]>, cut: string | null) {
  for await (const items of pages) {
    yield items.map((item): Row => columns.map(({ of }) => of(item)))
    await setImmediate()
  }
  if (cut !== null) yield [columns.map((_, at): string => (at === 0 ? cut : ''))]
}

function fileOf<T>(
  whom: FileFor,
  columns: readonly FileColumn<T>[],
  pages: AsyncIterable<readonly T[]>,
  hasMore: boolean,
) {
  const shown = shownTo(whom, columns)
  return xlsxStream({ columns: shown, pages: rowsOf(shown, pages, hasMore ? cutText(whom) : null) })
}

export const ordersFile = (whom: FileFor, pages: AsyncIterable<readonly OrderItem[]>, hasMore: boolean): Readable =>
  fileOf(whom, ORDER_COLUMNS, pages, hasMore)

export const linesFile = (whom: FileFor, pages: AsyncIterable<readonly OrderLineItem[]>, hasMore: boolean): Readable =>
  fileOf(whom, LINE_COLUMNS, pages, hasMore)
