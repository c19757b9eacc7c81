import writeXlsxFile, { type Cell, type Row } from 'write-excel-file/node'

/** Always a cell of text: a name that begins with «=» must not become a formula. */
export const textCell = (value: string, more: object = {}): Cell => ({ value, type: String, format: '@', ...more })

interface Table {
  sheet: string
  columns: readonly { title: string; width: number }[]
  rows: readonly Row[]
  /** How many rows there are in all; more than were written is said in the last row. */
  total: number
}

/** A list as a workbook with a bold header that stays in sight. */
export function writeTable({ sheet, columns, rows, total }: Table): Promise<Buffer> {
  const written: Row[] = [
    columns.map(({ title }) => textCell(title, { fontWeight: 'bold' })),
    ...rows,
    ...(total > rows.length ? [[textCell(`Показаны первые ${rows.length} из ${total}: сузьте отбор`)]] : []),
  ]
  return writeXlsxFile(written, {
    columns: columns.map(({ width }) => ({ width })),
    sheet,
    stickyRowsCount: 1,
  }).toBuffer()
}
