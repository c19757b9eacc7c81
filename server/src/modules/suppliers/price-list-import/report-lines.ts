import { csvText } from '../../../platform/files/csv-text.ts'
import type { RefusedPriceRow } from './price-list.ts'
import type { RowOrigin } from '../../../platform/files/spreadsheet/sheet-rows.ts'
import { REFUSAL_TEXTS } from '../../../platform/files/spreadsheet/refusals.data.ts'

export const REPORT_HEADER = '\ufeffСтрока;Причина;Значение\r\n'
export const REPEATED_TEXT = 'Повтор артикула: взята самая дешёвая строка'

type FurtherSheets = RowOrigin['furtherSheets']

/** Row number as the spreadsheet counts, after the name of the sheet when it is not the first one. */
export function formatRowNumber(rowNumber: number, furtherSheets: FurtherSheets): string {
  const sheet = furtherSheets.findLast(({ offset }) => rowNumber > offset)
  return sheet ? csvText(`${sheet.name}: ${rowNumber - sheet.offset}`) : String(rowNumber)
}

/** Formats report lines for a spreadsheet, so that no cell is executed as a formula. */
export function reportLines(refused: readonly RefusedPriceRow[], furtherSheets: FurtherSheets): string {
  return refused
    .map(({ rowNumber, reason, cell }) => {
      const place = formatRowNumber(rowNumber, furtherSheets)
      return `${place};${REFUSAL_TEXTS[reason]};${csvText(cell)}\r\n`
    })
    .join('')
}
