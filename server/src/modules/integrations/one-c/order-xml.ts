import { LINE_STATES } from '@artikul/contract/ordering/orders/line-states'
import { ORDER_STATUSES, type OrderStatus } from '@artikul/contract/ordering/orders/order-status'
import { lineSumKop, toThousandths } from '@artikul/contract/core/money'
import { vatIncludedKop, type VatRate } from '@artikul/contract/core/vat'
import { encode } from 'iconv-lite'
import { moscowDate, moscowTime } from '../../../platform/clock.ts'
import {
  element,
  leaf,
  LENGTHS,
  maybe,
  partyElement,
  rateText,
  requisiteValues,
  roubles,
  taxes,
  unit,
} from '../../fulfilment/index.ts'
import type { SentLine, SentOrder } from './orders.queries.ts'

/** Everything else is written as a character reference: windows-1251 has no such sign. */
const NOT_IN_1251 = /[^\p{ASCII}А-Яа-яЁё№«»„“”‘’–—…•°±·§©®]/gu

/** Status of an order that 1C shows; `LINE_STATES` are the states of its lines. */
const statusText = (status: string) => ORDER_STATUSES[status as OrderStatus]

const sumKopOf = (line: SentLine, qty: number) => lineSumKop(line.price_kop, toThousandths(qty))
const vatKopOf = (line: SentLine) => vatIncludedKop(sumKopOf(line, line.kept_qty), line.vat_rate as VatRate) // by CHECK

const idOf = (inn: string, kpp: string | null) => (kpp ? `${inn}-${kpp}` : inn)

const parties = (order: SentOrder) =>
  element(
    'Контрагенты',
    partyElement({
      id: order.contractor_external_id ?? `contractor-${order.contractor_id}`,
      name: order.contractor,
      inn: order.contractor_inn,
      kpp: order.contractor_kpp,
      role: 'Покупатель',
      address: order.contractor_address,
    }),
    partyElement({
      id: idOf(order.seller_inn, order.seller_kpp),
      name: order.seller,
      inn: order.seller_inn,
      kpp: order.seller_kpp,
      role: 'Продавец',
      address: order.seller_address,
    }),
    partyElement({
      id: `consignee-${order.consignee_id}`,
      name: order.consignee,
      inn: order.contractor_inn,
      kpp: order.contractor_kpp,
      role: 'Получатель',
      address: order.consignee_address,
    }),
  )

const goods = (line: SentLine, externalId: string | undefined, isCancelled: boolean) => {
  const qty = isCancelled ? line.qty : line.kept_qty
  return element(
    'Товар',
    leaf('Ид', externalId ?? line.product_code),
    leaf('Артикул', line.article.slice(0, LENGTHS.name)),
    leaf('Наименование', `${line.brand} ${line.article} ${line.name}`.trim().slice(0, LENGTHS.name)),
    unit(line.unit),
    element(
      'Изготовитель',
      leaf('Ид', line.brand),
      leaf('Наименование', line.brand),
      leaf('ОфициальноеНаименование', line.brand),
    ),
    element(
      'СтавкиНалогов',
      element('СтавкаНалога', leaf('Наименование', 'НДС'), leaf('Ставка', rateText(line.vat_rate))),
    ),
    requisiteValues([
      ['ВидНоменклатуры', line.is_delivery ? 'Услуга' : 'Товар'],
      ['ТипНоменклатуры', line.is_delivery ? 'Услуга' : 'Товар'],
      ['НомерПозицииКорзины', String(line.id)],
      ['Пометка покупателя', line.client_ref],
      ['Комментарий', line.comment],
      ['Обещанная дата', line.expected_date],
    ]),
    leaf('ЦенаЗаЕдиницу', roubles(line.price_kop)),
    leaf('Количество', String(qty)),
    leaf('Сумма', roubles(sumKopOf(line, qty))),
  )
}

interface Sent {
  order: SentOrder
  lines: readonly SentLine[]
}

function documentOf({ order, lines }: Sent, externalIds: ReadonlyMap<number, string>): string {
  const isCancelled = order.status === 'cancelled'
  const kept = lines.filter((line) => isCancelled || line.kept_qty > 0)
  return element(
    'Документ',
    leaf('Ид', String(order.id)),
    leaf('Номер', order.number),
    leaf('Дата', moscowDate(order.created_at)),
    leaf('ХозОперация', 'Заказ товара'),
    leaf('Роль', 'Продавец'),
    leaf('Валюта', 'RUB'),
    leaf('Курс', '1'),
    leaf('Сумма', roubles(order.total_kop)),
    parties(order),
    leaf('Время', `${moscowTime(order.created_at)}:00`),
    element('Налоги', taxes(kept.map((line) => ({ vat_rate: line.vat_rate, vat_kop: vatKopOf(line) })))),
    element(
      'Товары',
      kept.map((line) => goods(line, externalIds.get(line.product_id), isCancelled)),
    ),
    maybe('Комментарий', order.comment),
    requisiteValues([
      ['Статус заказа', statusText(order.status)],
      ['Статуса заказа ИД', order.status],
      ['Отменен', String(isCancelled)],
      ['Номер договора', order.contract_number],
      ['Дата договора', order.contract_day],
      ['Грузополучатель', order.consignee],
      ['Адрес доставки', order.is_pickup ? 'Самовывоз' : order.consignee_address],
      ['Обещанная дата', order.expected_date],
      ['Номер заказа покупателя', order.client_number],
      ['Комментарии покупателя', order.comment],
    ]),
  )
}

const rootOf = (content: string, now: Date) =>
  '<?xml version="1.0" encoding="windows-1251"?>\n' +
  `<КоммерческаяИнформация xmlns="urn:1C.ru:commerceml_2" ВерсияСхемы="2.08" ДатаФормирования="${moscowDate(now)}T${moscowTime(now)}:00">` +
  `${content}</КоммерческаяИнформация>\n`

const encoded = (text: string) =>
  encode(
    text.replace(NOT_IN_1251, (sign) => `&#${sign.codePointAt(0) ?? 0};`),
    'windows-1251',
  )

/**
 * Renders orders as CommerceML 2.08 in windows-1251, which every version of 1C reads.
 * @param externalIds ids of the goods in 1C by product; the portal's own code stands for unmatched ones
 */
export const renderOrders = (orders: readonly Sent[], externalIds: ReadonlyMap<number, string>, now: Date): Buffer =>
  encoded(rootOf(orders.map((order) => documentOf(order, externalIds)).join(''), now))

/** Reference data for the settings of the exchange in 1C. The tag «Cтатусы» begins with a Latin letter, as 1C expects. */
export function renderReferences(): Buffer {
  const entry = ([id, name]: [string, string]) => element('Элемент', leaf('Ид', id), leaf('Название', name))
  const content = element(
    'Справочник',
    element('Cтатусы', Object.entries({ ...ORDER_STATUSES, ...LINE_STATES }).map(entry)),
    element('ПлатежныеСистемы', entry(['bank', 'Банковский перевод'])),
    element('СлужбыДоставки', entry(['delivery', 'Доставка']), entry(['pickup', 'Самовывоз'])),
  )
  return encoded(`<?xml version="1.0" encoding="windows-1251"?>\n${content}\n`)
}
