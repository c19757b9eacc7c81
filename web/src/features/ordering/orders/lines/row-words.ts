import { formatQty } from '@artikul/contract/core/money'
import type { OrderLineItem } from '@artikul/contract/ordering/orders/order-lists'
import { LINE_STATES, ORDER_STATUSES, type OrderItem } from '@artikul/contract/ordering/orders/orders'
import { unitText } from '@artikul/contract/core/units'
import { day, moment, quantity } from '../../../../lib/text/format.ts'
import { asFigure, asText } from '../../../../lib/text/tsv.ts'

const roubles = (kop: number | null) => (kop === null ? '' : asFigure(kop / 100, 2))

export const ORDER_HEAD = [
  'Номер',
  'Дата',
  'Статус',
  'Ваш номер',
  'Покупатель',
  'Грузополучатель',
  'Ожидаем',
  'Строк',
  'Сумма, ₽',
]
/** Converts an order to cells for a spreadsheet. */
export const orderCells = (order: OrderItem) => [
  asText(order.number),
  moment(order.created_at),
  ORDER_STATUSES[order.status],
  asText(order.client_number),
  asText(order.contractor),
  asText(order.consignee),
  order.expected_date ? day(order.expected_date) : '',
  asFigure(order.lines_count),
  roubles(order.total_kop),
]

export const LINE_HEAD = [
  'Заказ',
  'Бренд',
  'Артикул',
  'Наименование',
  'Ваша пометка',
  'Грузополучатель',
  'Количество',
  'Ед.',
  'Статус',
  'Ожидаем',
  'Цена, ₽',
  'Сумма, ₽',
]
export const lineCells = (line: OrderLineItem) => [
  asText(line.order_number),
  asText(line.brand),
  asText(line.article),
  asText(line.name),
  asText(line.client_ref),
  asText(line.consignee),
  formatQty(line.qty),
  unitText(line.unit),
  line.parts.map(({ state, qty }) => `${LINE_STATES[state]}: ${quantity(qty, line.unit)}`).join('; '),
  day(line.expected_date),
  roubles(line.price_kop),
  roubles(line.sum_kop),
]
