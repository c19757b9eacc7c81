/** Text that a spreadsheet would execute as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const MONTHS = 'янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
/** Text that a spreadsheet would convert to another number or a date: «0012», «12-05», «1E5», sixteen digits. */
const CHANGED = new RegExp(
  String.raw`^(?:0\d+|\d{12,}|\d+[.,]\d+|\d+(?:[.,]\d+)?e[+-]?\d+|\d{1,3}(?:\s\d{3})+|\d{1,4}[-./:]\d{1,2}(?:[-./:]\d{1,4})?` +
    String.raw`|(?:${MONTHS})[a-zа-я]*[-. ]?\d{1,4}|\d{1,2}[-. ]?(?:${MONTHS})[a-zа-я]*)$`,
  'i',
)

/**
 * Protects text against conversion by spreadsheets with a leading apostrophe, which the portal's own import removes.
 */
export function csvText(value: string): string {
  const safe = FORMULA.test(value) || CHANGED.test(value) ? `'${value}` : value
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
