import type { PriceField, RawRow, RecognisedColumn, SkippedKind } from './types.ts'
import { cellText, filledCells } from './cells.ts'
import { recogniseHeader } from './header-words.ts'

const TOTAL = /^(?:итого?|всего|total|grand total|разом)(?=$|[\s:,.])/i
const SIGNATURE =
  /_{4,}|подпись|(?<!\p{L})м\.\s?п\.|руководител|директор|бухгалтер|составил|исполнител|с уважением|менеджер|^тел(?:ефон)?[.:]/iu

export interface TableShape {
  columns: readonly RecognisedColumn[]
  at: Readonly<Partial<Record<PriceField, number>>>
  /** Leftmost column with a header text. */
  firstColumn: number
}

export function isTotal(text: string): boolean {
  return TOTAL.test(text)
}

/**
 * Classifies a row that is no position of the list; null when it is one. Called only for rows that would be refused, so
 * that a million valid rows cost nothing.
 */
export function serviceKind(row: RawRow, shape: TableShape): SkippedKind | null {
  const filled = filledCells(row)
  const first = filled[0]
  if (first === undefined) return 'blank'
  const hasPrice = isFilledAt(row, shape.at.purchase) || isFilledAt(row, shape.at.sale)
  const texts = filled.filter(({ index }) => index !== shape.at.lineNumber)
  if (texts.some(({ text }) => isTotal(text)) && !isPosition(row, shape)) return 'total'
  if (isRepeatedHeader(row, filled.length, shape) || isColumnNumbers(row)) return 'header'
  if (
    filled.length <= 4 &&
    !hasPrice &&
    !isFilledAt(row, shape.at.qty) &&
    filled.some(({ text }) => SIGNATURE.test(text))
  )
    return 'signature'
  if (filled.length === 1) return 'group'
  if (!hasPrice && first.index < shape.firstColumn) return 'other_record'
  return shape.at.article !== undefined && isHeading(row, shape, hasPrice) ? 'group' : null
}

/** A position whose name starts with «Итого» still has both an article and a brand. */
function isPosition(row: RawRow, { at }: TableShape): boolean {
  return isFilledAt(row, at.article) && isFilledAt(row, at.brand) && !isTotal(cellText(row.cells[at.article ?? -1]))
}

/** Detects a group with its own code: without article, brand, price or quantity. */
function isHeading(row: RawRow, { at }: TableShape, hasPrice: boolean): boolean {
  return !hasPrice && ![at.article, at.brand, at.qty].some((index) => isFilledAt(row, index))
}

function isRepeatedHeader(row: RawRow, filled: number, { columns }: TableShape): boolean {
  const same = columns.filter(({ index, header }) => {
    const text = cellText(row.cells[index])
    return text !== '' && (text === header || (header.endsWith(` / ${text}`) && recogniseHeader('', text) !== null))
  })
  return same.length >= 2 && same.length * 2 >= Math.min(filled, columns.length)
}

/** «1, 2, 3, 4…» under a header would be parsed as a position: brand 2, article 3, price 5. */
export function isColumnNumbers(row: RawRow): boolean {
  const filled = filledCells(row)
  return filled.length >= 3 && filled.every(({ text }, at) => text === String(at + 1))
}

function isFilledAt(row: RawRow, index: number | undefined): boolean {
  return index !== undefined && cellText(row.cells[index]) !== ''
}
