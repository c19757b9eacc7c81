import { deflateSync } from 'node:zlib'
import { SHEET, type SheetFont, type Sheets } from './pdf-sheets.ts'

const SIZE = 7
const LINE = 8.4
const PADDING = 2.5

export interface RowColumn {
  /** Points. */
  width: number
  align?: 'right'
}

export interface PdfTableRow {
  cells: readonly string[]
  /** Number of columns of each cell; one each by default. */
  spans?: readonly number[]
  isBold?: boolean
  isCentred?: boolean
}

export interface RowsTable {
  columns: readonly RowColumn[]
  /** Repeated on top of every page. */
  head: readonly PdfTableRow[]
  rows: Iterable<PdfTableRow>
}

/** Run of glyphs: their codes and total width in points. */
interface Run {
  code: string
  width: number
}
/** Returns the glyph of a Unicode code point. */
type RunOf = (codePoint: number) => Run

/** Encodes a two-byte glyph as a string literal of PDF, half as long as hexadecimal digits. */
const literalOf = (glyph: string) =>
  String.fromCharCode(Number.parseInt(glyph.slice(0, 2), 16), Number.parseInt(glyph.slice(2), 16)).replaceAll(
    /[()\\\r]/g,
    (byte) => (byte === '\r' ? '\\r' : `\\${byte}`),
  )

/** Caches each glyph of a font. */
function runsOf(font: SheetFont): RunOf {
  const known: Run[] = []
  return (codePoint) => {
    const found = known[codePoint]
    if (found) return found
    const [glyphs, positions] = font.encode(String.fromCodePoint(codePoint))
    const width = (positions.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) * SIZE) / 1000
    const run = { code: glyphs.map(literalOf).join(''), width }
    known[codePoint] = run
    return run
  }
}

/** Number of recent layouts that are searched before a text is laid out again. */
const LATELY = 6

const NOTHING: Run = { code: '', width: 0 }
const join = (one: Run, space: Run, other: Run): Run => ({
  code: one.code + space.code + other.code,
  width: one.width + space.width + other.width,
})

const LINE_FEED = 10
/** First code unit from which a character may take two positions. */
const SURROGATES = 0xd800

/** Lays out a text on one line if it fits and contains no surrogates, as almost all texts do, without splitting it. */
function inOneLine(text: string, most: number, runOf: RunOf): Run | null {
  let code = ''
  let width = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === LINE_FEED || sign >= SURROGATES) return null
    const run = runOf(sign)
    width += run.width
    if (width > most) return null
    code += run.code
  }
  return { code, width }
}

/** Wraps a text to the width: between words, and within a word that is too wide by itself. */
function wrap(text: string, most: number, runOf: RunOf): Run[] {
  const space = runOf(32)
  const lines: Run[] = []
  let line = NOTHING
  let word = NOTHING
  const endWord = () => {
    const whole = line.width === 0 ? word : join(line, space, word)
    if (whole.width > most && line.width > 0) lines.push(line)
    line = whole.width > most ? word : whole
    word = NOTHING
  }
  for (const sign of text) {
    if (sign === ' ' || sign === '\n') {
      endWord()
      continue
    }
    const run = runOf(sign.codePointAt(0) ?? 0)
    if (word.width + run.width > most) endWord()
    word = join(word, NOTHING, run)
  }
  endWord()
  lines.push(line)
  return lines
}

interface Cell {
  left: number
  right: number
  align: 'left' | 'right' | 'center'
  lines: Run[]
}

/** Coordinates in whole hundredths of a point are shorter and faster to write than fractions. */
const FINE = 100
const fine = (points: number) => Math.round(points * FINE)
/** The library counts from the top, the format from the bottom. */
const up = (y: number) => fine(SHEET.height - y)

function startOf({ align, left, right }: Cell, { width }: Run): number {
  if (align === 'right') return right - PADDING - width
  return align === 'center' ? (left + right - width) / 2 : left + PADDING
}

/** Row with the positions of its cells' borders; rows with equal columns share the same list. */
interface LaidRow {
  cells: readonly Cell[]
  edges: readonly number[]
}

const heightOf = ({ cells }: LaidRow) => Math.max(...cells.map(({ lines }) => lines.length)) * LINE + 2 * PADDING - 1

/** Growing byte buffer: concatenating strings of so many pieces would cause copying and garbage. */
class Written {
  #bytes = Buffer.alloc(1 << 16)
  #length = 0

