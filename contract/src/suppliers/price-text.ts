/**
 * Parsed quantity cell. `exact: false` marks a bound or a guess («>10», «есть», «мало»), which the screen must show.
 * Quantities are in units of the item, fractions allowed.
 */
export interface Quantity {
  qty: number
  exact: boolean
  /** false: the cell is empty, an error, or an unknown word */
  known: boolean
  /** at least `qty` */
  more?: boolean
  /** strictly less than this figure */
  less?: number
  /** upper end of a range «5-10» */
  max?: number
  /** none in stock; true when it can be ordered, false when the cell says plainly that it cannot */
  onOrder?: boolean
}

const SPACES_AND_APOSTROPHES = /[\s\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff'’ʼ`]+/g
const ROUBLE_TAIL = /(?:руб(?:лей|ля|ль)?|р|₽|rub|rur)\.?$/i
const PLAIN_NUMBER = /^\d{1,15}(?:[.,]\d+)?$/

/**
 * Parses a number as a supplier writes it: any kind of space or apostrophe between thousands, comma or dot before the
 * fraction, a rouble tail. With both signs the last one is the decimal point; a lone comma is a decimal point («1,234»
 * is 1.234). Several equal separators without the other one («1,234,567») are ambiguous and unknown.
 *
 * @returns the number, or null when the text is empty, ambiguous, in another currency, beyond 2^53, or not a number
 */
export function parseNumber(text: string): number | null {
  if (PLAIN_NUMBER.test(text)) return Number(text.replace(',', '.'))
  const dense = text.replace(SPACES_AND_APOSTROPHES, '').replace(ROUBLE_TAIL, '').replace(/^[−–]/, '-')
  const decimal = withDecimalPoint(dense)
  if (decimal === null) return null
  const value = Number(decimal)
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : null
}

function withDecimalPoint(dense: string): string | null {
  if (/^-?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/.test(dense)) return dense.replace(',', '.')
  if (/^-?\d{1,3}(?:,\d{3})+\.\d*$/.test(dense)) return dense.replaceAll(',', '')
  if (/^-?\d{1,3}(?:\.\d{3})+,\d*$/.test(dense)) return dense.replaceAll('.', '').replace(',', '.')
  return null
}

const WORDS: Readonly<Record<string, Quantity>> = {
  есть: atLeast(1),
  'в наличии': atLeast(1),
  имеется: atLeast(1),
  достаточно: atLeast(1),
  да: atLeast(1),
  '+': atLeast(1),
  '*': atLeast(1),
  '++': atLeast(5),
  '**': atLeast(5),
  '+++': atLeast(10),
  '***': atLeast(10),
  много: atLeast(10),
  мало: { qty: 1, exact: false, known: true },
  нет: none(),
  'нет в наличии': none(),
  отсутствует: none(),
  '-': none(),
  'под заказ': onOrder(),
  заказ: onOrder(),
  'в пути': onOrder(),
  ожидается: onOrder(),
}
const UNIT_TAIL = / ?(?:шт|штук[аи]?|компл|комплект\p{L}*|к-т|пар[аы]?|л|кг|м|уп|упак|ед)\.?$/u
const AT_LEAST = /^(?:>=?|≥|более|больше|свыше|от) ?(.+)$/
const LESS_THAN = /^(?:<=?|≤|менее|меньше|до) ?(.+)$/
const ABOUT = /^(?:~|≈|около|примерно) ?(.+)$/
const AT_LEAST_TAIL = /^(.+?) и (?:более|больше|выше)$/
/** Words before a figure: «В наличии > 4», «Склад: 5». */
const STOCK_PREFIX = /^(?:(?:в наличии|наличие|на складе|остаток|доступно) ?:?|склад ?:) ?(?=[\d<>≥≤~])/
const RANGE = /^(\d+(?:[.,]\d+)?)\s*[-–—]\s*(\d+(?:[.,]\d+)?)$/

/**
 * Parses the quantity of a stock cell by trade custom. «+», «++», «+++» are «at least» 1, 5 and 10; negative remainders
 * mean none; spreadsheet errors and unknown words give `known: false`.
 */
export function parseQuantity(text: string): Quantity {
  const plain = plainQuantity(text)
  if (plain !== null) return plain
  const cell = text
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
    .toLowerCase()
  const word = Object.hasOwn(WORDS, cell) ? WORDS[cell] : undefined
  if (word !== undefined) return { ...word }
  return (
    boundedQuantity(cell.replace(UNIT_TAIL, '').replace(STOCK_PREFIX, '')) ?? { qty: 0, exact: false, known: false }
  )
}

function plainQuantity(text: string): Quantity | null {
  const value = parseNumber(text)
  return value === null ? null : { qty: value > 0 ? value : 0, exact: true, known: true }
}

function boundedQuantity(cell: string): Quantity | null {
  const range = RANGE.exec(cell)
  if (range !== null) return rangeOf(parseNumber(range[1] ?? ''), parseNumber(range[2] ?? ''))
  const atLeastText = (AT_LEAST.exec(cell) ?? AT_LEAST_TAIL.exec(cell) ?? /^(.+)\+$/.exec(cell))?.[1]
  if (atLeastText !== undefined) return positive(atLeastText, atLeast)
  const lessText = LESS_THAN.exec(cell)?.[1]
  if (lessText !== undefined) return positive(lessText, (less) => ({ qty: 1, exact: false, known: true, less }))
  const aboutText = ABOUT.exec(cell)?.[1]
  if (aboutText !== undefined) return positive(aboutText, (qty) => ({ qty, exact: false, known: true }))
  return plainQuantity(cell)
}

function positive(text: string, meaning: (value: number) => Quantity): Quantity | null {
  const value = parseNumber(text)
  return value === null || value <= 0 ? null : meaning(value)
}

function rangeOf(from: number | null, to: number | null): Quantity | null {
  if (from === null || to === null || to < from) return null
  return { qty: from, exact: false, known: true, max: to }
}

function atLeast(qty: number): Quantity {
  return { qty, exact: false, known: true, more: true }
}

function none(): Quantity {
  return { qty: 0, exact: true, known: true, onOrder: false }
}

function onOrder(): Quantity {
  return { qty: 0, exact: false, known: true, onOrder: true }
}
