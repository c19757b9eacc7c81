import { articleKey } from '../catalog/article.ts'

/** A number as it is compared: capitals and digits, look-alike letters as one, letters O among digits as zeros. */
const numberKey = (written: string) =>
  articleKey(written).replace(/[OО]{1,9}(?=\d)|(?<=\d)[OО]{1,9}/g, (letters) => '0'.repeat(letters.length))

/** A number without the «№» before it. */
export const withoutSign = (typed: string): string => typed.replace(/^[№#\s]+/, '')

/** Digits by which a number is looked up; what stands before them is compared afterwards. */
const MAX_DIGITS = 6
/** Letters before the digits: a prefix, «ПФ-К». */
const MAX_LETTERS = 6

/** The end of a number of a document, as somebody has typed it. */
export interface NumberEnd {
  /** At most the last six digits: numbers are found by them. */
  digits: string
  /** Tests a number found by the search. */
  isEndOf: (number: string) => boolean
}

/**
 * «№ 26-000123», «ПФ-000123», «123», «оо123»: however it is written, with its beginning or without; null: no number of
 * a document ends so.
 */
export function numberEnd(typed: string): NumberEnd | null {
  const key = numberKey(withoutSign(typed))
  const [, before = '', digits = ''] = /^(\D*|\d+\D+)(\d+)$/.exec(key) ?? []
  if (digits === '' || before.replace(/\d/g, '').length > MAX_LETTERS) return null
  return { digits: digits.slice(-MAX_DIGITS), isEndOf: (number) => numberKey(number).endsWith(key) }
}

/**
 * Digits as they were meant: among digits, letters O of either alphabet are zeros.
 * @param typed the number of an order, which holds no letters
 */
export const withZeros = (typed: string): string =>
  /\d/.test(typed) && /^[\dOoОо\s-]+$/.test(withoutSign(typed)) ? typed.replace(/[OoОо]/g, '0') : typed
