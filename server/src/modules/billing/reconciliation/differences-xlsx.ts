import {
  RECONCILIATION_DIFFERENCE_KINDS,
  DIFFERENCE_OUTCOMES,
  type ReconciliationDifference,
  type ReconciledDocument,
} from '@artikul/contract/billing/reconciliation'
import type { Cell, Row } from 'write-excel-file/node'
import { dayText } from '../../../platform/clock.ts'
import { textCell, writeTable } from '../../../platform/files/xlsx.ts'

const COLUMNS = [
  { title: 'Расхождение', width: 22 },
  { title: 'Документ поставщика', width: 38 },
  { title: 'Дата у поставщика', width: 18 },
  { title: 'Сумма у поставщика, ₽', width: 22 },
  { title: 'Документ покупателя', width: 38 },
  { title: 'Строка файла', width: 14 },
  { title: 'Дата у покупателя', width: 18 },
  { title: 'Сумма у покупателя, ₽', width: 22 },
  { title: 'Разница, ₽', width: 16 },
  { title: 'Статус', width: 28 },
  { title: 'Сообщений', width: 12 },
]

const money = (kop: number): Cell => ({ value: kop / 100, type: Number, format: '#,##0.00' })
const sumOf = (document: ReconciledDocument | null): Cell => (document ? money(document.kop) : null)
const dayOf = (document: ReconciledDocument | null) => textCell(document ? dayText(document.day) : '')

const rowOf = ({ kind, ours, theirs, outcome, messages_count: messages }: ReconciliationDifference): Row => [
  textCell(RECONCILIATION_DIFFERENCE_KINDS[kind]),
  textCell(ours?.text ?? ''),
  dayOf(ours),
  sumOf(ours),
  textCell(theirs?.text ?? ''),
  theirs ? { value: theirs.row_number, type: Number } : null,
  dayOf(theirs),
  sumOf(theirs),
  money((ours?.kop ?? 0) - (theirs?.kop ?? 0)),
  textCell(outcome === null ? 'Открыто' : DIFFERENCE_OUTCOMES[outcome]),
  { value: messages, type: Number },
]

/** Renders differences as a workbook; a negative sum reduces the buyer's debt. */
export const renderDifferences = (rows: readonly ReconciliationDifference[], total: number): Promise<Buffer> =>
  writeTable({ sheet: 'Расхождения', columns: COLUMNS, rows: rows.map(rowOf), total })
