import type { PriceField } from './types.ts'
import { HEADER_ALIASES } from './column-aliases.data.ts'

/** Certainty of a header: 0 and 1 by the alias lists, 2 by a pattern, 3 by the values alone. */
export interface Recognition<F extends string = PriceField> {
  field: F
  doubt: number
}

const EXACT = new Map<string, Recognition>()
for (const [field, tiers] of Object.entries(HEADER_ALIASES) as [PriceField, readonly (readonly string[])[]][]) {
  tiers.forEach((aliases, doubt) => aliases.forEach((alias) => EXACT.set(alias, { field, doubt })))
}

const NOT_IN_STOCK = /отказ|подтвержд|отгру|заказ|резерв|брон|размещ|в пути|транзит|ожида/
const PATTERNS: readonly [PriceField, RegExp, RegExp?][] = [
  ['sum', /^сумма/],
  ['multiplicity', /кратност|в упаковке|норма упак/],
  ['minQty', /^мин\S* (?:\S+ )?(?:парт|заказ|кол во|количеств|отгруз)/],
  ['purchase', /закуп/, /сумма/],
  ['sale', /рознич|розниц|реализаци|рекоменд|цена продажи|(^| )(ррц|мрц|миц)( |$)/, /сумма/],
  ['price', /^(цена|оптов|опт )|(^| )цена$/, /стар|изменен|конкурент/],
  ['brand', /производител|^бренд|^brand/, /код|номер|артикул|страна/],
  ['country', /^страна/],
  ['qty', /^(остат|свободн|наличи|кол во|количество|доступн|склад )|(^| )(остаток|залишок|наличие)$/, NOT_IN_STOCK],
  ['ordered', /^(кол во|количество).*заказ|^в заказе/],
  ['article', /^(артикул|каталожн|кат номер|номер детали)/, /внутр|постав|код/],
  ['name', /^(наименован|назван|описан|номенклатура|товар)/],
  ['term', /^срок/],
  ['weight', /^(вес|масса)/],
  ['photo', /^(фото|изображен|картинк|image|photo|picture)|^(ссылк|адрес|url)\S* .*(фото|изображен|картинк|image)/],
]

const UNIT_TAIL = /(?<=\S) (?:шт|штук|руб|рублей|р|rub|rur|₽|дн|кг)$/
const LETTER_SPACED = /^(?:\S ){3,}\S$/

const LONGEST_HEADER = 500

/**
 * Normalises a header text to the form of the alias lists: lower case, «ё» as «е», without punctuation and a trailing
 * unit.
 */
export function headerWords(text: string): string {
  const words = text
    .slice(0, LONGEST_HEADER)
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}№#]+/gu, ' ')
    .trim()
  if (LETTER_SPACED.test(words)) return words.replaceAll(' ', '')
  return words.replace(UNIT_TAIL, '').replace(UNIT_TAIL, '')
}

/**
 * Finds the field of a header, or null. A header of two rows is matched as a whole, then by its lower part, then by its
 * upper part.
 */
export function recogniseHeader(upper: string, lower: string): Recognition | null {
  const [top, bottom] = [headerWords(upper), headerWords(lower)]
  const whole = top === '' ? bottom : bottom === '' ? top : `${top} ${bottom}`
  return (
    EXACT.get(whole) ?? priceOfGroup(top, bottom) ?? EXACT.get(bottom) ?? byPattern(whole) ?? EXACT.get(top) ?? null
  )
}

/** «Розничная / Цена»: the group of columns determines the kind of price. */
function priceOfGroup(top: string, bottom: string): Recognition | null {
  if (top === '' || EXACT.get(bottom)?.field !== 'price') return null
  const group = byPattern(top)
  return group !== null && (group.field === 'sale' || group.field === 'purchase') ? group : null
}

function byPattern(words: string): Recognition | null {
  const found = PATTERNS.find(([, wanted, unwanted]) => wanted.test(words) && unwanted?.test(words) !== true)
  return found === undefined ? null : { field: found[0], doubt: 2 }
}
