import { csvText } from '../../../platform/files/csv-text.ts'
import type { RefusedPriceRow } from './price-list.ts'
import { REFUSAL_TEXTS } from '../../../platform/files/spreadsheet/refusals.data.ts'

export const REPORT_HEADER = '\ufeffСтрока;Причина;Значение\r\n'
export const REPEATED_TEXT = 'Повтор артикула: взята самая дешёвая строка'

/** Formats report lines for a spreadsheet, so that no cell is executed as a formula. */
export function reportLines(refused: readonly RefusedPriceRow[]): string {
  return refused
    .map(({ rowNumber, reason, cell }) => `${rowNumber};${REFUSAL_TEXTS[reason]};${csvText(cell)}\r\n`)
    .join('')
}
