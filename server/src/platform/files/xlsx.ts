import writeXlsxFile, { type Cell, type Row } from 'write-excel-file/node'

/** Text cell, so that a name starting with «=» does not become a formula. */
export const textCell = (value: string, more: object = {}): Cell => ({ value, type: String, format: '@', ...more })

interface Table {
  sheet: string
  columns: readonly { title: string; width: number }[]
  rows: readonly Row[]
  /** Total number of rows; truncation is noted in the last row. */
  total: number
}

/** Writes a list as a workbook with a bold, frozen header. */
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
