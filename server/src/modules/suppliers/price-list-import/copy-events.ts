import type { PriceListOptions } from '../../../platform/files/spreadsheet/types.ts'
import { formatQty } from '@artikul/contract/core/money'
import type { ResolvedLayout, PriceListSummary, PriceRow } from './price-list.ts'
import { readPriceListHere } from './read-price-list.ts'
import { reportLines } from './report-lines.ts'
import { slugOf } from '@artikul/contract/catalog/slug'

/** Brand as spelled in this file; `number` refers to it in the copied rows. */
export interface CopiedBrand {
  number: number
  key: string
  name: string
  slug: string
}

export type CopyEvent =
  | { kind: 'layout'; layout: ResolvedLayout }
  | { kind: 'rows'; copy: Uint8Array; rows: number; report: string }
  | { kind: 'end'; summary: PriceListSummary; brands: CopiedBrand[] }

/** Columns of `import_rows` in the order used by `copyLine`. */
export const PRICE_LIST_COPY_COLUMNS = [
  'row_number',
  'brand_number',
  'article',
  'article_key',
  'loose_key',
  'slug',
  'name',
  'unit',
  'weight_g',
  'barcode',
  'country',
  'gtd',
  'purchase_kop',
  'on_hand',
  'qty_exact',
  'qty_text',
  'multiplicity',
  'min_qty',
  'term_days',
  'photos',
] as const

const LONGEST_QTY_TEXT = 20
const PLAIN_KEY = /^[0-9A-Z]*$/

/**
 * Converts a price list to PostgreSQL's COPY text, ready to be piped into a connection: the thread that parses the file
 * also formats the text, and the other thread only moves bytes.
 */
export async function* copyEvents(path: string, options: PriceListOptions): AsyncGenerator<CopyEvent> {
  const brands = new Map<string, CopiedBrand>()
  let furtherSheets: ResolvedLayout['furtherSheets'] = []
  for await (const event of readPriceListHere(path, options)) {
    if (event.kind === 'layout') {
      furtherSheets = event.layout.furtherSheets
      yield event
    }
    if (event.kind === 'end') yield { kind: 'end', summary: event.summary, brands: [...brands.values()] }
    if (event.kind !== 'rows') continue
    let text = ''
    for (const row of event.rows) text += copyLine(row, brandNumber(row, brands))
    const rows = event.rows.length + event.refused.length + event.skipped.length
    yield {
      kind: 'rows',
      copy: new TextEncoder().encode(text),
      rows,
      report: reportLines(event.refused, furtherSheets),
    }
  }
}

function brandNumber({ brandKey, brand }: PriceRow, brands: Map<string, CopiedBrand>): number {
  const known = brands.get(brandKey)
  if (known !== undefined) return known.number
  const number = brands.size + 1
  brands.set(brandKey, { number, key: brandKey, name: brand, slug: slugOf(brandKey) })
  return number
}

/** `\N` is a null: an article key that needs no transliteration, a loose key equal to the strict one. */
function copyLine(row: PriceRow, brand: number): string {
  const key = row.articleKey
  const loose = row.looseKey === key ? '\\N' : row.looseKey
  const slug = PLAIN_KEY.test(key) ? '\\N' : slugOf(key)
  const grams = row.weightKg === null ? '\\N' : Math.round(row.weightKg * 1000)
  const identity = `${row.rowNumber}\t${brand}\t${escaped(row.article)}\t${key}\t${loose}\t${slug}\t${escaped(row.name)}`
  const details = `${unitOf(row)}\t${grams}\t${optional(row.barcode)}\t${optional(row.country)}\t${optional(row.gtd)}`
  const { qty, exact } = row.qty
  const offer = `${row.purchaseKop}\t${qty}\t${exact ? 't' : 'f'}\t${escaped(qtyText(row))}\t${row.multiplicity}\t${row.minQty ?? 0}`
  return `${identity}\t${details}\t${offer}\t${row.termDays ?? '\\N'}\t${optional(row.photos)}\n`
}

function qtyText({ qty, qtyText: written }: PriceRow): string {
  return qty.exact ? formatQty(qty.qty) : written.slice(0, LONGEST_QTY_TEXT)
}

function unitOf({ unit }: PriceRow): string {
  return unit === null ? '\\N' : escaped(unit.toLowerCase().replace(/\.$/, ''))
}

function optional(text: string | null): string {
  return text === null ? '\\N' : escaped(text)
}

/** The parser has removed control characters, but a quantity may still contain them. */
function escaped(text: string): string {
  if (!/[\\\t\n\r]/.test(text)) return text
  return text.replaceAll('\\', '\\\\').replace(/[\t\n\r]/g, ' ')
}
