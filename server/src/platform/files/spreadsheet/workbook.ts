import type { Cell, RawRow } from './types.ts'
import * as codepages from '@e965/xlsx/dist/cpexcel.full.mjs'
import * as xlsx from '@e965/xlsx'
import type { MergedRange } from './find-header.ts'
import { PriceListRefused } from './price-list-refused.ts'

xlsx.set_cptable(codepages)

export interface Sheet {
  name: string
  merges: MergedRange[]
  /** Number of the last row. */
  lastRow: number
  /** Rows with at least one cell, in order. */
  rows: () => Generator<RawRow>
}

/** Number formats of the library, which declares them as `any`. */
const formats = xlsx.SSF as { is_date(format: string): boolean; format(format: string, value: number): string }

/** Limit of merged ranges, because each header cell is searched in them: real files have fewer. */
const MAX_MERGES = 1000

/** Workbooks of 1C 7.7 and older declare no codepage; they are windows-1251. */
const CODEPAGE = 1251

/**
 * Reads the sheets of a workbook with raw values: numbers as stored, never as formatted. Formulas are not evaluated,
 * links and macros are ignored.
 * @param content bytes of a workbook, or text of an HTML table or a SpreadsheetML document
 * @param rowLimit number of rows to read from each sheet
 */
export function readWorkbook(content: Buffer | string, rowLimit: number, sheets?: string): Sheet[] {
  const book = parse(content, rowLimit, sheets)
  return book.SheetNames.flatMap((name) => {
    const sheet = Object.hasOwn(book.Sheets, name) ? (book.Sheets[name] as xlsx.DenseWorkSheet | undefined) : undefined
    if (sheet === undefined || !Array.isArray(sheet['!data'])) return []
    const data = sheet['!data']
    return [{ name, merges: mergesOf(sheet), lastRow: data.length, rows: () => rowsOf(data, columnMergesOf(sheet)) }]
  })
}

function parse(content: Buffer | string, rowLimit: number, sheets: string | undefined): xlsx.WorkBook {
  const options: xlsx.ParsingOptions = {
    type: typeof content === 'string' ? 'string' : 'buffer',
    dense: true,
    raw: true,
    cellNF: true,
    cellText: false,
    cellHTML: false,
    cellFormula: false,
    sheetRows: rowLimit,
    codepage: CODEPAGE,
    ...(sheets === undefined ? {} : { sheets }),
  }
  try {
    return xlsx.read(content, options)
  } catch (error) {
    throw new PriceListRefused(/password|encrypt/i.test(String(error)) ? 'encrypted' : 'damaged')
  }
}

function mergesOf(sheet: xlsx.DenseWorkSheet): MergedRange[] {
  const merges = (sheet['!merges'] ?? []) as xlsx.Range[]
  return merges
    .map(({ s, e }) => ({ top: s.r, left: s.c, bottom: e.r, right: e.c }))
    .filter(({ top }) => top < 64)
    .slice(0, MAX_MERGES)
}

/** Collects the cells merged within one column by their first row. */
function columnMergesOf(sheet: xlsx.DenseWorkSheet): Map<number, xlsx.Range[]> {
  const merges = (sheet['!merges'] ?? []) as xlsx.Range[]
  return Map.groupBy(
    merges.filter(({ s, e }) => s.c === e.c && e.r > s.r),
    ({ s }) => s.r,
  )
}

/** Yields the rows; a value merged over several rows of a column belongs to each of them. */
function* rowsOf(
  data: readonly (readonly (xlsx.CellObject | undefined)[] | undefined)[],
  mergesByRow: ReadonlyMap<number, readonly xlsx.Range[]>,
): Generator<RawRow> {
  const merged = new Map<number, { lastRow: number; cell: Cell }>()
  for (let at = 0; at < data.length; at++) {
    const row = data[at]
    if (row === undefined || row.length === 0) continue
    const cells = Array.from(row, rawCell)
    for (const { s, e } of mergesByRow.get(at) ?? []) merged.set(s.c, { lastRow: e.r, cell: cells[s.c] ?? null })
    for (const [column, { lastRow, cell }] of merged)
      if (at > lastRow) merged.delete(column)
      else {
        while (cells.length < column) cells.push(null)
        cells[column] = cell
      }
    if (cells.some((cell) => cell !== null && cell !== '')) yield { number: at + 1, cells }
  }
}

function rawCell(cell: xlsx.CellObject | undefined): Cell {
  if (cell === undefined) return null
  const { v: value } = cell
  if (cell.t === 'e') return { damage: 'error', shown: cell.w ?? '#Н/Д' }
  if (value instanceof Date) return { damage: 'date', shown: value.toISOString().slice(0, 10) }
  if (typeof value === 'number') return numericCell(value, cell.z)
  if (typeof value === 'boolean') return value ? 'Да' : 'Нет'
  return value ?? null
}

/** Format such as `0000000000` or `000-000`: the spreadsheet shows leading zeros that the number does not have. */
const ZERO_PADDED = /^[\s\-\\"]*0[\s\-\\"]*0[0\s\-\\"]*$/

/** A number with a date or exponent format was most likely an article that the spreadsheet «understood». */
function numericCell(value: number, format: string | number | undefined): Cell {
  if (typeof format === 'string' && format !== 'General') {
    if (formats.is_date(format)) return { damage: 'date', shown: shownDate(value) }
    if (/0E\+0/i.test(format)) return { damage: 'exponent', shown: value.toExponential() }
    if (ZERO_PADDED.test(format) && Number.isInteger(value)) return formats.format(format, value)
  }
  return Number.isFinite(value) ? value : null
}

function shownDate(serial: number): string {
  try {
    return formats.format('dd.mm.yyyy', serial)
  } catch {
    return String(serial)
  }
}
