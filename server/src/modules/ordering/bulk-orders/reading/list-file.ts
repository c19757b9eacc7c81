import type { ListRow } from '@artikul/contract/ordering/bulk-order-rows'
import { LIST_STATES } from '@artikul/contract/ordering/bulk-order-states'
import type { Cell, Row } from 'write-excel-file/node'
import type { Db } from '../../../../platform/db/index.ts'
import { textCell, writeTable } from '../../../../platform/files/xlsx.ts'
import { readListRows } from '../read-bulk-orders.ts'
import { selectBulkOrderContent } from '../bulk-orders.queries.ts'
import { bulkOrderNotFound, placeOf, requireList, type ListCaller, type ListDeps } from '../bulk-orders.ts'
import { answerWorkbook, type AnswerCell } from '../xlsx-answer.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface AnswerColumn {
  title: string
  width: number
  of: (row: ListRow) => AnswerCell
  isPrice?: true
}

const first = (row: ListRow) => row.choices[0]
const ruDay = (day: string | undefined) => day?.split('-').toReversed().join('.') ?? null
const warehouses = (row: ListRow) => row.choices.map(({ offer }) => offer.warehouse).join(' + ')
const qtyOf = (row: ListRow) => row.choices.reduce((sum, { qty }) => sum + qty * 1000, 0) / 1000

const COLUMNS: readonly AnswerColumn[] = [
  { title: 'Ответ', width: 20, of: (row) => LIST_STATES[row.state] },
  { title: 'Производитель', width: 18, of: (row) => (first(row)?.product ?? row.product)?.brand ?? null },
  { title: 'Артикул', width: 20, of: (row) => (first(row)?.product ?? row.product)?.article ?? null },
  { title: 'Наименование', width: 36, of: (row) => (first(row)?.product ?? row.product)?.name ?? null },
  { title: 'Количество', width: 12, of: (row) => qtyOf(row) || null },
  { title: 'Цена с НДС, ₽', width: 14, of: (row) => kopText(first(row)?.offer.price_kop), isPrice: true },
  {
    title: 'Сумма, ₽',
    width: 14,
    of: (row) => (row.choices.length === 0 ? null : kopText(row.sum_kop)),
    isPrice: true,
  },
  { title: 'Ожидаем', width: 12, of: (row) => ruDay(lastDate(row)) },
  { title: 'Склад', width: 18, of: (row) => warehouses(row) || null },
  { title: 'Примечание', width: 50, of: (row) => row.notes.map(({ text }) => text).join('; ') || null },
]

const kopText = (kop: number | null | undefined): number | null =>
  kop === null || kop === undefined ? null : kop / 100
const lastDate = (row: ListRow) =>
  row.choices
    .map(({ offer }) => offer.expected_date)
    .reduce<string | undefined>((a, b) => (a && a > b ? a : b), undefined)

/**
 * Combines the rows of the list that came from one row of a sheet with a column for each point: numbers are added,
 * texts joined.
 */
function together(rows: readonly ListRow[], { of, title }: AnswerColumn): AnswerCell {
  const cells = rows.map(of).filter((cell) => cell !== null)
  if (cells.every((cell) => typeof cell === 'number'))
    return cells.length === 0 ? null : title.startsWith('Цена') ? (cells[0] ?? null) : cells.reduce((a, b) => a + b, 0)
  return [...new Set(cells.map(String))].join('; ')
}

const asCell = (value: AnswerCell): Cell =>
  value === null ? null : typeof value === 'number' ? { value, type: Number } : textCell(value)

/** Builds a new workbook of the list with its answers, for files that cannot be extended. */
function freshTable(rows: readonly ListRow[], columns: readonly AnswerColumn[]) {
  const requestTitles = ['Ваш производитель', 'Ваш артикул', 'Ваше количество']
  return writeTable({
    sheet: 'Заказ по списку',
    columns: [
      ...requestTitles.map((title) => ({ title, width: 18 })),
      ...columns.map(({ title, width }) => ({ title, width })),
    ],
    rows: rows.map((row): Row => [
      textCell(row.asked.brand),
      textCell(row.asked.article),
      row.qty === null ? textCell(row.asked.qty) : { value: row.qty, type: Number },
      ...columns.map((column) => asCell(column.of(row))),
    ]),
    total: rows.length,
  })
}

const nameOf = (name: string) => `${name.replace(/\.[a-z0-9]{1,5}$/i, '').slice(0, 100)} — ответ.xlsx`

/**
 * Adds the answers to the last columns of the buyer's own workbook; any other kind of file is answered with a new
 * workbook.
 * @throws AppError `not_found`
 */
export async function answerFile(db: Db, { pricing }: ListDeps, caller: ListCaller, id: number) {
  const [list, sent] = [await requireList(db, caller, id), await selectBulkOrderContent(db, caller.owner, id)]
  if (!sent) throw bulkOrderNotFound()
  const view = placeOf(caller, list)
  const columns = COLUMNS.filter(({ isPrice }) => !isPrice || view.seesPrices)
  const rows = await readListRows(db, pricing, view, id)
  const byRow = Map.groupBy(rows, (row) => row.row_number)
  const own =
    list.layout.format === 'XLSX'
      ? await answerWorkbook(sent.content, {
          sheet: list.layout.sheet,
          headerRow: list.layout.header_row,
          titles: columns.map(({ title }) => title),
          rows: new Map(
            [...byRow].map(([number, group]) => [number, columns.map((column) => together(group, column))]),
          ),
        })
      : null
  return { bytes: own ?? (await freshTable(rows, columns)), type: XLSX, name: nameOf(list.name) }
}
