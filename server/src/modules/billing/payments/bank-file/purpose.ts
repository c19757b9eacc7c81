/** Invoice named in a purpose of payment: its running number, and its day when given. */
export interface NamedInvoice {
  running: number
  /** `YYYY-MM-DD` */
  day: string | null
}

const LATIN = 'abcehkmoptxy'
const CYRILLIC = 'авсенкмортху'

/** Replaces Latin look-alikes and «ё», which people mix into one word. */
const folded = (text: string) =>
  text
    .toLowerCase()
    .replace(/[a-z]/g, (letter) => CYRILLIC[LATIN.indexOf(letter)] ?? letter)
    .replaceAll('ё', 'е')

const WORD = /(?<![\p{L}])(?:счет(?:а|у|ам|ов|ами|ом|е)?|счт|сч|инвойс(?:у|а|ам|ов)?)(?![\p{L}])\.?/gu
const TAX_DOCUMENT = /^\s*(?:[-–—]\s*)?(?:фактур|ф(?![\p{L}]))/u
const OTHER_DOCUMENT =
  /(?<![\p{L}])(?:упд|укд|накл|отгр|реализ|торг|т{1,2}н(?![\p{L}])|с[./]?\s?ф(?![\p{L}])|фактур|акт(?![\p{L}]))/u
const FILLER = /^[\s:]*(?:на\s+оплату|на\s+предоплату|покупател[юя])?[\s:]*/u
const MARK = /^\s*(?:№+|#|n+[oо]?\.?(?=[\s\d])|номер(?:а|ам)?)?\s*/u
const NUMBER =
  /^(?:([\p{L}]{1,10})\s?[-–—/]?\s?)?(\d{1,9})(?![\d])(?!\s*[-/]\s*\d)(?![.,]\d)(?!\s*(?:%|₽|руб|р(?=[\s.,;)]|$)|шт))/u
const DAY =
  /^\s*(?:(?:от|за)\s*)?(\d{1,2})(?:[./](\d{1,2})[./]|\s*(янв|фев|мар|апр|мая|июн|июл|авг|сен|окт|ноя|дек)[а-я]*\s*)(\d{4}|\d{2})(?!\d)\s*(?:года?|г)?\.?/u
const MONTHS = ['янв', 'фев', 'мар', 'апр', 'мая', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек']
const BETWEEN = /^\s*(?:[,;+]\s*(?:и\s+)?|и\s+|\/\s*)(?:по\s+)?(?:сч(?:ет(?:у|а)?)?\.?\s*)?/u

function dayAt(text: string): { day: string | null; length: number } {
  const found = DAY.exec(text)
  if (!found) return { day: null, length: 0 }
  const [whole, date = '', figures, word = '', year = ''] = found
  const month = figures ?? String(MONTHS.indexOf(word) + 1)
  const full = year.length === 2 ? `20${year}` : year
  return { day: `${full}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`, length: whole.length }
}

/** Parses the list of numbers that starts here: «РП-000123 от 21.11.2026, 124 и 125». */
function rowAt(text: string, prefix: string): NamedInvoice[] {
  const named: NamedInvoice[] = []
  let rest = text.replace(FILLER, '')
  for (;;) {
    rest = rest.replace(MARK, '')
    const found = NUMBER.exec(rest)
    const [whole = '', letters, digits = ''] = found ?? []
    // A number with a prefix of another series does not belong here.
    if (!found || (letters !== undefined && letters !== prefix)) return named
    const { day, length } = dayAt(rest.slice(whole.length))
    named.push({ running: Number(digits), day })
    rest = rest.slice(whole.length + length)
    const between = BETWEEN.exec(rest)
    if (!between) return named
    rest = rest.slice(between[0].length)
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Finds numbers in the portal's format without the word for invoice, except next to another document type, because
 * shipments have the same format.
 */
function bareNumbers(text: string, prefix: string): NamedInvoice[] {
  if (prefix === '' || OTHER_DOCUMENT.test(text)) return []
  const bare = new RegExp(`(?<![\\p{L}\\d])${escaped(prefix)}\\s?[-–—]?\\s?(\\d{1,9})(?!\\d)`, 'gu')
  return [...text.matchAll(bare)].map((found) => ({
    running: Number(found[1]),
    day: dayAt(text.slice(found.index + found[0].length)).day,
  }))
}

/**
 * Finds the invoices named in a purpose of payment, in order, each once.
 * @param prefix prefix of the seller's numbers: «РП» in «РП-000123»
 */
export function namedInvoices(purpose: string, prefix: string): NamedInvoice[] {
  const text = folded(purpose)
  const own = folded(prefix)
  const found = [...text.matchAll(WORD)].flatMap((word) => {
    const rest = text.slice(word.index + word[0].length)
    return TAX_DOCUMENT.test(rest) ? [] : rowAt(rest, own)
  })
  const named = found.length > 0 ? found : bareNumbers(text, own)
  const first = new Map<number, NamedInvoice>()
  for (const one of named) if (one.running > 0 && !first.has(one.running)) first.set(one.running, one)
  return [...first.values()]
}