  add(text: string) {
    if (this.#length + text.length > this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length)])
    this.#length += this.#bytes.write(text, this.#length, 'latin1')
  }

  take(): Uint8Array {
    const bytes = Uint8Array.prototype.slice.call(this.#bytes, 0, this.#length)
    this.#length = 0
    return bytes
  }
}

/** Content of a table on one page, in PDF operators. */
class TableSheet {
  readonly #doc: Sheets
  readonly #written: Written
  readonly #lines: string[] = []
  /** Positions of the current vertical lines and their start. */
  #edges: readonly number[] = []
  #top = 0
  y: number

  constructor(doc: Sheets, written: Written, y: number) {
    this.#doc = doc
    this.#written = written
    this.y = y
    written.add(`q ${1 / FINE} 0 0 ${-1 / FINE} 0 ${SHEET.height} cm BT\n`)
  }

  write(font: SheetFont, { cells, edges }: LaidRow, height: number) {
    const base = this.y + PADDING + (font.ascender * SIZE) / 1000 - 1
    this.#written.add(`/${font.id} ${fine(SIZE)} Tf\n`)
    for (const cell of cells)
      for (const [at, run] of cell.lines.entries())
        if (run.code !== '')
          this.#written.add(`1 0 0 1 ${fine(startOf(cell, run))} ${up(base + at * LINE)} Tm(${run.code})Tj\n`)
    this.#rule(edges)
    this.y += height
    this.#across()
  }

  /** Continues vertical lines while rows have equal columns. */
  #rule(edges: readonly number[]) {
    if (edges === this.#edges) return
    const isFirst = this.#edges.length === 0
    this.#end()
    this.#edges = edges
    if (isFirst) this.#across()
  }

  #across() {
    this.#lines.push(`${fine(SHEET.left)} ${up(this.y)} m ${fine(this.#edges.at(-1) ?? 0)} ${up(this.y)} l`)
  }

  #end() {
    for (const x of this.#edges) this.#lines.push(`${fine(x)} ${up(this.#top)} m ${fine(x)} ${up(this.y)} l`)
    this.#top = this.y
  }

  close(fonts: readonly SheetFont[]) {
    this.#end()
    const used = this.#doc.page.fonts as Record<string, unknown>
    for (const font of fonts) used[font.id] ??= font.ref()
    this.#written.add(`ET ${fine(0.5)} w\n${this.#lines.join('\n')}\nS Q\n`)
    // Separate content stream, compressed for speed rather than size, because compression takes half of the time.
    const { dictionary, content } = this.#doc.page
    const own = this.#doc.ref({ Filter: 'FlateDecode' })
    own.end(deflateSync(this.#written.take(), { level: 1 }))
    Object.assign(dictionary.data, { Contents: [content, own] })
  }
}

function weightOf(doc: Sheets, name: 'regular' | 'bold') {
  const font = doc.font(name)._font
  return { font, runOf: runsOf(font) }
}

/**
 * Draws a ruled table with any number of rows at the document's position, with its header on every page and unbroken
 * rows, and moves the position below it. Glyphs are written directly to the pages: pdfmake takes 0.3 ms to lay out a
 * row, this takes a fiftieth of that.
 */
export function drawRows(doc: Sheets, { columns, head, rows }: RowsTable) {
  const weights = { regular: weightOf(doc, 'regular'), bold: weightOf(doc, 'bold') }
  const edges = [SHEET.left]
  for (const { width } of columns) edges.push((edges.at(-1) ?? 0) + width)
  // Columns mirror each other and days repeat from row to row.
  const lately: { text: string; most: number; runOf: RunOf; lines: Run[] }[] = []
  let next = 0
  const linesOf = (text: string, most: number, { runOf }: { runOf: RunOf }) => {
    for (const known of lately)
      if (known.text === text && known.most === most && known.runOf === runOf) return known.lines
    const line = inOneLine(text, most, runOf)
    const lines = line ? [line] : wrap(text, most, runOf)
    lately[next] = { text, most, runOf, lines }
    next = (next + 1) % LATELY
    return lines
  }
  const dividedBy = new Map<string, readonly number[]>()
  const edgesOf = (cells: readonly Cell[], key: string) => {
    const known = dividedBy.get(key) ?? [...cells.map(({ left }) => left), cells.at(-1)?.right ?? 0]
    dividedBy.set(key, known)
    return known
  }
  const layOut = ({ cells, spans, isBold, isCentred }: PdfTableRow): LaidRow => {
    const weight = isBold ? weights.bold : weights.regular
    let end = 0
    const laid = cells.map((text, at): Cell => {
      const left = edges[end] ?? 0
      const align = isCentred ? 'center' : (columns[end]?.align ?? 'left')
      end += spans?.[at] ?? 1
      const right = edges[end] ?? 0
      return { left, right, align, lines: linesOf(text, right - left - 2 * PADDING, weight) }
    })
    return { cells: laid, edges: edgesOf(laid, spans?.join(' ') ?? '') }
  }
  const fonts = [weights.regular.font, weights.bold.font]
  const written = new Written()
  let sheet = new TableSheet(doc, written, doc.y)
  const write = (row: PdfTableRow) => {
    const laid = layOut(row)
    const height = heightOf(laid)
    if (sheet.y + height > SHEET.bottom && !head.includes(row)) {
      sheet.close(fonts)
      doc.addPage()
      sheet = new TableSheet(doc, written, SHEET.top)
      head.forEach(write)
    }
    sheet.write((row.isBold ? weights.bold : weights.regular).font, laid, height)
  }
  head.forEach(write)
  for (const row of rows) write(row)
  sheet.close(fonts)
  doc.x = SHEET.left
  doc.y = sheet.y
}
