import {
  headerWords,
  recogniseHeader,
  type PriceField,
  type Recognise,
  type Recognition,
} from '../../../../platform/files/spreadsheet/index.ts'
import type { ListField } from '@artikul/contract/ordering/bulk-orders'

/** Delivery point as named by a header or a cell. */
export interface Point {
  id: number
  name: string
  code: string | null
}

/**
 * Meaning of a column in a buyer's list: fields of an order, plus fields that help to tell the header from other rows.
 */
export type ListMark = ListField | Exclude<PriceField, ListField | 'qty' | 'ordered' | 'ownCode'> | 'bare_order'

/** Words of quantities other than the ordered one. */
const ANOTHER_QTY = /отказ|подтвержд|отгру|резерв|брон|размещ|размеш|упаков|остат|налич|доступ|кратн|мин|факт|прин/

/** Header words of columns that price lists lack; the most certain ones first. */
const WORDS: readonly [ListField, number, RegExp, RegExp?][] = [
  [
    'ceiling',
    0,
    /(цена|стоимость) (не выше|не дороже|макс|до$|лимит)|^(макс|предельн|лимит|потолок).*цен|^потолок$|^лимит$/,
  ],
  [
    'qty',
    0,
    /^(кол|количество|к во).*(заказ|нужн|требу)|^в заказе|^потребность|^нужно|^заказать|^сколько/,
    ANOTHER_QTY,
  ],
  ['qty', 1, /^(кол|кол во|количество|к во|qty|quantity|pcs|шт)($| )/, ANOTHER_QTY],
  ['own_code', 0, /^(ваш|наш|свой|мой) (код|артикул|номер)|^(код 1с|код номенклатуры|внутренний код|код клиента)$/],
  ['own_code', 1, /^(код|код товара|номенклатура код)$/],
  ['point', 0, /^(куда|точка|код точки|название точки|точка доставки|грузополучатель|получатель|адрес доставки)$/],
  ['client_ref', 0, /^(ваша )?пометка|заказ наряд|^наряд$|^зн$|^гос ?номер|^госномер/],
  ['client_ref', 1, /^референс|^reference/],
  ['client_ref', 2, /^(примечание|комментарий|comments?|ремарки|vin|заметка)$/],
]

/** Texts of one header: both rows joined, then the lower one alone. */
const textsOf = (upper: string, lower: string): string[] => {
  const [top, bottom] = [headerWords(upper), headerWords(lower)]
  return top === '' ? [bottom] : [bottom === '' ? top : `${top} ${bottom}`, bottom]
}

const named = (text: string) => text.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim()

/** Finds the point named by the text: by its code or full name; by a shorter name when only one point matches. */
export function findPoint(points: readonly Point[], written: string): Point | null {
  const text = named(written)
  if (text === '') return null
  const exact = points.find(({ code, name }) => (code !== null && named(code) === text) || named(name) === text)
  if (exact !== undefined || text.length < 4) return exact ?? null
  const alike = points.filter(({ name }) => named(name).includes(text))
  return alike.length === 1 ? (alike[0] ?? null) : null
}

function ownWords(upper: string, lower: string): Recognition<ListMark> | null {
  for (const words of textsOf(upper, lower))
    for (const [field, doubt, wanted, unwanted] of WORDS)
      if (wanted.test(words) && unwanted?.test(words) !== true) return { field, doubt }
  return null
}

const MEANT: Partial<Record<PriceField, ListMark>> = { ordered: 'bare_order' }

/**
 * Maps header words of price lists to an order: stock is not the ordered quantity, and row ids are not codes of goods.
 */
function priceListWords(upper: string, lower: string): Recognition<ListMark> | null {
  const found = recogniseHeader(upper, lower)
  if (found === null || found.field === 'qty' || found.field === 'ownCode') return null
  if (found.field === 'ordered' && textsOf(upper, lower).some((words) => ANOTHER_QTY.test(words))) return null
  return { field: (MEANT[found.field] ?? found.field) as ListMark, doubt: found.doubt }
}

/** Detects «Склад» or «Остаток» alone: stock, unless it names a delivery point in a list without other quantities. */
export const isStockWord = (header: string): boolean =>
  recogniseHeader('', header)?.field === 'qty' && !headerWords(header).includes(' ')

/** Recognises the words of a buyer's header; a column headed by a delivery point contains its quantities. */
export const recogniser =
  (points: readonly Point[]): Recognise<ListMark> =>
  (upper, lower) =>
    ownWords(upper, lower) ??
    priceListWords(upper, lower) ??
    (findPoint(points, lower || upper) ? { field: 'point_qty', doubt: 0 } : null)
