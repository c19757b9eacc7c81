import { articleKey } from '../catalog/article.ts'

/**
 * Builds the comparison form of a number: capitals and digits, look-alike letters as one, letters O among digits as
 * zeros.
 */
const numberKey = (written: string) =>
  articleKey(written).replace(/[OО]{1,9}(?=\d)|(?<=\d)[OО]{1,9}/g, (letters) => '0'.repeat(letters.length))

/** Removes the leading «№» of a number. */
export const withoutSign = (typed: string): string => typed.replace(/^[№#\s]+/, '')

/** Digits used for the lookup; preceding characters are compared afterwards. */
const MAX_DIGITS = 6
/** Letters before the digits: a prefix, «ПФ-К». */
const MAX_LETTERS = 6

/** End of a document number, as typed. */
export interface NumberEnd {
  /** At most the last six digits, used for the lookup. */
  digits: string
  /** Tests a number found by the search. */
  isEndOf: (number: string) => boolean
}

/**
 * Parses «№ 26-000123», «ПФ-000123», «123», «оо123» in any spelling, with or without the prefix; `null` when no
 * document number can end so.
 */
export function numberEnd(typed: string): NumberEnd | null {
  const key = numberKey(withoutSign(typed))
  const [, before = '', digits = ''] = /^(\D*|\d+\D+)(\d+)$/.exec(key) ?? []
  if (digits === '' || before.replace(/\d/g, '').length > MAX_LETTERS) return null
  return { digits: digits.slice(-MAX_DIGITS), isEndOf: (number) => numberKey(number).endsWith(key) }
}

/**
 * Replaces letters O of either alphabet by zeros among digits.
 * @param typed number of an order, which holds no letters
 */
export const withZeros = (typed: string): string =>
  /\d/.test(typed) && /^[\dOoОо\s-]+$/.test(withoutSign(typed)) ? typed.replace(/[OoОо]/g, '0') : typed
