import { csvText } from '../../../platform/files/csv-text.ts'
import type { RefusedRow } from './price-list.ts'
import { REFUSAL_TEXTS } from '../../../platform/files/spreadsheet/refusals.data.ts'

export const REPORT_HEADER = '\ufeffСтрока;Причина;Значение\r\n'
export const REPEATED_TEXT = 'Повтор артикула: взята первая строка'

/** Lines of the report that is opened in a spreadsheet, which runs nothing of them. */
export function reportLines(refused: readonly RefusedRow[]): string {
  return refused
    .map(({ rowNumber, reason, cell }) => `${rowNumber};${REFUSAL_TEXTS[reason]};${csvText(cell)}\r\n`)
    .join('')
}
