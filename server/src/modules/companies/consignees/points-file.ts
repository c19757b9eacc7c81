import { ConsigneeFields, MAX_LISTED_CONSIGNEES, type ConsigneeItem } from '@artikul/contract/companies/consignees'
import { readSheetRows, type SheetRow } from '../../../platform/files/spreadsheet/index.ts'
import { FIELD_NAMES, POINT_FIELDS, type FieldName, fieldText } from './consignee-fields.ts'
import { textCell, writeTable } from '../../../platform/files/xlsx.ts'

export type PointRow = SheetRow<FieldName>

/** Parses the point of a row on top of the `stored` one if it exists; otherwise returns the readable faults. */
export function parsePoint(
  row: PointRow,
  stored: Partial<ConsigneeFields> = {},
): { fields: ConsigneeFields } | { error: string } {
  const sent = Object.fromEntries(FIELD_NAMES.map((name) => [name, POINT_FIELDS[name].parse(row.text(name))]))
  const parsed = ConsigneeFields.safeParse({ ...sent, ...stored })
  if (parsed.success) return { fields: parsed.data }
  const problems = parsed.error.issues.map(({ path: [field], message }) =>
    field === 'hours' && sent['hours'] === null
      ? 'Часы приёмки: напишите в виде «пн–пт 09:00–18:00»'
      : `${titleOf(field)}: ${message}`,
  )
  return { error: problems.join('; ') }
}

const titleOf = (field: PropertyKey | undefined) =>
  FIELD_NAMES.includes(field as FieldName) ? POINT_FIELDS[field as FieldName].title : String(field)

/**
 * Parses the rows of a file with delivery points.
 * @throws AppError `file.refused` with a readable reason
 */
export const readPointRows = (path: string): Promise<PointRow[]> =>
  readSheetRows(path, {
    headers: Object.fromEntries(FIELD_NAMES.map((name) => [name, POINT_FIELDS[name].header])) as Record<
      FieldName,
      RegExp
    >,
    required: ['name', 'address'],
    most: MAX_LISTED_CONSIGNEES,
    words: {
      noHeader: 'В файле не найдены столбцы «Название точки» и «Адрес»',
      noRows: 'В файле нет строк с адресами',
      tooMany: `Не больше ${MAX_LISTED_CONSIGNEES} точек`,
    },
  })

/** Renders the points as a workbook that can be imported again; a truncated list is noted in the last row. */
export const renderPointsXlsx = (points: ConsigneeItem[], total: number): Promise<Buffer> =>
  writeTable({
    sheet: 'Грузополучатели',
    columns: FIELD_NAMES.map((name) => ({ title: POINT_FIELDS[name].title, width: name === 'address' ? 60 : 24 })),
    rows: points.map((point) => FIELD_NAMES.map((name) => textCell(fieldText(name, point)))),
    total,
  })
