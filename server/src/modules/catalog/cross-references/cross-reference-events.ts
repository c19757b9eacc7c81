import { readArticle } from '../../../platform/files/spreadsheet/index.ts'
import {
  cellText,
  readGridHere,
  REFUSAL_TEXTS,
  type Cell,
  type PriceListOptions,
  type RawRow,
} from '../../../platform/files/spreadsheet/index.ts'
import { MAX_CROSS_REFERENCE_ROWS } from '@artikul/contract/catalog/cross-references'
import {
  crossReferenceColumnsOf,
  kindOf,
  reliabilityOf,
  type CrossReferenceColumns,
} from './cross-reference-columns.ts'

/** Brand as spelled in the file; `number` refers to it in the copied rows. */
export interface FileBrand {
  number: number
  written: string
}

export type CrossReferenceEvent =
  | { kind: 'rows'; copy: Uint8Array }
  | { kind: 'end'; rows: number; brands: FileBrand[] }
  | NoHeader
interface NoHeader {
  kind: 'no_header'
}

/** Columns of `cross_file` in the order used by `lineOf`. */
export const CROSS_REFERENCE_COPY_COLUMNS = [
  'row_number',
  'brand_number',
  'article',
  'article_key',
  'other_brand_number',
  'other_article',
  'other_key',
  'kind',
  'reliability',
  'reason',
] as const

const HEADER_ROWS = 20
const LONGEST_BRAND = 100
const LONGEST_TEXT = 100

/**
 * Converts a file of cross references to PostgreSQL's COPY text: the thread that parses the file also interprets it,
 * and the other one only moves bytes.
 */
export async function* crossReferenceEvents(
  path: string,
  options: PriceListOptions,
): AsyncGenerator<CrossReferenceEvent> {
  const limits = { textRows: MAX_CROSS_REFERENCE_ROWS + HEADER_ROWS, ...options.limits }
  const brands = new Map<string, FileBrand>()
  let columns: CrossReferenceColumns | null = null
  let [seen, read] = [0, 0]
  for await (const event of readGridHere(path, { ...options, limits })) {
    if (event.kind !== 'rows') continue
    let text = ''
    for (const row of event.rows) {
      if (columns === null) {
        columns = crossReferenceColumnsOf(row.cells)
        seen += 1
        if (columns === null && seen >= HEADER_ROWS) {
          yield { kind: 'no_header' }
          return
        }
        continue
      }
      const line = lineOf(row, columns, brands)
      if (line === null) continue
      text += line
      read += 1
    }
    if (text !== '') yield { kind: 'rows', copy: new TextEncoder().encode(text) }
  }
  yield columns === null ? { kind: 'no_header' } : { kind: 'end', rows: read, brands: [...brands.values()] }
}

interface Side {
  brand: FileBrand | null
  article: string
  key: string
  reason: string | null
}

function sideOf(brandCell: Cell | undefined, articleCell: Cell | undefined, brands: Map<string, FileBrand>): Side {
  const written = cellText(brandCell)
  const article = readArticle(articleCell)
  if ('reason' in article) return { brand: null, article: article.cell, key: '', reason: REFUSAL_TEXTS[article.reason] }
  if (written === '') return { brand: null, ...article, reason: REFUSAL_TEXTS.no_brand }
  if (written.length > LONGEST_BRAND) return { brand: null, ...article, reason: REFUSAL_TEXTS.brand_too_long }
  return { brand: brandOf(written, brands), ...article, reason: null }
}

function brandOf(written: string, brands: Map<string, FileBrand>): FileBrand {
  const known = brands.get(written)
  if (known) return known
  const brand = { number: brands.size + 1, written }
  brands.set(written, brand)
  return brand
}

/** Formats a row; empty for one without any part of a pair. */
function lineOf(
  { number, cells, broken }: RawRow,
  columns: CrossReferenceColumns,
  brands: Map<string, FileBrand>,
): string | null {
  const cell = (field: keyof CrossReferenceColumns) => cells[columns[field] ?? -1]
  const isBlank = (['brand', 'article', 'other_brand', 'other_article'] as const).every(
    (one) => cellText(cell(one)) === '',
  )
  if (broken === undefined && isBlank) return null
  const one = sideOf(cell('brand'), cell('article'), brands)
  const other = sideOf(cell('other_brand'), cell('other_article'), brands)
  const kind = kindOf(cellText(cell('kind')))
  const reliability = reliabilityOf(cellText(cell('reliability')))
  const reason =
    (broken && REFUSAL_TEXTS[broken]) ??
    one.reason ??
    (other.reason && `Аналог: ${other.reason.toLowerCase()}`) ??
    (kind === null ? `Тип не понят: ${cellText(cell('kind')).slice(0, LONGEST_TEXT)}` : null) ??
    (reliability === null ? `Надёжность не понята: ${cellText(cell('reliability')).slice(0, LONGEST_TEXT)}` : null)
  return (
    [
      number,
      ...copied(one),
      ...copied(other),
      kind ?? 'analogue',
      reliability ?? 'ordinary',
      reason === null ? '\\N' : escaped(reason),
    ].join('\t') + '\n'
  )
}

const copied = ({ brand, article, key }: Side) => [brand?.number ?? '\\N', escaped(article), key]

const escaped = (text: string) =>
  /[\\\t\n\r]/.test(text) ? text.replaceAll('\\', '\\\\').replace(/[\t\n\r]/g, ' ') : text
