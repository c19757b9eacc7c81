import { FOREIGN_CURRENCIES } from '@artikul/contract/suppliers/price-list'
import { FORMAT_NAMES } from '../../../platform/files/spreadsheet/index.ts'
import { FIELD_TITLES } from './field-titles.data.ts'
import type { ResolvedLayout } from './price-list.ts'

const DELIMITERS: Readonly<Record<string, string>> = { '\t': 'табуляция' }

const sheetNames = ({ sheet, furtherSheets }: ResolvedLayout) =>
  [sheet, ...furtherSheets.map(({ name }) => name)].map((name) => `«${name}»`).join(', ')

/** Describes the detected layout in a sentence, so that a person can object. */
export function describeLayout(layout: ResolvedLayout): string {
  const { archiveEntry, sheet, furtherSheets, encoding, delimiter, headerRow, pricesWithoutVat, currency } = layout
  const origin = [
    FORMAT_NAMES[layout.format],
    archiveEntry === null ? '' : `файл архива «${archiveEntry}»`,
    sheet === null ? '' : `${furtherSheets.length > 0 ? 'листы' : 'лист'} ${sheetNames(layout)}`,
    encoding ?? '',
    delimiter === null ? '' : `разделитель ${DELIMITERS[delimiter] ?? `«${delimiter}»`}`,
    headerRow === null ? 'без заголовка' : `заголовок в строке ${headerRow}`,
    pricesWithoutVat ? 'цены без НДС' : '',
    currency === null ? '' : `цены в ${FOREIGN_CURRENCIES[currency]}`,
  ]
  const columns = layout.columns.map(({ field, header, index }) => {
    return `${FIELD_TITLES[field]} — ${header === '' ? `столбец ${index + 1}` : `«${header}»`}`
  })
  return `${origin.filter((part) => part !== '').join(', ')}. Столбцы: ${columns.join(', ')}.`
}
