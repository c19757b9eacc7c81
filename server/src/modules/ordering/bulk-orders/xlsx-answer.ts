import { promisify } from 'node:util'
import { strFromU8, strToU8, unzip, zip, type AsyncUnzipOptions, type AsyncZipOptions, type Zippable } from 'fflate'

/** Cell of an answer: numbers are written as numbers, a text can never become a formula. */
export type AnswerCell = string | number | null
export interface AnswerCells {
  sheet: string | null
  /** Row of the titles; null when the sheet has no header. */
  headerRow: number | null
  titles: readonly string[]
  /** Cells by row number. */
  rows: ReadonlyMap<number, readonly AnswerCell[]>
}

const unpack = promisify<Uint8Array, AsyncUnzipOptions, Record<string, Uint8Array>>(unzip)
const pack = promisify<Zippable, AsyncZipOptions, Uint8Array>(zip)

const LAST_COLUMN = 16_383
const LARGEST_SHEET = 32 * 1024 * 1024
const WIDTH = 18
/** Patterns for untrusted XML: each one visits a character once or twice at most, so that no input is slow. */
const ROW_START = /<((?:\w{1,20}:)?)row\b([^<>]*?)(\/?)>/g
const CELL_COLUMN = /<(?:\w{1,20}:)?c\b[^<>]*?\br="([A-Z]{1,3})\d+"/g
/** Parts of a workbook that load external data or run code on opening. */
const ACTIVE_PART =
  /^xl\/(?:externalLinks|vbaProject|activeX|ctrlProps|embeddings|queryTables|connections|macrosheets|dialogsheets)/i
const ACTIVE_FORMULA =
  /<(?:\w{1,20}:)?f\b[^<>]*>[^<]*?(?:\||(?:HYPERLINK|WEBSERVICE|CALL|REGISTER|EXEC|RTD|DDE)(?:\.\w+)?\()/i

const columnOf = (letters: string) =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

function columnLettersOf(column: number): string {
  const rest = Math.floor(column / 26)
  const last = String.fromCharCode(65 + (column % 26))
  return rest === 0 ? last : columnLettersOf(rest - 1) + last
}

const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]

const escaped = (text: string) =>
  text
    .replace(/[^\P{Cc}\t\n]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&amp;', '&')

/** Finds the path of the named sheet in the archive, or of the first sheet without a name. */
function sheetPath(files: Record<string, Uint8Array>, name: string | null): string | null {
  const [book, relations] = [files['xl/workbook.xml'], files['xl/_rels/workbook.xml.rels']]
  if (!book || !relations) return null
  const tags = strFromU8(book).match(/<(?:\w{1,20}:)?sheet\b[^<>]*>/g) ?? []
  const tag = tags.find((sheet) => name === null || unescaped(attribute(sheet, 'name') ?? '') === name)
  const id = tag && /\b\w+:id="([^"]*)"/.exec(tag)?.[1]
  const relation = (strFromU8(relations).match(/<(?:\w{1,20}:)?Relationship\b[^<>]*>/g) ?? []).find(
    (one) => attribute(one, 'Id') === id,
  )
  const target = relation && attribute(relation, 'Target')
  if (!target) return null
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** Finds the first column to the right of all content. */
function freeColumn(xml: string): number {
  let last = -1
  for (const [, letters] of xml.matchAll(CELL_COLUMN)) if (letters) last = Math.max(last, columnOf(letters))
  return last + 1
}

function cellXml(prefix: string, ref: string, value: AnswerCell, style: string): string {
  if (value === null || value === '') return ''
  const head = `<${prefix}c r="${ref}"${style}`
  if (typeof value === 'number') return `${head}><${prefix}v>${value}</${prefix}v></${prefix}c>`
  const text = `<${prefix}t xml:space="preserve">${escaped(value)}</${prefix}t>`
  return `${head} t="inlineStr"><${prefix}is>${text}</${prefix}is></${prefix}c>`
}

/** Finds the style of the neighbouring header, used for the titles. */
function headerStyle(cells: string): string {
  const last = cells.match(/<(?:\w{1,20}:)?c\b[^<>]*>/g)?.at(-1)
  const style = last && attribute(last, 's')
  return style === undefined || style === '' ? '' : ` s="${style}"`
}

