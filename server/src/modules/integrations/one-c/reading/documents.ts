import type { OneCDocumentKind } from '@artikul/contract/integrations/one-c'
import { decimalOf, kopOf, requisitesOf } from './values.ts'
import { child, childElements, textAt, type XmlElement } from './xml-elements.ts'

export interface DocumentLine {
  /** Id of the goods in 1C, or the portal's own id of the line's goods. */
  external_id: string
  article: string
  name: string
  qty: number
  price_kop: number
  sum_kop: number
}

/** Document of 1C: an order with its shipments and payments in `children`. */
export interface ReceivedDocument {
  kind: OneCDocumentKind | null
  /** «Отпуск товара», as written. */
  operation: string
  external_id: string
  number: string
  /** `YYYY-MM-DD`; empty when it is no date. */
  day: string
  sum_kop: number
  /** Number and day in 1C of a document that came from the portal. */
  own_number: string
  own_day: string
  is_deleted: boolean
  is_cancelled: boolean
  is_posted: boolean
  status: string
  /** Id of the document that it is based on. */
  basis: string
  /** Number of the УПД; empty when 1C has not issued one. */
  upd_number: string
  payer_inn: string
  payer: string
  comment: string
  lines: DocumentLine[]
  children: ReceivedDocument[]
}

/** Kinds by «ХозОперация» (CommerceML 2.08, type «ХозОперация»). */
const KINDS: Readonly<Record<string, OneCDocumentKind>> = {
  'Заказ товара': 'order',
  'Отпуск товара': 'shipment',
  'Возврат товара': 'return',
  'Выплата безналичных денег': 'payment',
  'Выплата наличных денег': 'payment',
  'Эквайринговая операция': 'payment',
}

/** «2026-11-17», «2026-11-17T0:36:33» and «17.11.2026 18:45:21» as a day; empty when it is no date. */
function dayIn(written: string): string {
  const [, day, month, year] = /^(\d{2})\.(\d{2})\.(\d{4})/.exec(written) ?? []
  const text = year === undefined ? (/^\d{4}-\d{2}-\d{2}/.exec(written)?.[0] ?? '') : `${year}-${month}-${day}`
  return Number.isNaN(Date.parse(text)) ? '' : text
}

const isYes = (text: string | undefined) => text?.toLowerCase() === 'true'

const lineOf = (element: XmlElement): DocumentLine => ({
  external_id: textAt(element, 'Ид'),
  article: textAt(element, 'Артикул'),
  name: textAt(element, 'Наименование'),
  qty: decimalOf(textAt(element, 'Количество')) ?? 0,
  price_kop: kopOf(textAt(element, 'ЦенаЗаЕдиницу')) ?? 0,
  sum_kop: kopOf(textAt(element, 'Сумма')) ?? 0,
})

/** Reads the buyer or payer; without a role, the first party. */
function payerOf(element: XmlElement) {
  const parties = childElements(child(element, 'Контрагенты'), 'Контрагент')
  const buyer = parties.find((one) => /покупатель|плательщик/i.test(textAt(one, 'Роль'))) ?? parties[0]
  return {
    payer_inn: textAt(buyer, 'ИНН') || textAt(buyer, 'РеквизитыЮрЛица', 'ИНН'),
    payer: textAt(buyer, 'ОфициальноеНаименование') || textAt(buyer, 'Наименование'),
  }
}

/** Reads a document with its subordinate ones; unknown operations have no kind. */
export function readDocument(element: XmlElement): ReceivedDocument {
  const requisites = requisitesOf(element)
  const operation = textAt(element, 'ХозОперация')
  const subordinate = child(element, 'ПодчиненныеДокументы')
  const lines = childElements(child(element, 'Товары'), 'Товар').map(lineOf)
  return {
    kind: KINDS[operation] ?? null,
    operation,
    external_id: textAt(element, 'Ид'),
    number: textAt(element, 'Номер'),
    day: dayIn(textAt(element, 'Дата')),
    sum_kop: kopOf(textAt(element, 'Сумма')) ?? 0,
    own_number: textAt(element, 'Номер1С') || (requisites.get('Номер по 1С') ?? ''),
    own_day: dayIn(textAt(element, 'Дата1С') || (requisites.get('Дата по 1С') ?? '')),
    is_deleted: element.attributes['Статус'] === 'Удален' || isYes(requisites.get('ПометкаУдаления')),
    is_cancelled: isYes(requisites.get('Отменен')) || isYes(textAt(element, 'Отменен')),
    is_posted: requisites.get('Проведен')?.toLowerCase() !== 'false',
    status: requisites.get('Статус заказа') ?? '',
    basis: textAt(element, 'Основание'),
    upd_number: requisites.get('Номер УПД') ?? requisites.get('Номер счета-фактуры') ?? '',
    ...payerOf(element),
    comment: textAt(element, 'Комментарий'),
    lines,
    children: ['ПодчиненныйДокумент', 'Документ'].flatMap((name) => childElements(subordinate, name).map(readDocument)),
  }
}
