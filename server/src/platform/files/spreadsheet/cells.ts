import type { Cell, RawRow } from './types.ts'

const EDGE_SPACE = /[\s\u200b]/
const HIDDEN = /[\p{Cc}\u2028\u2029]+/gu
const SPREADSHEET_ERRORS =
  /^#(?:н\/д|знач!?|ссылка!?|имя\??|дел\/0!?|число!?|пусто!?|n\/a|value!?|ref!?|name\??|div\/0!?|num!?|null!?)$/i

/** Text of a cell without surrounding spaces; numbers as a person would type them. */
export function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return trimmed(cell)
  return typeof cell === 'number' ? numberText(cell) : cell.shown
}

/** Text for storage and display: control characters and runs of spaces become one space. */
export function shownText(cell: Cell | undefined): string {
  const text = cellText(cell)
  if (!needsCleaning(text)) return text
  return text
    .replace(HIDDEN, ' ')
    .replace(/\s{2,}/g, ' ')
    .trim()
}

export function isSpreadsheetError(text: string): boolean {
  return text.startsWith('#') && SPREADSHEET_ERRORS.test(text)
}

export function isFilled(cell: Cell | undefined): boolean {
  return cellText(cell) !== ''
}

/** Filled cells of a row with their columns, at most `limit` of them. */
export function filledCells(row: RawRow, limit = Infinity): { index: number; text: string }[] {
  const filled: { index: number; text: string }[] = []
  for (let index = 0; index < row.cells.length && filled.length < limit; index++) {
    const text = cellText(row.cells[index])
    if (text !== '') filled.push({ index, text })
  }
  return filled
}

/** Copies a text, because a substring of a file's chunk keeps the whole chunk in memory. */
export function detached(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8')
}

/** Checks only the edges, because most cells of a million need no trimming. */
function trimmed(text: string): string {
  const first = text.charCodeAt(0)
  const last = text.charCodeAt(text.length - 1)
  if (first > 32 && first < 127 && last > 32 && last < 127) return text
  let [start, end] = [0, text.length]
  while (start < end && EDGE_SPACE.test(text.charAt(start))) start += 1
  while (start < end && EDGE_SPACE.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** Formats a number with fifteen digits and without an exponent, as spreadsheets do: 0.1 + 0.2 is 0.3. */
function numberText(value: number): string {
  if (Number.isSafeInteger(value)) return String(value)
  const short = String(Number(value.toPrecision(15)))
  return short.includes('e') ? value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 }) : short
}

function needsCleaning(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 32 || (code >= 127 && code < 160) || code === 0x2028 || code === 0x2029) return true
    if (code === 32 && text.charCodeAt(at + 1) === 32) return true
  }
  return false
}
