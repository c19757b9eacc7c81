import {
  cellText,
  FORMAT_NAMES,
  headerWords,
  PriceListRefused,
  readGrid,
  type Grid,
  type RawRow,
} from '../../../../platform/files/spreadsheet/index.ts'
import { createHash, randomUUID } from 'node:crypto'
import { writeFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_BULK_ORDER_ROWS, type ListColumn, type ListLayout } from '@artikul/contract/ordering/bulk-orders'
import { AppError } from '../../../../platform/errors.ts'
import { listColumnsBelow, recogniseListColumns, type ReadColumns } from './list-columns.ts'
import { readBulkOrderRows, readRows } from '../list-rows.ts'
import type { Point } from './list-words.ts'
import type { ListContent } from '../bulk-orders.queries.ts'
import { readPasted } from './pasted-text.ts'

/** Input of a list: the bytes of a file or of pasted text. */
export interface UploadedBulkOrder {
  content: Buffer
  isPasted: boolean
  /** Company that owns the file; undefined for staff. */
  company?: number | undefined
}
/** Layout chosen by a person; null fields are detected. */
export interface RequestedLayout {
  sheet: string | null
  header_row: number | null
  columns: ListColumn[] | null
}
/** Loads the columns that the company chose before for a header with one of these fingerprints. */
export type RecallColumns = (
  fingerprints: readonly string[],
) => Promise<{ fingerprint: string; columns: ListColumn[] } | null>
export interface ReadList extends ListContent {
  /** Fingerprint of the header; null without a header. */
  fingerprint: string | null
}

const HEADER_WITHIN = 40
const PREVIEW_ROWS = 30
const PREVIEW_CELLS = 60
const MAX_SKIPPED = 1000
/** Number of extra rows allowed for titles and notes around the list. */
const ROWS_AROUND = 200
const FREE_COLUMNS: ListColumn[] = [
  { index: 0, header: '', field: 'article', consignee_id: null },
  { index: 1, header: '', field: 'qty', consignee_id: null },
]

interface Sheet extends Pick<Grid, 'rows' | 'merges' | 'sheet' | 'sheets'> {
  format: string
  isFree: boolean
}

