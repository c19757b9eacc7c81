import { cellText, type RawRow } from '../../../platform/files/spreadsheet/index.ts'
import { parseNumber } from '@artikul/contract/suppliers/price-text'
import { numbersWithin, reconciledNumber } from '@artikul/contract/billing/reconciliation-rules'
import type { PassedRow, StatementColumn, StatementField } from '@artikul/contract/billing/reconciliation'

/** Document of the buyer's file; the sum is positive when it increases the buyer's debt. */
export interface TheirDocument {
  row_number: number
  numbers: string[]
  text: string
  day: string
  kop: number
}

export interface StatementRows {
  documents: TheirDocument[]
  passed: PassedRow[]
  opening_kop: number | null
  closing_kop: number | null
}

const DAY = /(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?!\d)/
const ISO_DAY = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/
const TOTALS = /^(?:итог|всего|обороты|оборот за|сальдо|остаток|входящ\S* остат|исходящ\S* остат)/i
const OPENING = /^(?:сальдо|остаток|входящ).*(?:нач|входящ)|^входящ/i
const CLOSING = /^(?:сальдо|остаток|исходящ).*(?:кон|исходящ)|^исходящ/i
/** Words of documents that reduce the debt, for files with a single column of sums. */
const FALLS = /оплат|плат[её]ж|списани|п\/п|возврат|корректиров|аванс|взаимозач/i
const MAX_KOP = 1e15

function dayOf(text: string): string | null {
  const iso = ISO_DAY.exec(text)
  const [, day = '', month = '', year = ''] = iso ? [iso[0], iso[3], iso[2], iso[1]] : (DAY.exec(text) ?? [])
  if (day === '') return null
  const written = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${written}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : null
}

/** Parses a cell into kopecks; undefined when it is empty, null when it is no sum. */
function kopOf(text: string): number | null | undefined {
  if (text === '' || /^[-–—]$/.test(text)) return undefined
  const figure = parseNumber(text.replace(/^\((.*)\)$/, '-$1'))
  if (figure === null) return null
  const kop = Math.round(figure * 100)
  return Math.abs(kop) > MAX_KOP ? null : kop
}

type Cells = (field: StatementField) => string

/** Calculates the increase of the debt; undefined when the row has no sum, null when it cannot be parsed. */
function movedBy(cell: Cells, words: string): number | null | undefined {
  const [debit, credit] = [kopOf(cell('debit')), kopOf(cell('credit'))]
  if (debit === null || credit === null) return null
  // The buyer's debit is the seller's credit.
  if (debit !== undefined || credit !== undefined) return (credit ?? 0) - (debit ?? 0)
  const sum = kopOf(cell('sum'))
  return sum === null || sum === undefined ? sum : FALLS.test(words) ? -Math.abs(sum) : sum
}

const cellsOf = (row: RawRow, columns: readonly StatementColumn[]): Cells => {
  const at = new Map(columns.flatMap(({ field, index }) => (field === null ? [] : [[field, index] as const])))
  return (field) => {
    const index = at.get(field)
    return index === undefined ? '' : cellText(row.cells[index])
  }
}

function documentOf(row: RawRow, cell: Cells, period: { from: string; to: string }): TheirDocument | string {
  const [number, words] = [cell('number'), cell('document')]
  const kop = movedBy(cell, words)
  if (kop === null) return 'сумма не читается'
  if (kop === undefined || kop === 0) return 'нет суммы'
  const day = dayOf(cell('date')) ?? dayOf(words)
  if (day === null) return 'нет даты'
  if (day < period.from || day > period.to) return 'вне периода'
  const own = reconciledNumber(number)
  const numbers = own === null ? numbersWithin(words) : [...new Set([own, ...numbersWithin(words)])]
  const text = [words, number && !words.includes(number) ? `№ ${number}` : ''].filter(Boolean).join(' ')
  return { row_number: row.number, numbers, text: text.slice(0, 300) || 'Без названия', day, kop }
}

/** «Сальдо на 01.10.2026» is the opening balance when no document precedes it. */
function recordBalance(read: StatementRows, title: string, kop: number) {
  const isBalance = /^(?:сальдо|остаток)/i.test(title)
  if (OPENING.test(title) || (isBalance && !CLOSING.test(title) && read.documents.length === 0))
    read.opening_kop ??= kop
  else if (CLOSING.test(title) || isBalance) read.closing_kop = kop
}

/** Parses the documents of the period under the header, and lists the skipped rows with reasons. */
export function readStatementRows(
  rows: readonly RawRow[],
  { headerRow, columns }: { headerRow: number | null; columns: readonly StatementColumn[] },
  period: { from: string; to: string },
): StatementRows {
  const read: StatementRows = { documents: [], passed: [], opening_kop: null, closing_kop: null }
  for (const row of rows) {
    const text = row.cells.map(cellText).filter(Boolean).join(' · ').slice(0, 200)
    if (text === '') continue
    const pass = (why: string) => read.passed.push({ row_number: row.number, text, why })
    if (headerRow !== null && row.number <= headerRow) {
      pass(row.number === headerRow ? 'заголовок' : 'над таблицей')
      continue
    }
    const cell = cellsOf(row, columns)
    const title = row.cells.map(cellText).find(Boolean) ?? ''
    if (TOTALS.test(title)) {
      recordBalance(read, title, movedBy(cell, '') ?? 0)
      pass('остаток или итог')
      continue
    }
    const found = documentOf(row, cell, period)
    if (typeof found === 'string') pass(found)
    else read.documents.push(found)
  }
  return read
}
