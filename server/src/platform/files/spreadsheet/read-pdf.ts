import { constants, inflateSync } from 'node:zlib'
import { parseNumber } from '@artikul/contract/suppliers/price-text'
import { getDocumentProxy } from 'unpdf'
import { PriceListRefused } from './price-list-refused.ts'
import type { RawRow } from './types.ts'

const MAX_PAGES = 200
const MAX_COLUMNS = 100
/** Printed lines per row of a table, when texts are wrapped within their cells. */
const MAX_LINES_PER_ROW = 4
/** A document with fewer texts is a picture with a stamp or a page number. */
const MIN_TEXTS = 4
/** Words closer than this share of the font size belong to one cell. */
const WORD_GAP = 0.6
/** Words farther apart than this share of the font size have a space between them. */
const SPACE_GAP = 0.15
/** Share of the rows of the table that may cross the gap between two columns, such as a long title. */
const CROSSING_SHARE = 0.03
/** Rows with fewer cells, such as titles and totals, do not shape the columns. */
const MIN_TABLE_CELLS = 3

/** Text of a page with its place: points from the lower left corner. */
interface PlacedText {
  text: string
  x: number
  y: number
  width: number
  fontSize: number
}

interface Piece {
  left: number
  right: number
  text: string
}

interface Line {
  y: number
  fontSize: number
  pieces: Piece[]
}

/**
 * Reads the text layer of a PDF as one table: texts on one height are a row, and gaps that all rows share divide the
 * columns. A line that only continues the words of the row above is joined to it.
 * @throws PriceListRefused `encrypted`, `damaged`, `too_large`, `picture` without a text layer, `too_many_pages`,
 * `too_many_rows`
 */
export async function readPdf(content: Buffer, rowLimit: number): Promise<RawRow[]> {
  const lines = await readLines(content, rowLimit * MAX_LINES_PER_ROW)
  const bounds = findColumns(lines)
  const rows = lines.map((line) => ({ ...line, cells: assignColumns(line.pieces, bounds) }))
  const table = joinContinuations(rows)
  if (table.length > rowLimit) throw new PriceListRefused('too_many_rows')
  return table.map((cells, index) => ({ number: index + 1, cells }))
}

/** Bytes of all page contents and fonts after decompression; pictures are not decoded. */
const MAX_STREAM_BYTES = 64 * 1024 * 1024
const MAX_NESTED = 3
const MAX_DICTIONARY = 1000
const CR = 13
/** Compression method in the header of a zlib stream (RFC 1950). */
const DEFLATE = 8

/**
 * Requires that the streams inflate to a reasonable size: PDF.js decodes them without a limit.
 * @throws PriceListRefused `too_large`
 */
function requireSmallStreams(content: Buffer): void {
  let left = MAX_STREAM_BYTES
  for (let at = content.indexOf('stream'); at >= 0; at = content.indexOf('stream', at + 6)) {
    const end = content.indexOf('endstream', at)
    if (end < 0) return
    const dictionary = content.subarray(Math.max(0, at - MAX_DICTIONARY), at).toString('latin1')
    if (!/\/Image\b/.test(dictionary.slice(dictionary.lastIndexOf('obj'))))
      left -= inflatedBytes(content.subarray(at).subarray(content[at + 6] === CR ? 8 : 7, end - at), left)
    at = end + 3
  }
}

/** Counts the bytes of a compressed stream, also of one compressed several times; 0 for other data. */
function inflatedBytes(data: Buffer, limit: number, depth = 0): number {
  const isZlib = data.length > 1 && ((data[0] ?? 0) & 15) === DEFLATE && data.readUInt16BE(0) % 31 === 0
  if (!isZlib || depth > MAX_NESTED) return 0
  const inflated = inflate(data, limit)
  return inflated.length + inflatedBytes(inflated, limit - inflated.length, depth + 1)
}

function inflate(data: Buffer, limit: number): Buffer {
  try {
    return inflateSync(data, { maxOutputLength: Math.max(1, limit), finishFlush: constants.Z_SYNC_FLUSH })
  } catch (error) {
    if (error instanceof RangeError) throw new PriceListRefused('too_large')
    return Buffer.alloc(0)
  }
}

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>

async function openPdf(content: Buffer): Promise<PdfDocument> {
  requireSmallStreams(content)
  try {
    return await getDocumentProxy(new Uint8Array(content), { verbosity: 0 })
  } catch (error) {
    throw refusalOf(error)
  }
}

const refusalOf = (error: unknown): PriceListRefused => {
  if (error instanceof PriceListRefused) return error
  return new PriceListRefused(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged')
}

async function readLines(content: Buffer, lineLimit: number): Promise<Line[]> {
  const document = await openPdf(content)
  const lines: Line[] = []
  let texts = 0
  try {
    if (document.numPages > MAX_PAGES) throw new PriceListRefused('too_many_pages')
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await readPage(document, number)
      texts += page.length
      lines.push(...groupLines(page))
      if (lines.length > lineLimit) throw new PriceListRefused('too_many_rows')
    }
  } catch (error) {
    throw refusalOf(error)
  } finally {
    await document.loadingTask.destroy()
  }
  if (texts < MIN_TEXTS) throw new PriceListRefused('picture')
  return lines
}