async function withFile<T>(content: Buffer, work: (path: string) => Promise<T>): Promise<T> {
  const path = join(tmpdir(), `artikul-list-${randomUUID()}`)
  try {
    await writeFile(path, content, { mode: 0o600 })
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

const tooManyRows = () =>
  new AppError('file.refused', {
    detail: `За раз принимается не больше ${MAX_BULK_ORDER_ROWS.toLocaleString('ru-RU')} строк: разделите список`,
  })

/** @throws AppError `file.refused` with a readable reason */
async function readSheet({ content, isPasted, company }: UploadedBulkOrder, sheet: string | null): Promise<Sheet> {
  if (isPasted) return { ...readPasted(content.toString('utf8')), format: 'вставленный текст', sheet: null, sheets: [] }
  try {
    const grid = await withFile(content, (path) =>
      readGrid(path, { mostRows: MAX_BULK_ORDER_ROWS + ROWS_AROUND, sheet: sheet ?? undefined, company }),
    )
    return { ...grid, format: FORMAT_NAMES[grid.format], isFree: false }
  } catch (error) {
    if (!(error instanceof PriceListRefused)) throw error
    if (error.reason === 'too_many_rows') throw tooManyRows()
    throw new AppError('file.refused', { detail: error.message })
  }
}

/** Calculates a fingerprint that is equal for headers with the same words in the same columns. */
function fingerprintOf({ cells }: RawRow): string | null {
  const words = cells.map((cell) => headerWords(cellText(cell)))
  return words.filter(Boolean).length < 2 ? null : createHash('sha256').update(words.join('\n')).digest('hex')
}

/** Finds a header whose meaning a person has chosen before, in any row. */
async function recallHeader({ rows }: Sheet, recall: RecallColumns): Promise<ReadColumns | null> {
  const candidates = rows.slice(0, HEADER_WITHIN).map((row) => ({ row, fingerprint: fingerprintOf(row) }))
  const saved = await recall(candidates.flatMap(({ fingerprint }) => fingerprint ?? []))
  const row = saved && candidates.find(({ fingerprint }) => fingerprint === saved.fingerprint)?.row
  return row ? { headerRow: row.number, columns: saved.columns } : null
}

async function columnsOf(
  sheet: Sheet,
  layout: RequestedLayout | null,
  points: readonly Point[],
  recall: RecallColumns,
): Promise<ReadColumns & { remembered: boolean }> {
  if (layout?.columns) return { headerRow: layout.header_row, columns: layout.columns, remembered: false }
  const saved = layout?.header_row ? null : await recallHeader(sheet, recall)
  if (saved !== null) return { ...saved, remembered: true }
  const headerRow = layout?.header_row ?? null
  const found = headerRow === null ? recogniseListColumns(sheet, points) : listColumnsBelow(sheet, headerRow, points)
  const isLines = sheet.isFree && found.headerRow === null
  return { ...(isLines ? { headerRow: null, columns: FREE_COLUMNS } : found), remembered: false }
}

const previewOf = (rows: readonly RawRow[]) =>
  rows.slice(0, PREVIEW_ROWS).map(({ number, cells }) => ({
    number,
    cells: cells.slice(0, PREVIEW_CELLS).map((cell) => cellText(cell).slice(0, 200)),
  }))

/** Splits a sheet with a single wide column into cells, as pasted lines are split. */
function asLines(sheet: Sheet): Sheet {
  const text = sheet.rows.map(({ cells }) => cells.map(cellText).filter(Boolean).join(' ')).join('\n')
  const { rows } = readPasted(text)
  const numbered = rows.map((row) => ({ ...row, number: sheet.rows[row.number - 1]?.number ?? row.number }))
  return { ...sheet, rows: numbered, isFree: true }
}
const isOneColumn = (rows: readonly RawRow[]) =>
  rows.every(({ cells }) => cells.filter((cell) => cellText(cell) !== '').length <= 1)

/**
 * Parses a file or pasted text into rows: the sheet, the header, the columns and every row under it.
 * @throws AppError `file.refused` when the content contains no list of parts or exceeds the limits
 */
export async function readBulkOrder(
  sent: UploadedBulkOrder,
  requestedLayout: RequestedLayout | null,
  points: readonly Point[],
  recall: RecallColumns,
): Promise<ReadList> {
  const whole = await readSheet(sent, requestedLayout?.sheet ?? null)
  const sheet = !whole.isFree && isOneColumn(whole.rows) ? asLines(whole) : whole
  if (sheet.rows.length === 0) throw new AppError('file.refused', { detail: 'В файле нет ни одной заполненной строки' })
  const { headerRow, columns, remembered } = await columnsOf(sheet, requestedLayout, points, recall)
  if (!columns.some(({ field }) => field === 'article' || field === 'own_code')) {
    if (requestedLayout?.columns)
      throw new AppError('file.refused', { detail: 'Укажите столбец с артикулом или с вашим кодом' })
  }
  const isLines = columns === FREE_COLUMNS
  const { rows, skipped } = isLines
    ? readBulkOrderRows(sheet.rows)
    : readRows(sheet.rows, { headerRow, columns }, points)
  if (rows.length > MAX_BULK_ORDER_ROWS) throw tooManyRows()
  const layout: ListLayout = {
    format: sheet.format,
    sheet: sheet.sheet,
    sheets: [...sheet.sheets],
    header_row: headerRow,
    columns,
    remembered,
  }
  const header = sheet.rows.find((row) => row.number === headerRow)
  return {
    layout,
    preview: { rows: previewOf(sheet.rows) },
    skipped: skipped.slice(0, MAX_SKIPPED),
    rows,
    fingerprint: header ? fingerprintOf(header) : null,
  }
}