/** Adds readable column widths where the sheet defines none. */
function withWidths(xml: string, first: number, count: number): string {
  const [min, max] = [first + 1, first + count]
  const col = (prefix: string) => `<${prefix}col min="${min}" max="${max}" width="${WIDTH}" customWidth="1"/>`
  const own = /<((?:\w{1,20}:)?)cols>/.exec(xml)
  const end = own === null ? -1 : xml.indexOf(`</${own[1] ?? ''}cols>`, own.index)
  if (own === null || end < 0) {
    return xml.replace(/<((?:\w{1,20}:)?)sheetData\b/, (data, prefix: string) => {
      return `<${prefix}cols>${col(prefix)}</${prefix}cols>${data}`
    })
  }
  const reach = [...xml.slice(own.index, end).matchAll(/\bmax="(\d{1,6})"/g)].map(([, last]) => Number(last))
  return Math.max(0, ...reach) >= min ? xml : xml.slice(0, end) + col(own[1] ?? '') + xml.slice(end)
}

interface WrittenRow {
  at: number
  end: number
  prefix: string
  attributes: string
  cells: string
}

/** Parses consecutive rows; null when a row is not closed. */
function rowsIn(xml: string): WrittenRow[] | null {
  const rows: WrittenRow[] = []
  const start = new RegExp(ROW_START)
  for (let found = start.exec(xml); found; found = start.exec(xml)) {
    const [, prefix = '', attributes = '', isEmpty] = found
    const close = `</${prefix}row>`
    const end = isEmpty ? start.lastIndex : xml.indexOf(close, start.lastIndex)
    if (end < 0) return null
    const cells = isEmpty ? '' : xml.slice(start.lastIndex, end)
    start.lastIndex = isEmpty ? end : end + close.length
    rows.push({ at: found.index, end: start.lastIndex, prefix, attributes, cells })
  }
  return rows
}

/** Adds the answers to the sheet; null when its XML cannot be extended safely. */
function withAnswers(xml: string, { headerRow, titles, rows }: AnswerCells): string | null {
  const first = freeColumn(xml)
  const written = rowsIn(xml)
  if (written === null || first + titles.length > LAST_COLUMN) return null
  let [text, from, placed] = ['', 0, 0]
  for (const { at, end, prefix, attributes, cells } of written) {
    const number = Number(attribute(attributes, 'r'))
    const isHeader = number === headerRow
    const values = isHeader ? titles : rows.get(number)
    if (!values) continue
    placed += 1
    const style = isHeader ? headerStyle(cells) : ''
    const added = values.map((value, place) =>
      cellXml(prefix, `${columnLettersOf(first + place)}${number}`, value, style),
    )
    const kept = attributes.replace(/\s{0,9}spans="[^"]*"/, '')
    text += `${xml.slice(from, at)}<${prefix}row${kept}>${cells}${added.join('')}</${prefix}row>`
    from = end
  }
  const expected = rows.size + (headerRow === null ? 0 : 1)
  return placed === expected ? withWidths(text + xml.slice(from), first, titles.length) : null
}

/** Detects active content. Such a workbook is never returned, not even to its sender. */
const isActive = (files: Record<string, Uint8Array>) =>
  Object.entries(files).some(
    ([path, part]) =>
      ACTIVE_PART.test(path) || (/^xl\/worksheets\/[^/]+\.xml$/i.test(path) && ACTIVE_FORMULA.test(strFromU8(part))),
  )

/**
 * Adds the answers in columns to the right of the buyer's own; the rest of the workbook stays unchanged.
 * @returns null when the workbook cannot be extended safely
 */
export async function answerWorkbook(content: Uint8Array, answer: AnswerCells): Promise<Buffer | null> {
  const files = await unpack(content, {}).catch(() => null)
  const path = files && sheetPath(files, answer.sheet)
  const sheet = files && path && Object.hasOwn(files, path) ? files[path] : undefined
  if (!files || !path || !sheet || sheet.length > LARGEST_SHEET || isActive(files)) return null
  const xml = withAnswers(strFromU8(sheet), answer)
  if (xml === null) return null
  return Buffer.from(await pack({ ...files, [path]: strToU8(xml) }, { level: 6 }))
}