async function readPage(document: PdfDocument, number: number): Promise<PlacedText[]> {
  const page = await document.getPage(number)
  const { items } = await page.getTextContent()
  page.cleanup()
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [, , c = 0, d = 0, x = 0, y = 0] = item.transform as number[]
    return [{ text: item.str, x, y, width: item.width, fontSize: Math.max(Math.hypot(c, d), 1) }]
  })
}

/** Groups the texts of a page by height, from the top, and joins the words of each cell. */
function groupLines(page: readonly PlacedText[]): Line[] {
  const groups: PlacedText[][] = []
  for (const text of page.toSorted((a, b) => b.y - a.y || a.x - b.x)) {
    const [first] = groups.at(-1) ?? []
    if (first && first.y - text.y < first.fontSize / 2) groups.at(-1)?.push(text)
    else groups.push([text])
  }
  return groups.flatMap((texts) => {
    const [first] = texts
    return first ? [{ y: first.y, fontSize: first.fontSize, pieces: joinWords(texts) }] : []
  })
}

function joinWords(texts: readonly PlacedText[]): Piece[] {
  const pieces: Piece[] = []
  for (const { x, width, text, fontSize } of texts.toSorted((a, b) => a.x - b.x)) {
    const last = pieces.at(-1)
    const gap = last ? x - last.right : Infinity
    if (last && gap < fontSize * WORD_GAP) {
      last.text += (gap > fontSize * SPACE_GAP && !last.text.endsWith(' ') ? ' ' : '') + text
      last.right = Math.max(last.right, x + width)
    } else pieces.push({ left: x, right: x + width, text })
  }
  return pieces.map((piece) => ({ ...piece, text: piece.text.trim() }))
}

/** Finds where columns begin: after every gap that the rows of the table leave free. */
function findColumns(lines: readonly Line[]): number[] {
  const table = lines.filter(({ pieces }) => pieces.length >= MIN_TABLE_CELLS)
  const used = table.length > 0 ? table : lines
  const covered = countCoverage(used)
  const mostCrossing = used.length * CROSSING_SHARE
  const isText = (x: number) => (covered[x] ?? 0) > mostCrossing
  const bounds = Array.from(covered.keys()).filter((x) => isText(x) && !isText(x - 1))
  return withoutHeaderColumns(used, bounds.slice(0, MAX_COLUMNS))
}

/** Width of the largest page that PDF allows, in points. */
const MAX_WIDTH = 14_400

/** Counts the texts over each point of the width of a page. */
function countCoverage(lines: readonly Line[]): Uint32Array {
  const covered = new Uint32Array(MAX_WIDTH)
  for (const { pieces } of lines)
    for (const { left, right } of pieces)
      for (let x = Math.max(0, Math.floor(left)); x < Math.min(right, MAX_WIDTH); x += 1)
        covered[x] = (covered[x] ?? 0) + 1
  return covered
}

/** Share of rows that a column of header texts alone may fill. */
const HEADER_SHARE = 0.1

/**
 * Joins a header to the values that do not stand exactly below it: of two neighbours one is nearly empty, never both
 * filled.
 */
function withoutHeaderColumns(lines: readonly Line[], bounds: readonly number[]): number[] {
  const rows = lines.map(({ pieces }) => assignColumns(pieces, bounds).map((cell) => cell !== ''))
  const isHeaderColumn = (column: number, neighbour: number) =>
    rows.filter((row) => row[column]).length <= rows.length * HEADER_SHARE &&
    !rows.some((row) => row[column] && row[neighbour])
  return bounds.filter(
    (_, column) => column === 0 || !(isHeaderColumn(column - 1, column) || isHeaderColumn(column, column - 1)),
  )
}

/** Puts each text into the column in which it begins; one that begins before all columns goes into the first. */
function assignColumns(pieces: readonly Piece[], bounds: readonly number[]): string[] {
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

interface Row extends Pick<Line, 'y' | 'fontSize'> {
  cells: string[]
}

/** Lines of one cell lie closer together than this multiple of the font size. */
const LINE_SPACING = 1.6

/** Detects words that are long enough to be wrapped: a name, never a number or a part number. */
const isWrappable = (text: string): boolean => /\p{L}{4}/u.test(text) && parseNumber(text) === null

/** Detects a line that continues wrapped words of the row above and fills no column of numbers. */
function isContinuation(row: Row, above: Row): boolean {
  const filled = row.cells.flatMap((cell, index) => (cell === '' ? [] : [index]))
  return (
    above.cells.filter(Boolean).length >= MIN_TABLE_CELLS &&
    filled.length < MIN_TABLE_CELLS &&
    above.y > row.y &&
    above.y - row.y < row.fontSize * LINE_SPACING &&
    filled.every((index) => isWrappable(above.cells[index] ?? '') && parseNumber(row.cells[index] ?? '') === null)
  )
}

function joinContinuations(rows: readonly Row[]): string[][] {
  const result: Row[] = []
  for (const row of rows) {
    const above = result.at(-1)
    if (!above || !isContinuation(row, above)) result.push({ ...row, cells: [...row.cells] })
    else {
      above.cells = above.cells.map((cell, index) => (row.cells[index] ? `${cell} ${row.cells[index]}` : cell))
      above.y = row.y
    }
  }
  return result.map(({ cells }) => cells)
}
