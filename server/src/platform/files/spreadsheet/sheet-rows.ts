import { guessColumns } from './choose-columns.ts'
import { detectDialect } from './csv-dialect.ts'
import { findHeader, type FoundHeader, type MergedRange } from './find-header.ts'
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
  type RecognisedColumn,
} from './types.ts'
import type { Sheet } from './workbook.ts'

/** Number of rows by which columns are recognised. */
export const SAMPLE_ROWS = 300
const SHEET_BATCH = 2000

/** Location of the rows in a file. */
export interface RowOrigin {
  format: FileFormat
  /** File extracted from a zip archive. */
  archiveEntry: string | null
  encoding: string | null
  delimiter: string | null
  sheet: string | null
  /** Sheets of the same shape, which are read after the first one; their row numbers continue from the offset. */
  furtherSheets: readonly { name: string; offset: number }[]
}

export interface RowSource {
  batches: AsyncIterable<RawRow[]>
  merges: readonly MergedRange[]
  /** Names of all sheets of a workbook. */
  sheets: readonly string[]
  origin: RowOrigin
}

/** Events of a parsed table: its origin, then its raw rows. */
export type GridEvent = { kind: 'origin'; origin: GridOrigin } | { kind: 'rows'; rows: readonly RawRow[] }
export interface GridOrigin extends Pick<RowOrigin, 'format' | 'sheet'> {
  sheets: readonly string[]
  merges: readonly MergedRange[]
}

/** Yields a table with raw cells, to be interpreted by the caller. */
export async function* readGridHere(path: string, options: PriceListOptions = {}): AsyncGenerator<GridEvent> {
  const limits = { ...PRICE_LIST_LIMITS, ...options.limits }
  const { batches, merges, sheets, origin } = await rowSource(await openSource(path, limits), options, limits)
  yield { kind: 'origin', origin: { format: origin.format, sheet: origin.sheet, sheets, merges } }
  for await (const rows of batches) yield { kind: 'rows', rows: rows.map(bounded) }
}

/** Longer than any field of the portal, so that an excessive value stays excessive. */
const LONGEST_CELL = 4000
const MAX_CELLS = 2000

/**
 * Bounds the length and number of cells, because a cell may have a megabyte, a row half a million cells, and their
 * interpretation scans them repeatedly.
 */
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
    const origin = {
      ...({ format: 'csv', archiveEntry, encoding, delimiter: dialect.delimiter } as const),
      ...{ sheet: null, furtherSheets: [] },
    }
    return { batches: readTextRows(opened.source, encoding, dialect, limits), merges: [], sheets: [], origin }
  }
  if (opened.kind === 'pdf') return pdfSource(opened, options, limits)
  const { sheet, further, sheets } = await chooseSheets(opened.content, options, limits)
  const { format, encoding } = opened
  const furtherSheets = further.map(({ sheet: { name }, offset }) => ({ name, offset }))
  const origin = { format, archiveEntry, encoding, delimiter: null, sheet: sheet.name, furtherSheets }
  return { batches: sheetBatches(rowsOfSheets(sheet, further), limits.sheetRows), merges: sheet.merges, sheets, origin }
}

async function pdfSource(
  { content, archiveEntry }: Extract<OpenedSource, { kind: 'pdf' }>,
  options: PriceListOptions,
  limits: PriceListLimits,
): Promise<RowSource> {
  if (!options.allowsPdf) throw new PriceListRefused('pdf')
  const { readPdf } = await import('./read-pdf.ts')
  const origin = {
    ...({ format: 'pdf', archiveEntry, encoding: null, delimiter: null } as const),
    ...{ sheet: null, furtherSheets: [] },
  }
  const rows = await readPdf(content, limits.sheetRows)
  return { batches: sheetBatches(rows, limits.sheetRows), merges: [], sheets: [], origin }
}

/** Sheet of the same shape as the first one. */
interface FurtherSheet {
  sheet: Sheet
  /** Number of filled rows up to the header. */
  skipped: number
  offset: number
}

/** Texts of the header, or fields guessed by values, by column; equal for sheets of the same shape. */
function shapeOf(header: FoundHeader | null, guessed: readonly RecognisedColumn[] | null): string | null {
  if (header) return header.cells.map((cell) => `${cell.index} ${cell.header}`).join('\n')
  return guessed && guessed.map(({ index, field }) => `${index} ${field}`).join(' ')
}

/**
 * Chooses the requested sheet, or the one with the most recognised columns, or the longest. Where the caller joins
 * sheets and requests none, all of the same shape follow in the order of the workbook.
 */
async function chooseSheets(
  content: Buffer | string,
  options: PriceListOptions,
  limits: PriceListLimits,
): Promise<{ sheet: Sheet; further: FurtherSheet[]; sheets: string[] }> {
  // Imported on demand: the workbook parser is larger than everything else in the thread, and texts do not need it.
  const { readWorkbook } = await import('./workbook.ts')
  const sheets = readWorkbook(content, limits.sheetRows + 1, options.sheet)
  const rated = sheets.map((sheet) => {
    const sample = firstRows(sheet, SAMPLE_ROWS)
    const header = findHeader(sample, sheet.merges, recogniseHeader)
    const guessed = header ? null : guessColumns(sample)
    const fields = header?.fields.size ?? guessed?.length ?? 0
    return { sheet, header, shape: shapeOf(header, guessed), fields, rows: sample.length }
  })
  const best = rated.toSorted((a, b) => b.fields - a.fields || b.rows - a.rows)[0]
  if (best === undefined || best.rows === 0) throw new PriceListRefused('empty')
  const names = sheets.map(({ name }) => name)
  if (!options.joinsSheets || options.sheet !== undefined || best.shape === null)
    return { sheet: best.sheet, further: [], sheets: names }
  const [first = best, ...others] = rated.filter(({ shape }) => shape === best.shape)
  let offset = first.sheet.lastRow
  const further = others.map(({ sheet, header }) => {
    const one = { sheet, skipped: (header?.at ?? -1) + 1, offset }
    offset += sheet.lastRow
    return one
  })
  return { sheet: first.sheet, further, sheets: names }
}

function* rowsOfSheets(first: Sheet, further: readonly FurtherSheet[]): Generator<RawRow> {
  yield* first.rows()
  for (const { sheet, skipped, offset } of further) {
    let left = skipped
    for (const row of sheet.rows())
      if (left > 0) left -= 1
      else yield { ...row, number: row.number + offset }
  }
}

function firstRows(sheet: Sheet, count: number): RawRow[] {
  const rows: RawRow[] = []
  for (const row of sheet.rows()) if (rows.push(row) >= count) break
  return rows
}

async function* sheetBatches(rows: Iterable<RawRow>, limit: number): AsyncGenerator<RawRow[]> {
  let batch: RawRow[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < SHEET_BATCH) continue
    yield limited(batch, limit)
    batch = []
  }
  if (batch.length > 0) yield limited(batch, limit)
}
