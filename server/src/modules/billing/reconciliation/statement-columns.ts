import {
  cellText,
  findHeader,
  headerWords,
  type FoundHeader,
  type Grid,
  type RawRow,
  type Recognise,
} from '../../../platform/files/spreadsheet/index.ts'
import { parseNumber } from '@artikul/contract/suppliers/price-text'
import type { StatementColumn, StatementField } from '@artikul/contract/billing/reconciliation'

/** Layout of a sheet: the first row and the meaning of its columns. */
interface ReadColumns {
  /** One-based, as spreadsheet programs number rows. */
  headerRow: number | null
  columns: StatementColumn[]
}

const SAMPLE_ROWS = 200
const HEADER_SAMPLE = 40
const MAX_COLUMNS = 300

/** Header words used by accountants; the most certain ones first. */
const WORDS: readonly [StatementField, number, RegExp, RegExp?][] = [
  ['date', 0, /^дата|^день$/, /оплат|срок|номер/],
  ['date', 1, /^период$/],
  ['number', 0, /^(номер|№|входящий номер|вх номер|номер документа|n|n п д|№ документа)( документа| док)?$/],
  ['debit', 0, /(^| )(дебет|дт)$/, /сальдо|остаток|аналитик|субконто|сч[её]т/],
  ['credit', 0, /(^| )(кредит|кт)$/, /сальдо|остаток|аналитик|субконто|сч[её]т/],
  ['document', 0, /документ|регистратор|операци/, /сумма|дата|номер/],
  ['document', 1, /^(содержание|наименование|основание|описание)/],
  ['sum', 0, /^сумма/, /ндс/],
]

/** Recognises the words of one header: both rows joined, then the lower one alone. */
const recognise: Recognise<StatementField> = (upper, lower) => {
  const [top, bottom] = [headerWords(upper), headerWords(lower)]
  const texts = top === '' ? [bottom] : [bottom === '' ? top : `${top} ${bottom}`]
  for (const words of texts)
    for (const [field, doubt, wanted, unwanted] of WORDS)
      if (wanted.test(words) && unwanted?.test(words) !== true) return { field, doubt }
  return null
}

const valuesAt = (rows: readonly RawRow[], index: number): string[] =>
  rows.map((row) => cellText(row.cells[index])).filter((text) => text !== '')

/** «60.01»: in an account card the column «Дебет» contains accounts, with the sums next to it. */
const isAccount = (text: string) => /^\d{2}(?:\.(?:\d{1,2}|\p{Lu}{1,2}))?$/u.test(text)

function columnOfSums(index: number, header: FoundHeader<StatementField>, sample: readonly RawRow[]): number {
  const values = valuesAt(sample, index)
  if (values.length === 0 || !values.every(isAccount)) return index
  const isNamed = header.cells.some((cell) => cell.index === index + 1 && cell.recognition !== null)
  const sums = valuesAt(sample, index + 1)
  return !isNamed && sums.some((text) => parseNumber(text) !== null) ? index + 1 : index
}

/**
 * Chooses one column for each field, the most certain first and then the leftmost: the right half of a reconciliation
 * statement repeats them.
 */
function columnsUnder(header: FoundHeader<StatementField>, rows: readonly RawRow[]): ReadColumns {
  const sample = rows.slice(header.at + 1, header.at + 1 + SAMPLE_ROWS)
  const best = new Map<StatementField, { index: number; doubt: number }>()
  for (const { index, recognition } of header.cells) {
    if (recognition === null) continue
    const had = best.get(recognition.field)
    if (had === undefined || recognition.doubt < had.doubt) best.set(recognition.field, { index, ...recognition })
  }
  const chosen = new Map<number, StatementField>()
  for (const [field, { index }] of best)
    chosen.set(field === 'debit' || field === 'credit' ? columnOfSums(index, header, sample) : index, field)
  const known = new Map(header.cells.map(({ index, header: text }) => [index, text]))
  const indexes = [...new Set([...known.keys(), ...chosen.keys()])].sort((a, b) => a - b).slice(0, MAX_COLUMNS)
  return {
    headerRow: rows[header.at]?.number ?? null,
    columns: indexes.map((index) => ({
      index,
      header: (known.get(index) ?? '').slice(0, 500),
      field: chosen.get(index) ?? null,
    })),
  }
}

/** Finds the header and the meaning of every column under it. */
export function recogniseStatementColumns({ rows, merges }: Pick<Grid, 'rows' | 'merges'>): ReadColumns {
  const header = findHeader(rows.slice(0, HEADER_SAMPLE), merges, recognise)
  return header === null ? { headerRow: null, columns: [] } : columnsUnder(header, rows)
}

/** Finds the meaning of every column below a header row that a person has chosen. */
export function statementColumnsBelow({ rows }: Pick<Grid, 'rows'>, headerRow: number): ReadColumns {
  const at = rows.findIndex((row) => row.number === headerRow)
  const row = rows[at]
  if (row === undefined) return { headerRow, columns: [] }
  const cells = row.cells.map((cell, index) => {
    const header = cellText(cell)
    return { index, header, recognition: header === '' ? null : recognise('', header) }
  })
  return columnsUnder({ at, rows: 1, cells, fields: new Set() }, rows)
}
