import type { RefusedRow } from './price-list.ts'
import { REFUSAL_TEXTS } from './refusals.data.ts'

export const REPORT_HEADER = '\ufeffСтрока;Причина;Значение\r\n'
export const REPEATED_TEXT = 'Повтор артикула: взята первая строка'

/** Lines of the report that is opened in a spreadsheet. */
export function reportLines(refused: readonly RefusedRow[]): string {
  return refused
    .map(({ rowNumber, reason, cell }) => `${rowNumber};${REFUSAL_TEXTS[reason]};${quoted(cell)}\r\n`)
    .join('')
}

/** A text that begins like a formula would be run by the spreadsheet that opens the report. */
function quoted(text: string): string {
  const harmless = /^[=+\-@\t\r＝]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
