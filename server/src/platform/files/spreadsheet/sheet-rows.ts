import { guessColumns } from './choose-columns.ts'
import { detectDialect } from './csv-dialect.ts'
import { findHeader, type MergedRange } from './find-header.ts'
import { recogniseHeader } from './header-words.ts'
import { openSource, type OpenedSource } from './workers/open-source.ts'
import { PriceListRefused } from './price-list-refused.ts'
import { limited, readTextRows } from './read-rows.ts'
import { detectEncoding } from './text-encoding.ts'
import {
  PRICE_LIST_LIMITS,
  type Cell,
  type FileFormat,
  type PriceListLimits,
  type PriceListOptions,
  type RawRow,
} from './types.ts'
import type { Sheet } from './workbook.ts'

/** Rows that the columns are recognised by. */
export const SAMPLE_ROWS = 300
const SHEET_BATCH = 2000

/** Where the rows of a file stand. */
export interface RowOrigin {
  format: FileFormat
  /** file taken from a zip archive */
  archiveEntry: string | null
  encoding: string | null
  delimiter: string | null
  sheet: string | null
}

export interface RowSource {
  batches: AsyncIterable<RawRow[]>
  merges: readonly MergedRange[]
  /** Names of all sheets of a workbook. */
  sheets: readonly string[]
  origin: RowOrigin
}

/** Everything of the table that may be looked at: where it comes from, then its rows as they are. */
export type GridEvent = { kind: 'origin'; origin: GridOrigin } | { kind: 'rows'; rows: readonly RawRow[] }
export interface GridOrigin extends Pick<RowOrigin, 'format' | 'sheet'> {
  sheets: readonly string[]
  merges: readonly MergedRange[]
}

/** A table as it stands, for whoever finds its meaning himself. */
export async function* readGridHere(path: string, options: PriceListOptions = {}): AsyncGenerator<GridEvent> {
  const limits = { ...PRICE_LIST_LIMITS, ...options.limits }
  const { batches, merges, sheets, origin } = await rowSource(await openSource(path, limits), options, limits)
  yield { kind: 'origin', origin: { format: origin.format, sheet: origin.sheet, sheets, merges } }
  for await (const rows of batches) yield { kind: 'rows', rows: rows.map(bounded) }
}

/** More than any field of ours holds, so that what is too long stays too long. */
const LONGEST_CELL = 4000
const MAX_CELLS = 2000

/** A cell may be a megabyte long, or a row hold half a million: whoever looks for their meaning looks many times. */
function bounded(row: RawRow): RawRow {
  if (row.cells.length <= MAX_CELLS && !row.cells.some(isLong)) return row
  const cells = row.cells.slice(0, MAX_CELLS)
  return { ...row, cells: cells.map((cell) => (isLong(cell) ? cell.slice(0, LONGEST_CELL) : cell)) }
}
const isLong = (cell: Cell): cell is string => typeof cell === 'string' && cell.length > LONGEST_CELL

export async function rowSource(
  opened: OpenedSource,
  options: PriceListOptions,
  limits: PriceListLimits,
): Promise<RowSource> {
  const { archiveEntry } = opened
  if (opened.kind === 'text') {
    const encoding = await detectEncoding(opened.source)
    const dialect = await detectDialect(opened.source, encoding)
    const origin = { format: 'csv', archiveEntry, encoding, delimiter: dialect.delimiter, sheet: null } as const
    return { batches: readTextRows(opened.source, encoding, dialect, limits), merges: [], sheets: [], origin }
  }
  const { sheet, sheets } = await chooseSheet(opened.content, options, limits)
  const { format, encoding } = opened
  const origin = { format, archiveEntry, encoding, delimiter: null, sheet: sheet.name }
  return { batches: sheetBatches(sheet, limits.sheetRows), merges: sheet.merges, sheets, origin }
}

/** The sheet asked for, or the one with the most recognised columns, or the longest. */
async function chooseSheet(
  content: Buffer | string,
  options: PriceListOptions,
  limits: PriceListLimits,
): Promise<{ sheet: Sheet; sheets: string[] }> {
  // A reader of workbooks is larger than all else that a thread of ours loads: a text does without it.
  const { readWorkbook } = await import('./workbook.ts')
  const sheets = readWorkbook(content, limits.sheetRows + 1, options.sheet)
  const rated = sheets.map((sheet) => {
    const sample = firstRows(sheet, SAMPLE_ROWS)
    const header = findHeader(sample, sheet.merges, recogniseHeader)
    return { sheet, fields: header?.fields.size ?? guessColumns(sample)?.length ?? 0, rows: sample.length }
  })
  const best = rated.toSorted((a, b) => b.fields - a.fields || b.rows - a.rows)[0]
  if (best === undefined || best.rows === 0) throw new PriceListRefused('empty')
  return { sheet: best.sheet, sheets: sheets.map(({ name }) => name) }
}

function firstRows(sheet: Sheet, count: number): RawRow[] {
  const rows: RawRow[] = []
  for (const row of sheet.rows()) if (rows.push(row) >= count) break
  return rows
}

async function* sheetBatches(sheet: Sheet, limit: number): AsyncGenerator<RawRow[]> {
  let batch: RawRow[] = []
  for (const row of sheet.rows()) {
    batch.push(row)
    if (batch.length < SHEET_BATCH) continue
    yield limited(batch, limit)
    batch = []
  }
  if (batch.length > 0) yield limited(batch, limit)
}
