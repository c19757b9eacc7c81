import { extractTextItems, getDocumentProxy, type StructuredTextItem } from 'unpdf'
import { PriceListRefused } from './price-list-refused.ts'
import type { RawRow } from './types.ts'

const MAX_PAGES = 200
/** Pages without text are pictures. */
const MIN_TEXT_ITEMS = 4
/** Words closer than this share of the font size belong to one cell. */
const WORD_GAP = 0.6
/** Share of the rows of the table that may cross the gap between two columns, such as a long title. */
const CROSSING_SHARE = 0.03
/** Rows with fewer cells, such as titles and totals, do not shape the columns. */
const MIN_TABLE_CELLS = 3

interface Piece {
  left: number
  right: number
  text: string
}

interface Line {
  y: number
  height: number
  pieces: Piece[]
}

/**
 * Reads the text layer of a PDF as one table: texts on one height are a row, and gaps that all rows share divide the
 * columns. A line that only continues cells of the row above is joined to it.
 * @throws PriceListRefused `encrypted`, `damaged`, `picture` without a text layer, `too_many_rows`
 */
export async function readPdf(content: Buffer, rowLimit: number): Promise<RawRow[]> {
  const lines = (await readPages(content)).flatMap(linesOf)
  if (lines.length === 0) throw new PriceListRefused('picture')
  if (lines.length > rowLimit) throw new PriceListRefused('too_many_rows')
  const bounds = columnBounds(lines)
  const rows = lines.map(({ pieces, y, height }) => ({ y, height, cells: cellsOf(pieces, bounds) }))
  return joined(rows).map((cells, index) => ({ number: index + 1, cells }))
}

async function readPages(content: Buffer): Promise<StructuredTextItem[][]> {
  try {
    const document = await getDocumentProxy(new Uint8Array(content), { verbosity: 0 })
    if (document.numPages > MAX_PAGES) throw new PriceListRefused('too_many_rows')
    const { items } = await extractTextItems(document)
    return items.filter((page) => page.filter(({ str }) => str.trim() !== '').length >= MIN_TEXT_ITEMS)
  } catch (error) {
    if (error instanceof PriceListRefused) throw error
    throw new PriceListRefused(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged')
  }
}

/** Groups the texts of a page by height, from the top, and joins the words of each cell. */
function linesOf(page: readonly StructuredTextItem[]): Line[] {
  const lines: (Line & { items: StructuredTextItem[] })[] = []
  const texts = page.filter(({ str }) => str.trim() !== '').toSorted((a, b) => b.y - a.y || a.x - b.x)
  for (const item of texts) {
    const last = lines.at(-1)
    if (last && last.y - item.y < Math.max(item.fontSize, 1) / 2) last.items.push(item)
    else lines.push({ y: item.y, height: Math.max(item.fontSize, 1), pieces: [], items: [item] })
  }
  return lines.map(({ items, y, height }) => ({ y, height, pieces: piecesOf(items) }))
}

function piecesOf(items: readonly StructuredTextItem[]): Piece[] {
  const pieces: Piece[] = []
  for (const { x, width, str, fontSize } of items.toSorted((a, b) => a.x - b.x)) {
    const last = pieces.at(-1)
    const gap = last ? x - last.right : Infinity
    if (last && gap < fontSize * WORD_GAP) {
      last.text += (gap > fontSize * 0.15 && !last.text.endsWith(' ') ? ' ' : '') + str
      last.right = Math.max(last.right, x + width)
    } else pieces.push({ left: x, right: x + width, text: str })
  }
  return pieces.map((piece) => ({ ...piece, text: piece.text.trim() })).filter(({ text }) => text !== '')
}

/** Finds where columns begin: after every gap that the rows of the table leave free. */
function columnBounds(lines: readonly Line[]): number[] {
  const table = lines.filter(({ pieces }) => pieces.length >= MIN_TABLE_CELLS)
  const used = table.length > 0 ? table : lines
  const covered = coverage(used)
  const mostCrossing = used.length * CROSSING_SHARE
  const isText = (x: number) => (covered[x] ?? 0) > mostCrossing
  const bounds = Array.from(covered.keys()).filter((x) => isText(x) && !isText(x - 1))
  return withoutHeaderColumns(used, bounds)
}

const MAX_WIDTH = 20_000

/** Counts the texts over each point of the width of a page. */
function coverage(lines: readonly Line[]): Uint32Array {
  const pieces = lines.flatMap((line) => line.pieces)
  const covered = new Uint32Array(Math.min(Math.ceil(Math.max(0, ...pieces.map(({ right }) => right))) + 1, MAX_WIDTH))
  for (const { left, right } of pieces)
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(right, covered.length); x += 1)
      covered[x] = (covered[x] ?? 0) + 1
  return covered
}

/** Share of rows that a column of header texts alone may fill. */
const HEADER_SHARE = 0.1

/** Joins a header to the values that do not stand exactly below it: of two neighbours one is nearly empty, never both filled. */
function withoutHeaderColumns(lines: readonly Line[], bounds: readonly number[]): number[] {
  const rows = lines.map(({ pieces }) => cellsOf(pieces, bounds).map((cell) => cell !== ''))
  const isHeaderOf = (column: number, neighbour: number) =>
    rows.filter((row) => row[column]).length <= rows.length * HEADER_SHARE &&
    !rows.some((row) => row[column] && row[neighbour])
  return bounds.filter(
    (_, column) => column === 0 || !(isHeaderOf(column - 1, column) || isHeaderOf(column, column - 1)),
  )
}

/** Puts each text into the column in which it begins, or ends when it begins before the first. */
function cellsOf(pieces: readonly Piece[], bounds: readonly number[]): string[] {
  const cells: string[] = Array.from({ length: bounds.length }, () => '')
  for (const { left, text } of pieces) {
    const column = Math.max(
      0,
      bounds.findLastIndex((bound) => bound <= left + 1),
    )
    cells[column] = cells[column] ? `${cells[column]} ${text}` : text
  }
  return cells
}

interface Row {
  y: number
  height: number
  cells: string[]
}

/** Lines of one cell lie closer together than rows. */
const LINE_SPACING = 1.6

function joined(rows: readonly Row[]): string[][] {
  const result: Row[] = []
  for (const row of rows) {
    const last = result.at(-1)
    const filled = row.cells.flatMap((cell, index) => (cell === '' ? [] : [index]))
    const continues =
      last !== undefined &&
      last.cells.filter(Boolean).length >= MIN_TABLE_CELLS &&
      filled.length < MIN_TABLE_CELLS &&
      filled.every((index) => last.cells[index] !== '') &&
      last.y - row.y < row.height * LINE_SPACING &&
      last.y > row.y
    if (!continues) result.push({ ...row, cells: [...row.cells] })
    else {
      for (const index of filled) last.cells[index] = `${last.cells[index] ?? ''} ${row.cells[index] ?? ''}`
      last.y = row.y
    }
  }
  return result.map(({ cells }) => cells)
}
