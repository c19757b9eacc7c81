import { promisify } from 'node:util'
import { strFromU8, strToU8, unzip, zip, type AsyncUnzipOptions, type AsyncZipOptions, type Zippable } from 'fflate'

/** A cell of an answer; a number stays a number, a text can never become a formula. */
export type AnswerCell = string | number | null
export interface Answer {
  sheet: string | null
  /** The row that the titles stand in; null: the sheet has no header. */
  headerRow: number | null
  titles: readonly string[]
  /** Cells by the number of their row. */
  rows: ReadonlyMap<number, readonly AnswerCell[]>
}

const unpack = promisify<Uint8Array, AsyncUnzipOptions, Record<string, Uint8Array>>(unzip)
const pack = promisify<Zippable, AsyncZipOptions, Uint8Array>(zip)

const LAST_COLUMN = 16_383
const LARGEST_SHEET = 32 * 1024 * 1024
const WIDTH = 18
const ROW = /<((?:\w+:)?)row\b([^>]*?)(?:\/>|>([\s\S]*?)<\/\1row>)/g
const CELL_COLUMN = /<(?:\w+:)?c\b[^>]*?\br="([A-Z]{1,3})\d+"/g

const columnOf = (letters: string) =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

function lettersOf(column: number): string {
  const rest = Math.floor(column / 26)
  const last = String.fromCharCode(65 + (column % 26))
  return rest === 0 ? last : lettersOf(rest - 1) + last
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

/** Where in the archive the sheet of this name is; of the first one without a name. */
function sheetPath(files: Record<string, Uint8Array>, name: string | null): string | null {
  const [book, relations] = [files['xl/workbook.xml'], files['xl/_rels/workbook.xml.rels']]
  if (!book || !relations) return null
  const tags = strFromU8(book).match(/<(?:\w+:)?sheet\b[^>]*>/g) ?? []
  const tag = tags.find((sheet) => name === null || unescaped(attribute(sheet, 'name') ?? '') === name)
  const id = tag && /\b\w+:id="([^"]*)"/.exec(tag)?.[1]
  const relation = (strFromU8(relations).match(/<(?:\w+:)?Relationship\b[^>]*>/g) ?? []).find(
    (one) => attribute(one, 'Id') === id,
  )
  const target = relation && attribute(relation, 'Target')
  if (!target) return null
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** The first column to the right of everything that is written. */
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

/** Titles look as the header beside them does. */
function headerStyle(cells: string): string {
  const last = cells.match(/<(?:\w+:)?c\b[^>]*>/g)?.at(-1)
  const style = last && attribute(last, 's')
  return style === undefined || style === '' ? '' : ` s="${style}"`
}

/** Columns wide enough to be read, where no width of the sheet's own reaches. */
function withWidths(xml: string, first: number, count: number): string {
  const [min, max] = [first + 1, first + count]
  const col = (prefix: string) => `<${prefix}col min="${min}" max="${max}" width="${WIDTH}" customWidth="1"/>`
  const own = /<((?:\w+:)?)cols>([\s\S]*?)<\/\1cols>/.exec(xml)
  if (own === null) {
    return xml.replace(/<((?:\w+:)?)sheetData\b/, (data, prefix: string) => {
      return `<${prefix}cols>${col(prefix)}</${prefix}cols>${data}`
    })
  }
  const reach = [...(own[2] ?? '').matchAll(/\bmax="(\d+)"/g)].map(([, end]) => Number(end))
  return Math.max(0, ...reach) >= min
    ? xml
    : xml.replace(/<\/((?:\w+:)?)cols>/, (end, prefix: string) => col(prefix) + end)
}

/** The sheet with the answers; null when it is written in a way that cannot be added to safely. */
function withAnswers(xml: string, { headerRow, titles, rows }: Answer): string | null {
  const first = freeColumn(xml)
  if (first + titles.length > LAST_COLUMN) return null
  let placed = 0
  const written = xml.replace(ROW, (row, prefix: string, attributes: string, cells: string | undefined = '') => {
    const number = Number(attribute(attributes, 'r'))
    const isHeader = number === headerRow
    const values = isHeader ? titles : rows.get(number)
    if (!values) return row
    placed += 1
    const style = isHeader ? headerStyle(cells) : ''
    const added = values.map((value, at) => cellXml(prefix, `${lettersOf(first + at)}${number}`, value, style)).join('')
    const kept = attributes.replace(/\s*spans="[^"]*"/, '')
    return `<${prefix}row${kept}>${cells}${added}</${prefix}row>`
  })
  const expected = rows.size + (headerRow === null ? 0 : 1)
  return placed === expected ? withWidths(written, first, titles.length) : null
}

/**
 * The buyer's own workbook with the answers in columns to the right of his; everything else in it stays as it is.
 * @returns null when the workbook is written in a way that cannot be added to safely
 */
export async function answerWorkbook(content: Uint8Array, answer: Answer): Promise<Buffer | null> {
  const files = await unpack(content, {}).catch(() => null)
  const path = files && sheetPath(files, answer.sheet)
  const sheet = files && path ? files[path] : undefined
  if (!files || !path || !sheet || sheet.length > LARGEST_SHEET) return null
  const xml = withAnswers(strFromU8(sheet), answer)
  if (xml === null) return null
  return Buffer.from(await pack({ ...files, [path]: strToU8(xml) }, { level: 6 }))
}
