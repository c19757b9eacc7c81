import { cellText, PriceListRefused, readGrid, type Grid } from '../../../platform/files/spreadsheet/index.ts'
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  MAX_RECONCILIATION_ROWS,
  type RequestedStatementLayout,
  type Reconciliation,
  type StatementLayout,
} from '@artikul/contract/billing/reconciliation'
import { AppError } from '../../../platform/errors.ts'
import { statementColumnsBelow, recogniseStatementColumns } from './statement-columns.ts'
import { readStatementRows, type StatementRows } from './statement-rows.ts'

const PREVIEW_ROWS = 30
const PREVIEW_CELLS = 60
/** Extra rows allowed for titles, totals and signatures around the documents. */
const ROWS_AROUND = 200

export interface ReadStatement extends StatementRows {
  layout: StatementLayout
  preview: Reconciliation['preview']
}

const tooManyRows = () =>
  new AppError('file.refused', {
    detail: `За раз сверяется не больше ${MAX_RECONCILIATION_ROWS.toLocaleString('ru-RU')} строк: возьмите период короче`,
  })

export interface SentStatement {
  content: Buffer
  /** Contractor that owns the statement. */
  company?: number
}

async function readSheet({ content, company }: SentStatement, sheet: string | null): Promise<Grid> {
  const path = join(tmpdir(), `artikul-statement-${randomUUID()}`)
  try {
    await writeFile(path, content, { mode: 0o600 })
    return await readGrid(path, {
      mostRows: MAX_RECONCILIATION_ROWS + ROWS_AROUND,
      sheet: sheet ?? undefined,
      company,
    })
  } catch (error) {
    if (!(error instanceof PriceListRefused)) throw error
    if (error.reason === 'too_many_rows') throw tooManyRows()
    throw new AppError('file.refused', { detail: error.message })
  } finally {
    await rm(path, { force: true })
  }
}

function requireColumns(layout: StatementLayout, input: RequestedStatementLayout | null) {
  const fields = new Set(layout.columns.map(({ field }) => field))
  const isWhole =
    (fields.has('date') || fields.has('document')) && (fields.has('sum') || fields.has('debit') || fields.has('credit'))
  if (input?.columns && !isWhole)
    throw new AppError('file.refused', { detail: 'Укажите столбцы с датой и с суммой: «Дебет», «Кредит» или «Сумма»' })
  return isWhole
}

/**
 * Parses a buyer's own statement: the sheet, the header, the columns and every document under it.
 * @param input layout chosen by a person; null to detect it. A file with unrecognised columns then has no documents,
 * and its company defines the columns
 * @throws AppError `file.refused` with a readable reason
 */
export async function readStatementFile(
  sent: SentStatement,
  input: RequestedStatementLayout | null,
  period: { from: string; to: string },
): Promise<ReadStatement> {
  const grid = await readSheet(sent, input?.sheet ?? null)
  if (grid.rows.every(({ cells }) => cells.every((cell) => cellText(cell) === '')))
    throw new AppError('file.refused', { detail: 'В файле нет ни одной заполненной строки' })
  const found = input?.columns
    ? { headerRow: input.header_row, columns: input.columns }
    : input?.header_row
      ? statementColumnsBelow(grid, input.header_row)
      : recogniseStatementColumns(grid)
  const layout: StatementLayout = {
    sheet: grid.sheet,
    sheets: [...grid.sheets],
    header_row: found.headerRow,
    columns: found.columns,
  }
  const isWhole = requireColumns(layout, input)
  const read = readStatementRows(grid.rows, isWhole ? found : { headerRow: found.headerRow, columns: [] }, period)
  if (read.documents.length > MAX_RECONCILIATION_ROWS) throw tooManyRows()
  const preview = grid.rows.slice(0, PREVIEW_ROWS).map(({ number, cells }) => ({
    number,
    cells: cells.slice(0, PREVIEW_CELLS).map((cell) => cellText(cell).slice(0, 200)),
  }))
  return { ...read, layout, preview }
}
