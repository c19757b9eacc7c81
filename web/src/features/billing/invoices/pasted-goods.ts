import { parseNumber } from '@artikul/contract/suppliers/price-text'
import type { InvoiceDraftLine } from './new-invoice-draft.ts'

/** Parsed pasted row: an article with a quantity, or a free-text line. */
export type PastedRow = { article: string; qty: number } | { line: InvoiceDraftLine }

const CELLS = /\t|;/
/** Quantity after an article: «26300-35503 4 шт», «26300-35503*4». */
const TAIL = /^(.*?\S)(?:\s*\*\s*|\s+[×xх]\s*|\s+)(\d{1,4}(?:[.,]\d{1,3})?)(?:\s*шт\.?)?$/iu
const MAX_QTY = 999_999

const qtyOf = (text: string | undefined) => {
  const qty = parseNumber((text ?? '').replace(/шт\.?$/i, ''))
  return qty !== null && qty > 0 && qty <= MAX_QTY ? Math.round(qty * 1000) / 1000 : 1
}

function rowOf(text: string, takesLines: boolean): PastedRow {
  const cells = text.split(CELLS).map((cell) => cell.trim())
  const [first = '', second = '', third, fourth] = cells
  if (takesLines && cells.length >= 4) {
    const price = parseNumber(fourth ?? '')
    const price_kop = price === null ? null : Math.round(price * 100)
    return {
      line: { offer_id: null, name: first.slice(0, 300), unit: second.slice(0, 10), qty: qtyOf(third), price_kop },
    }
  }
  if (cells.length > 1) return { article: first.slice(0, 100), qty: qtyOf(second) }
  const [, article = first, qty] = TAIL.exec(first) ?? []
  return { article: article.slice(0, 100), qty: qtyOf(qty) }
}

/**
 * Parses the rows of a pasted list: «артикул количество», separated by tabs, semicolons or spaces.
 * @param takesLines also accepts «название; единица; количество; цена»
 */
export const pastedRows = (text: string, takesLines: boolean): PastedRow[] =>
  text
    .split(/\r?\n/)
    .map((row) => row.trim())
    .filter((row) => row.replace(/[\t;]/g, '') !== '')
    .map((row) => rowOf(row, takesLines))
    .filter((row) => 'line' in row || row.article !== '')
