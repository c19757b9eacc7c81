import { createWriteStream } from 'node:fs'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { moscowClock, oncePerText, streamOf, type Column, type Row } from './column.ts'
import { contentTypes, packageRelations, STYLE, STYLES, workbook, workbookRelations } from './xlsx-parts.ts'

/** Maximum number of rows of a sheet, including its header. */
const MAX_SHEET_ROWS = 1_048_576
/** Twice as fast as the default level, and a tenth larger. */
const COMPRESSION = { compressionLevel: 2 }

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Characters that XML cannot represent. */
const FORBIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const SELDOM = /[&<>\u0000-\u001f\ud800-\udfff\ufffe\uffff]/

const xmlText = (text: string): string =>
  SELDOM.test(text) ? text.replace(FORBIDDEN, '').replace(/[&<>]/g, (sign) => ESCAPED[sign] ?? '') : text

const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(1899, 11, 30)
/** Days since the epoch of Excel's calendar. */
const serial = (clock: string) => String((Date.parse(`${clock}Z`) - FIRST_DAY) / DAY_MS)

const number = (ref: string, style: number, value: string) => `<c r="${ref}" s="${style}"><v>${value}</v></c>`
/** Always text, so that a value starting with «=» does not become a formula. */
const string = (ref: string, style: number, value: string) =>
  `<c r="${ref}" s="${style}" t="inlineStr"><is><t${/^\s|\s$/.test(value) ? ' xml:space="preserve"' : ''}>${xmlText(value)}</t></is></c>`

type WriteCell = (kind: Column['kind'], ref: string, value: string | number) => string

function xlsxCells(): WriteCell {
  const daySerial = oncePerText((day) => serial(`${day}T00:00`))
  const momentSerial = oncePerText((moment) => serial(moscowClock(moment)))
  return (kind, ref, value) => {
    if (typeof value === 'number')
      return kind === 'kop'
        ? number(ref, STYLE.money, (value / 100).toFixed(2))
        : number(ref, STYLE.general, String(value))
    if (kind === 'day') return number(ref, STYLE.day, daySerial(value))
    if (kind === 'moment') return number(ref, STYLE.moment, momentSerial(value))
    return string(ref, kind === 'qty' ? STYLE.right : STYLE.text, value)
  }
}

const columnLetterOf = (at: number) => String.fromCharCode(65 + at)

/** Writes consecutive rows from the given position. */
function rowsXml(columns: readonly Column[], rows: readonly Row[], first: number, cell: WriteCell): string {
  const cells = columns.map(({ kind }, at) => ({ kind, letter: columnLetterOf(at) }))
  let xml = ''
  rows.forEach((row, offset) => {
    const place = first + offset
    xml += `<row r="${place}">`
    cells.forEach(({ kind, letter }, at) => (xml += cell(kind, `${letter}${place}`, row[at] ?? '')))
    xml += '</row>'
  })
  return xml
}

function sheetHead(columns: readonly Column[]): string {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  const titles = columns.map(({ title }, at) => string(`${columnLetterOf(at)}1`, STYLE.head, title))
  return (
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` +
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews>` +
    `<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>` +
    `</sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`
  )
}

/** Source of rows that splits pages at the end of a sheet. */
class RowSource {
  readonly #pages: AsyncIterator<readonly Row[]>
  #left: readonly Row[] = []
  #isOver = false

  constructor(pages: AsyncIterable<readonly Row[]>) {
    this.#pages = pages[Symbol.asyncIterator]()
  }

  /** Takes at most the given number of rows; empty at the end. */
  async take(most: number): Promise<readonly Row[]> {
    while (this.#left.length === 0 && !this.#isOver) {
      const next = await this.#pages.next()
      if (next.done) this.#isOver = true
      else this.#left = next.value
    }
    const chunk = this.#left.slice(0, most)
    this.#left = this.#left.slice(most)
    return chunk
  }
}

async function* sheetXml(columns: readonly Column[], source: RowSource, begun: readonly Row[], most: number) {
  yield sheetHead(columns)
  const cell = xlsxCells()
  let place = 2
  for (let rows = begun; rows.length > 0; rows = await source.take(most - place + 1)) {
    yield rowsXml(columns, rows, place, cell)
    place += rows.length
    if (place > most) break
  }
  yield `</sheetData><autoFilter ref="A1:${columnLetterOf(columns.length - 1)}${place - 1}"/></worksheet>`
}

interface Sheets {
  columns: readonly Column[]
  pages: AsyncIterable<readonly Row[]>
  /** Maximum rows of a sheet including its header; the rest continues on the next one. */
  sheetRows?: number
}

async function addSheets(zip: ZipFile, { columns, pages, sheetRows = MAX_SHEET_ROWS }: Sheets, signal: AbortSignal) {
  const source = new RowSource(pages)
  let count = 0
  let rows = await source.take(sheetRows - 1)
  do {
    count += 1
    const sheet = new PassThrough()
    zip.addReadStream(sheet, `xl/worksheets/sheet${count}.xml`, COMPRESSION)
    await pipeline(streamOf(sheetXml(columns, source, rows, sheetRows)), sheet, { signal })
    rows = await source.take(sheetRows - 1)
  } while (rows.length > 0)
  const part = (name: string, xml: string) => zip.addBuffer(Buffer.from(xml), name, COMPRESSION)
  part('xl/workbook.xml', workbook(count))
  part('xl/_rels/workbook.xml.rels', workbookRelations(count))
  part('xl/styles.xml', STYLES)
  part('_rels/.rels', packageRelations)
  part('[Content_Types].xml', contentTypes(count))
  zip.end()
}

/**
 * Writes a workbook while its rows arrive, with one page of rows in memory. Sheets are named «Лист 1», «Лист 2» and so
 * on.
 */
export async function writeXlsxFile(path: string, sheets: Sheets): Promise<void> {
  const zip = new ZipFile()
  const stop = new AbortController()
  // Errors of a sheet are thrown where it is written.
  zip.on('error', () => undefined)
  const saved = pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 }), { signal: stop.signal })
  const added = addSheets(zip, sheets, stop.signal)
  try {
    await Promise.all([added, saved])
  } catch (error) {
    stop.abort()
    await Promise.allSettled([added, saved])
    throw error
  }
}

/**
 * Streams a workbook while it is written: a slow reader is waited for, and one that leaves ends the reading of rows.
 */
export function xlsxStream(sheets: Sheets): Readable {
  const zip = new ZipFile()
  const stop = new AbortController()
  zip.on('error', () => undefined)
  const bytes = new PassThrough()
  const handed = pipeline(zip.outputStream, bytes, { signal: stop.signal })
  Promise.all([addSheets(zip, sheets, stop.signal), handed]).catch((error: unknown) => {
    stop.abort()
    bytes.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return bytes
}
