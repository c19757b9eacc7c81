import writeXlsxFile, { type Cell, type Row } from 'write-excel-file/node'
import { textCell } from '../../../platform/files/xlsx.ts'
import { introOf, PRELIMINARY, type Signatory, type Statement } from './statement.ts'

const COLUMNS = [12, 38, 15, 15, 12, 38, 15, 15]
const grid = { borderStyle: 'thin' } as const
const strong = { ...grid, fontWeight: 'bold' } as const

const wide = (value: string, more: object = {}): Row => [
  textCell(value, { columnSpan: COLUMNS.length, wrap: true, ...more }),
]
const money = (kop: number, style: object): Cell =>
  kop === 0 ? textCell('', style) : { value: kop / 100, type: Number, format: '#,##0.00', ...style }

const halves = (left: Row, theirLeft: Row, [debitKop, creditKop]: [number, number], style: object): Row => [
  ...left,
  money(debitKop, style),
  money(creditKop, style),
  ...theirLeft,
  money(creditKop, style),
  money(debitKop, style),
]
function totalRow(label: string, debitKop: number, creditKop: number): Row {
  const left = [textCell(label, { ...strong, columnSpan: 2 }), null]
  return halves(left, left, [debitKop, creditKop], strong)
}
const entryCells = (day: string, document: string): Row => [
  textCell(day, grid),
  textCell(document, { ...grid, wrap: true }),
]
const signatureRow = ({ organisation, position, name }: Signatory): Row =>
  wide(`От ${organisation}: ${position} ____________________ (${name})`)

/** Renders the statement as a workbook: sums are numeric, document numbers are text. */
export function renderStatementXlsx(statement: Statement): Promise<Buffer> {
  const of = (who: string): Row => [
    textCell(`По данным ${who}, руб.`, { ...strong, columnSpan: 4 }),
    ...Array<null>(3).fill(null),
  ]
  const titles = ['Дата', 'Документ', 'Дебет', 'Кредит'].map((title) => textCell(title, { ...strong, align: 'center' }))
  const rows: Row[] = [
    ...(statement.isPreliminary ? [wide(PRELIMINARY)] : []),
    wide('Акт сверки', { fontSize: 14, fontWeight: 'bold', align: 'center' }),
    wide(`взаимных расчётов за период: ${statement.period}`, { align: 'center' }),
    wide(`между ${statement.seller} и ${statement.buyer} по договору ${statement.contract}`, { align: 'center' }),
    wide(introOf(statement), { height: 48 }),
    [...of(statement.seller), ...of(statement.buyer)],
    [...titles, ...titles],
    totalRow('Сальдо начальное', statement.opening.debit_kop, statement.opening.credit_kop),
    ...statement.rows.map((row) =>
      halves(entryCells(row.day, row.document), entryCells(row.day, row.theirs), [row.debit_kop, row.credit_kop], grid),
    ),
    totalRow('Обороты за период', statement.debit_kop, statement.credit_kop),
    totalRow('Сальдо конечное', statement.closing.debit_kop, statement.closing.credit_kop),
    wide(statement.conclusion, { fontWeight: 'bold' }),
    [],
    ...statement.signatories.map(signatureRow),
  ]
  const columns = COLUMNS.map((width) => ({ width }))
  return writeXlsxFile(rows, {
    columns,
    sheet: 'Акт сверки',
    showGridLines: false,
    orientation: 'landscape',
  }).toBuffer()
}
