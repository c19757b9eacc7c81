import { createHash, randomUUID } from 'node:crypto'
import { writeFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MOST_LIST_ROWS, type ListColumn, type ListLayout } from '@artikul/contract/lists'
import { AppError } from '../../platform/errors.ts'
import { cellText, headerWords, PriceListRefused, readGrid, type Grid, type RawRow } from '../imports/index.ts'
import { columnsBelow, recogniseColumns, type ReadColumns } from './list-columns.ts'
import { readLines, readRows } from './list-rows.ts'
import type { Point } from './list-words.ts'
import type { ListContent } from './lists.queries.ts'
import { readPasted } from './pasted-text.ts'

/** What a person sent: the bytes of a file, or of a pasted text. */
export interface SentList {
  content: Buffer
  isPasted: boolean
}
/** What a person says of the sheet; null: find it out. */
export interface AskedLayout {
  sheet: string | null
  header_row: number | null
  columns: ListColumn[] | null
}
/** How the company has corrected a file with this header before. */
export type RecallColumns = (fingerprint: string) => Promise<ListColumn[] | null>

const PREVIEW_ROWS = 30
const PREVIEW_CELLS = 60
/** Titles and notes around the list itself. */
const ROWS_AROUND = 200
const FORMATS: Record<Grid['format'], string> = {
  csv: 'текст с разделителями',
  xls: 'XLS',
  xlsx: 'XLSX',
  ods: 'ODS',
  html: 'таблица HTML',
  spreadsheetml: 'XML для Excel',
}
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
    detail: `За раз принимается не больше ${MOST_LIST_ROWS.toLocaleString('ru-RU')} строк: разделите список`,
  })

/** @throws AppError `file.refused` with the reason in words */
async function readSheet({ content, isPasted }: SentList, sheet: string | null): Promise<Sheet> {
  if (isPasted) return { ...readPasted(content.toString('utf8')), format: 'вставленный текст', sheet: null, sheets: [] }
  try {
    const grid = await withFile(content, (path) =>
      readGrid(path, MOST_LIST_ROWS + ROWS_AROUND, sheet === null ? undefined : sheet),
    )
    return { ...grid, format: FORMATS[grid.format], isFree: false }
  } catch (error) {
    if (!(error instanceof PriceListRefused)) throw error
    if (error.reason === 'too_many_rows') throw tooManyRows()
    throw new AppError('file.refused', { detail: error.message })
  }
}

/** The same for every file whose header says the same words. */
export const fingerprintOf = (columns: readonly ListColumn[]): string | null => {
  const words = columns.map(({ header }) => headerWords(header)).filter((header) => header !== '')
  return words.length < 2 ? null : createHash('sha256').update(words.join('\n')).digest('hex')
}

/** Columns as they were told before, where the file still has them. */
const withTold = (columns: readonly ListColumn[], told: readonly ListColumn[]): ListColumn[] =>
  columns.map((column) => {
    const known = told.find(({ index, header }) => index === column.index && header === column.header)
    return known ? { ...column, field: known.field, consignee_id: known.consignee_id } : column
  })

async function columnsOf(
  sheet: Sheet,
  asked: AskedLayout | null,
  points: readonly Point[],
  recall: RecallColumns,
): Promise<ReadColumns & { remembered: boolean }> {
  if (asked?.columns) return { headerRow: asked.header_row, columns: asked.columns, remembered: false }
  const headerRow = asked?.header_row ?? null
  const found = headerRow === null ? recogniseColumns(sheet, points) : columnsBelow(sheet, headerRow, points)
  if (sheet.isFree && found.headerRow === null) return { headerRow: null, columns: FREE_COLUMNS, remembered: false }
  const fingerprint = fingerprintOf(found.columns)
  const told = fingerprint === null ? null : await recall(fingerprint)
  if (told === null) return { ...found, remembered: false }
  return { ...found, columns: withTold(found.columns, told), remembered: true }
}

const previewOf = (rows: readonly RawRow[]) =>
  rows.slice(0, PREVIEW_ROWS).map(({ number, cells }) => ({
    number,
    cells: cells.slice(0, PREVIEW_CELLS).map((cell) => cellText(cell).slice(0, 200)),
  }))

/** One column that is wider than its words say: every cell is a line like those that people paste. */
function asLines(sheet: Sheet): Sheet {
  const text = sheet.rows.map(({ cells }) => cells.map(cellText).filter(Boolean).join(' ')).join('\n')
  const { rows } = readPasted(text)
  const numbered = rows.map((row) => ({ ...row, number: sheet.rows[row.number - 1]?.number ?? row.number }))
  return { ...sheet, rows: numbered, isFree: true }
}
const isOneColumn = (rows: readonly RawRow[]) =>
  rows.every(({ cells }) => cells.filter((cell) => cellText(cell) !== '').length <= 1)

/**
 * Reads what a person sent into rows: the sheet, the header, the columns and every row under it.
 * @throws AppError `file.refused`: nothing in it looks like a list of parts, or there is too much of it
 */
export async function readList(
  sent: SentList,
  asked: AskedLayout | null,
  points: readonly Point[],
  recall: RecallColumns,
): Promise<ListContent> {
  const whole = await readSheet(sent, asked?.sheet ?? null)
  const sheet = !whole.isFree && isOneColumn(whole.rows) ? asLines(whole) : whole
  if (sheet.rows.length === 0) throw new AppError('file.refused', { detail: 'В файле нет ни одной заполненной строки' })
  const { headerRow, columns, remembered } = await columnsOf(sheet, asked, points, recall)
  if (!columns.some(({ field }) => field === 'article' || field === 'own_code')) {
    if (asked?.columns) throw new AppError('file.refused', { detail: 'Укажите столбец с артикулом или с вашим кодом' })
  }
  const isLines = columns === FREE_COLUMNS
  const { rows, skipped } = isLines ? readLines(sheet.rows) : readRows(sheet.rows, { headerRow, columns }, points)
  if (rows.length > MOST_LIST_ROWS) throw tooManyRows()
  const layout: ListLayout = {
    format: sheet.format,
    sheet: sheet.sheet,
    sheets: [...sheet.sheets],
    header_row: headerRow,
    columns,
    remembered,
  }
  return { layout, preview: { rows: previewOf(sheet.rows) }, skipped: skipped.slice(0, 1000), rows }
}
