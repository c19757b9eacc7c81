import {
  headerWords,
  recogniseHeader,
  type PriceField,
  type Recognise,
  type Recognition,
} from '../../../../platform/files/spreadsheet/index.ts'
import type { ListField } from '@artikul/contract/ordering/lists'

/** A delivery point as a header or a cell may name it. */
export interface Point {
  id: number
  name: string
  code: string | null
}

/** What a column of a buyer's list may be: what an order takes, and what helps to tell the header from other rows. */
export type ListMark = ListField | Exclude<PriceField, ListField | 'qty' | 'ordered' | 'ownCode'> | 'bare_order'

/** Words of quantities that are not what is being ordered. */
const ANOTHER_QTY = /отказ|подтвержд|отгру|резерв|брон|размещ|размеш|упаков|остат|налич|доступ|кратн|мин|факт|прин/

/** How buyers head the columns that price lists do not have; the certain ones first. */
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

/** Texts of one header: both rows, then the lower alone. */
const textsOf = (upper: string, lower: string): string[] => {
  const [top, bottom] = [headerWords(upper), headerWords(lower)]
  return top === '' ? [bottom] : [bottom === '' ? top : `${top} ${bottom}`, bottom]
}

const named = (text: string) => text.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim()

/** The point that the text names: by its code or its whole name; a shorter name when only one point has it. */
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

/** What the words of price lists mean in an order: stock is not what is ordered, and ids of rows are no codes of goods. */
function priceListWords(upper: string, lower: string): Recognition<ListMark> | null {
  const found = recogniseHeader(upper, lower)
  if (found === null || found.field === 'qty' || found.field === 'ownCode') return null
  if (found.field === 'ordered' && textsOf(upper, lower).some((words) => ANOTHER_QTY.test(words))) return null
  return { field: (MEANT[found.field] ?? found.field) as ListMark, doubt: found.doubt }
}

/** Words of a buyer's header; a column headed by a delivery point holds the quantity for it. */
export const recogniser =
  (points: readonly Point[]): Recognise<ListMark> =>
  (upper, lower) =>
    ownWords(upper, lower) ??
    priceListWords(upper, lower) ??
    (findPoint(points, lower || upper) ? { field: 'point_qty', doubt: 0 } : null)
