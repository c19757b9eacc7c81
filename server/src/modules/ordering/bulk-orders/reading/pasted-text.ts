import type { Grid, RawRow } from '../../../../platform/files/spreadsheet/index.ts'

/** Table parsed from pasted text. */
export interface PastedTable extends Pick<Grid, 'rows' | 'merges'> {
  /**
   * True when the lines form no table: the first cell holds the article with its surrounding words, the second the
   * quantity.
   */
  isFree: boolean
}

const NUMBERING = /^\s*(?:\d{1,4}[.)]|[-•–—*])\s+/
const QTY = '(\\d{1,6}(?:[.,]\\d{1,3})?)'
const UNIT = '(?:шт(?:\\.|ук[аи]?)?|pcs|компл(?:\\.|ект)?|к-т|л|кг|м|уп(?:\\.|ак)?)\\.?'
/** «…*4», «… x4», «… = 4», «…, 4», «… — 4», «… 4 шт.»: quantities with an explicit sign or unit. */
const WRITTEN_QTY = new RegExp(
  `^(.*\\S)(?: ?[*×=;] ?|(?<!(?:^| )\\d{1,3}), ?| [xхXХ] ?| [-–—:] )${QTY} ?(?:${UNIT})?$|^(.*\\S) ${QTY} ?${UNIT}$`,
  'u',
)
const LAST_NUMBER = /^(.*\S) ([1-9]\d{0,2})$/

/**
 * Shortest text that can be an article before the quantity: two digits together, or letters and a digit in one word.
 */
const MAY_BE_ARTICLE = /\d{2}|\p{L}{2}[\p{L}\d-]{0,50}\d/u

/** Limit of characters read from one line; longer lines hold no article with a quantity. */
const LONGEST_LINE = 1000

/** Splits a line into its words and the quantity at its end; «0 986 452 041» is one number written in groups. */
export function splitLine(line: string): { words: string; qty: string } {
  // The patterns below support single spaces only.
  const text = line.slice(0, LONGEST_LINE).replace(/\s+/g, ' ').replace(NUMBERING, '').trim()
  const match = WRITTEN_QTY.exec(text)
  if (match !== null) return { words: (match[1] ?? match[3] ?? '').trim(), qty: match[2] ?? match[4] ?? '' }
  const last = LAST_NUMBER.exec(text)
  const words = last?.[1] ?? ''
  const isGrouped = /^[\d\s]+$/.test(text) && text.split(/\s+/).length > 2
  // «OC 90» is an article: the text before a quantity must contain a digit itself.
  if (last === null || !MAY_BE_ARTICLE.test(words) || isGrouped) return { words: text, qty: '' }
  return { words, qty: last[2] ?? '' }
}

const COLUMN_MARKS = ['\t', ';', '|'] as const

const rowsOf = (lines: readonly string[], cellsOf: (line: string) => string[]): RawRow[] =>
  lines.flatMap((line, at) => (line.trim() === '' ? [] : [{ number: at + 1, cells: cellsOf(line) }]))

/**
 * Parses pasted text as a table when most lines use one separator, else as lines of an article with surrounding words.
 */
export function readPasted(text: string): PastedTable {
  const lines = text.split(/\r\n|\r|\n/)
  const filled = lines.filter((line) => line.trim() !== '')
  const mark = COLUMN_MARKS.find((sign) => filled.filter((line) => line.includes(sign)).length * 2 > filled.length)
  if (mark !== undefined) return { rows: rowsOf(lines, (line) => line.split(mark)), merges: [], isFree: false }
  const rows = rowsOf(lines, (line) => {
    const { words, qty } = splitLine(line)
    return [words, qty]
  })
  return { rows, merges: [], isFree: true }
}
