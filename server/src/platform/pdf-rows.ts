import { SHEET, type SheetFont, type Sheets } from './pdf-sheets.ts'

const SIZE = 7
const LINE = 8.4
const PADDING = 2.5

export interface RowColumn {
  /** Points. */
  width: number
  align?: 'right'
}

export interface TableRow {
  cells: readonly string[]
  /** How many columns each cell takes; without it, one each. */
  spans?: readonly number[]
  isBold?: boolean
  isCentred?: boolean
}

export interface RowsTable {
  columns: readonly RowColumn[]
  /** Repeated on top of every sheet. */
  head: readonly TableRow[]
  rows: Iterable<TableRow>
}

/** Signs written one after another: their codes, and how wide they are in points. */
interface Run {
  code: string
  width: number
}
type RunOf = (sign: string) => Run

/** Two bytes of a glyph as a literal of the format: half as long as its hexadecimal digits. */
const literalOf = (glyph: string) =>
  String.fromCharCode(Number.parseInt(glyph.slice(0, 2), 16), Number.parseInt(glyph.slice(2), 16)).replaceAll(
    /[()\\\r]/g,
    (byte) => (byte === '\r' ? '\\r' : `\\${byte}`),
  )

/** Each sign of a font is looked up once. */
function runsOf(font: SheetFont): RunOf {
  const known = new Map<string, Run>()
  return (sign) => {
    const found = known.get(sign)
    if (found) return found
    const [glyphs, positions] = font.encode(sign)
    const width = (positions.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) * SIZE) / 1000
    const run = { code: glyphs.map(literalOf).join(''), width }
    known.set(sign, run)
    return run
  }
}

const NOTHING: Run = { code: '', width: 0 }
const join = (one: Run, space: Run, other: Run): Run => ({
  code: one.code + space.code + other.code,
  width: one.width + space.width + other.width,
})

/** The text in one line, if it fits. */
function inOneLine(text: string, most: number, runOf: RunOf): Run | null {
  let code = ''
  let width = 0
  for (const sign of text) {
    const run = runOf(sign)
    width += run.width
    if (width > most || sign === '\n') return null
    code += run.code
  }
  return { code, width }
}

/** Lines no wider than that: broken between words, and a word that is wider by itself between its signs. */
function wrap(text: string, most: number, runOf: RunOf): Run[] {
  const space = runOf(' ')
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
    const run = runOf(sign)
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

const round = (points: number) => Math.round(points * 100) / 100
/** The library counts from above, the format from below. */
const up = (y: number) => round(SHEET.height - y)

function startOf({ align, left, right }: Cell, { width }: Run): number {
  if (align === 'right') return right - PADDING - width
  return align === 'center' ? (left + right - width) / 2 : left + PADDING
}

const heightOf = (cells: readonly Cell[]) =>
  Math.max(...cells.map(({ lines }) => lines.length)) * LINE + 2 * PADDING - 1

/** What stands in one sheet of a table, in the words of the format. */
class TableSheet {
  readonly #doc: Sheets
  readonly #texts: string[] = []
  readonly #lines: string[] = []
  /** Upright lines that go on, by where they stand: from where. */
  #upright = new Map<number, number>()
  y: number

  constructor(doc: Sheets, y: number) {
    this.#doc = doc
    this.y = y
  }

  write(font: SheetFont, cells: readonly Cell[], height: number) {
    const base = this.y + PADDING + (font.ascender * SIZE) / 1000 - 1
    this.#texts.push(`/${font.id} ${SIZE} Tf`)
    for (const cell of cells)
      for (const [at, run] of cell.lines.entries())
        if (run.code !== '')
          this.#texts.push(`1 0 0 1 ${round(startOf(cell, run))} ${up(base + at * LINE)} Tm(${run.code})Tj`)
    this.#rule(cells, height)
    this.y += height
  }

  /** Upright lines go on as long as rows are divided alike. */
  #rule(cells: readonly Cell[], height: number) {
    const right = cells.at(-1)?.right ?? SHEET.left
    if (this.#upright.size === 0) this.#across(right, this.y)
    const edges = new Set([...cells.map(({ left }) => left), right])
    for (const [x, top] of this.#upright) if (!edges.has(x)) this.#end(x, top)
    for (const x of edges) if (!this.#upright.has(x)) this.#upright.set(x, this.y)
    this.#across(right, this.y + height)
  }

  #across(right: number, y: number) {
    this.#lines.push(`${SHEET.left} ${up(y)} m ${round(right)} ${up(y)} l`)
  }

  #end(x: number, top: number) {
    this.#lines.push(`${round(x)} ${up(top)} m ${round(x)} ${up(this.y)} l`)
    this.#upright.delete(x)
  }

  close(fonts: readonly SheetFont[]) {
    for (const [x, top] of this.#upright) this.#end(x, top)
    const used = this.#doc.page.fonts as Record<string, unknown>
    for (const font of fonts) used[font.id] ??= font.ref()
    const drawn = [...this.#lines, 'S BT', ...this.#texts, 'ET Q'].join('\n')
    this.#doc.addContent(`q 1 0 0 -1 0 ${SHEET.height} cm 0.5 w\n${drawn}`)
  }
}

function weightOf(doc: Sheets, name: 'regular' | 'bold') {
  const font = doc.font(name)._font
  return { font, runOf: runsOf(font) }
}

/**
 * A ruled table of any number of rows from where the document stands, its head on every sheet, no row broken; the
 * document stands under it then. Its signs are written into the sheets as they are: pdfmake takes 0.3 ms to lay out a
 * row, this a fiftieth of that.
 */
export function drawRows(doc: Sheets, { columns, head, rows }: RowsTable) {
  const weights = { regular: weightOf(doc, 'regular'), bold: weightOf(doc, 'bold') }
  const edges = [SHEET.left]
  for (const { width } of columns) edges.push((edges.at(-1) ?? 0) + width)
  // Columns mirror each other and days repeat from row to row.
  const lately = new Map<string, { most: number; runOf: RunOf; lines: Run[] }>()
  const linesOf = (text: string, most: number, { runOf }: { runOf: RunOf }) => {
    const known = lately.get(text)
    if (known?.most === most && known.runOf === runOf) return known.lines
    const line = inOneLine(text, most, runOf)
    const lines = line ? [line] : wrap(text, most, runOf)
    if (lately.size > 100) lately.clear()
    lately.set(text, { most, runOf, lines })
    return lines
  }
  const layOut = ({ cells, spans, isBold, isCentred }: TableRow): Cell[] => {
    const weight = isBold ? weights.bold : weights.regular
    let end = 0
    return cells.map((text, at) => {
      const left = edges[end] ?? 0
      const align = isCentred ? 'center' : (columns[end]?.align ?? 'left')
      end += spans?.[at] ?? 1
      const right = edges[end] ?? 0
      return { left, right, align, lines: linesOf(text, right - left - 2 * PADDING, weight) }
    })
  }
  const fonts = [weights.regular.font, weights.bold.font]
  let sheet = new TableSheet(doc, doc.y)
  const write = (row: TableRow) => {
    const cells = layOut(row)
    const height = heightOf(cells)
    if (sheet.y + height > SHEET.bottom && !head.includes(row)) {
      sheet.close(fonts)
      doc.addPage()
      sheet = new TableSheet(doc, SHEET.top)
      head.forEach(write)
    }
    sheet.write((row.isBold ? weights.bold : weights.regular).font, cells, height)
  }
  head.forEach(write)
  for (const row of rows) write(row)
  sheet.close(fonts)
  doc.x = SHEET.left
  doc.y = sheet.y
}
