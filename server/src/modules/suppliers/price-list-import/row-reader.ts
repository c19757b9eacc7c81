import type {
  Cell,
  PriceField,
  PriceListOptions,
  RawRow,
  SkippedKind,
} from '../../../platform/files/spreadsheet/types.ts'
import { looseFromKey } from '@artikul/contract/catalog/article'
import { cellText, detached, filledCells, shownText } from '../../../platform/files/spreadsheet/cells.ts'
import type { PriceRow, RefusedPriceRow } from './price-list.ts'
import { photoAddresses } from '../../../platform/files/spreadsheet/photo-addresses.ts'
import { readArticle } from '../../../platform/files/spreadsheet/read-article.ts'
import { splitBrand, type Brand } from './read-brand.ts'
import type { MissingStock } from '@artikul/contract/suppliers/price-list'
import type { Quantity } from '@artikul/contract/suppliers/price-text'
import { formatQty } from '@artikul/contract/core/money'
import { addQuantities, readDays, readFigure, readPrice, readQuantity, type PriceTerms } from './read-figures.ts'
import type { RefusalReason } from '../../../platform/files/spreadsheet/refusals.data.ts'
import {
  isColumnNumbers,
  isTotal,
  serviceKind,
  type TableShape,
} from '../../../platform/files/spreadsheet/service-rows.ts'

type RowOutcome =
  | { accepted: PriceRow }
  | { refused: RefusedPriceRow }
  | { skipped: { rowNumber: number; kind: SkippedKind } }

export interface Table extends TableShape {
  /** Number of the header's last row, far below zero without a header. */
  headerRow: number
  prices: PriceTerms
  /** True when an article equal to the supplier's own code is a placeholder, because elsewhere the two differ. */
  codeIsPlaceholder: boolean
  /** Columns whose quantities are added to that of `at.qty`: stock of further warehouses. */
  furtherStock: readonly number[]
  /** Stock of every row when there is no column of it; null counts as none. */
  missingStock: MissingStock | null
  /** True when weights are in grams. */
  grams: boolean
}

const CACHED_BRANDS = 50_000
const LONGEST_BRAND = 100
const LONGEST_NAME = 500
const EXCLUDED = /исключен|снят|не производ|не поставл|удален|архив|прекращ|discontinued/i
const DELETED = /^(?:да|true|1|удален.*|x|х|\+)$/i
const NO_BRAND: Brand = { shown: '', key: '' }

/** Creates a function that converts the rows of one table into offers, refusals and service rows. */
export function createRowReader(table: Table, options: PriceListOptions): (row: RawRow) => RowOutcome {
  const { at } = table
  const brands = new Map<string, Brand>()
  let header = table.headerRow
  let fallback = options.defaultBrand === undefined ? NO_BRAND : splitBrand(options.defaultBrand)

  function brandAt(row: RawRow): Brand {
    const written = at.brand === undefined ? '' : cellText(row.cells[at.brand])
    if (written === '') return fallback
    const known = brands.get(written)
    if (known !== undefined) return known
    if (brands.size >= CACHED_BRANDS) brands.clear()
    const brand = splitBrand(written)
    brands.set(detached(written), brand)
    return brand
  }

  return (row) => {
    const read = row.broken === undefined ? readRow(row, table, brandAt) : refusal(row, row.broken, '')
    const underHeader = row.number - header <= 2
    if (row.broken !== undefined || ('accepted' in read && !(underHeader && isColumnNumbers(row)))) return read
    const kind = serviceKind(row, table)
    if (kind === 'header') header = row.number
    if (kind === 'group' && options.hasBrandGroups) fallback = splitBrand(filledCells(row)[0]?.text ?? '')
    return kind === null ? read : { skipped: { rowNumber: row.number, kind } }
  }
}

function readRow(row: RawRow, table: Table, brandAt: (row: RawRow) => Brand): RowOutcome {
  const { at } = table
  if (at.article === undefined) return refusal(row, 'no_article_column', '')
  const read = readArticle(row.cells[at.article])
  if ('reason' in read) return refusal(row, read.reason, read.cell)
  const { article, key } = read
  const objection = objectionTo(row, table, article)
  if (objection !== null) return refusal(row, objection, article)
  const brand = brandAt(row)
  if (brand.key === '') return refusal(row, 'no_brand', '')
  if (brand.shown.length > LONGEST_BRAND) return refusal(row, 'brand_too_long', brand.shown.slice(0, LONGEST_BRAND))
  const price = readPrice(field(row, table, 'purchase'), table.prices, field(row, table, 'currency'))
  if ('reason' in price) return refusal(row, price.reason, cellText(field(row, table, 'purchase')))
  const quantity = readStock(row, table)
  if ('reason' in quantity) return refusal(row, quantity.reason, quantity.text)
  return {
    accepted: {
      rowNumber: row.number,
      article,
      articleKey: key,
      looseKey: looseFromKey(key),
      brand: brand.shown,
      brandKey: brand.key,
      name: shownText(field(row, table, 'name')).slice(0, LONGEST_NAME),
      qty: quantity.qty,
      qtyText: quantity.text,
      purchaseKop: price.kop,
      ...minorFields(row, table),
    },
  }
}

type ReadStock = { text: string } & ({ qty: Quantity } | { reason: RefusalReason })

/** Stock of a file without a column of it, as suppliers write it. */
const MISSING_STOCK: Readonly<Record<MissingStock, ReadStock>> = {
  in_stock: { ...readQuantity('есть'), text: 'есть' },
  on_order: { ...readQuantity('под заказ'), text: 'под заказ' },
}

function readStock(row: RawRow, table: Table): ReadStock {
  if (table.at.qty === undefined && table.missingStock !== null) return MISSING_STOCK[table.missingStock]
  const cell = field(row, table, 'qty')
  const first = { ...readQuantity(cell), text: cellText(cell) }
  if ('reason' in first || table.furtherStock.length === 0) return first
  let { qty } = first
  for (const column of table.furtherStock) {
    const next = readQuantity(row.cells[column])
    if ('reason' in next) return { ...next, text: cellText(row.cells[column]) }
    qty = addQuantities(qty, next.qty)
  }
  return { qty, text: formatQty(qty.qty) }
}

/** Finds the reason why a row with a valid article is not for sale. */
function objectionTo(row: RawRow, table: Table, article: string): RefusalReason | null {
  const { at } = table
  if (isTotal(article)) return 'no_article'
  if (at.status !== undefined && EXCLUDED.test(cellText(row.cells[at.status]))) return 'excluded'
  if (at.deleted !== undefined && DELETED.test(cellText(row.cells[at.deleted]))) return 'excluded'
  if (table.codeIsPlaceholder && at.ownCode !== undefined && cellText(row.cells[at.ownCode]) === article) {
    return 'article_is_own_code'
  }
  return null
}

function minorFields(row: RawRow, table: Table) {
  const sale =
    table.at.sale === undefined
      ? null
      : readPrice(row.cells[table.at.sale], table.prices, field(row, table, 'currency'))
  const weight = readFigure(field(row, table, 'weight'))
  return {
    saleKop: sale !== null && 'kop' in sale ? sale.kop : null,
    multiplicity: readFigure(field(row, table, 'multiplicity')) ?? 1,
    minQty: readFigure(field(row, table, 'minQty')),
    unit: optionalText(row, table, 'unit', 20),
    termDays: table.at.term === undefined ? null : readDays(row.cells[table.at.term]),
    weightKg: weight !== null && table.grams ? weight / 1000 : weight,
    barcode: optionalText(row, table, 'barcode', 32),
    country: optionalText(row, table, 'country', 100),
    gtd: optionalText(row, table, 'declaration', 64),
    photos: table.at.photo === undefined ? null : photosOf(row.cells[table.at.photo]),
  }
}

function photosOf(cell: Cell | undefined): string | null {
  const addresses = photoAddresses(cellText(cell))
  return addresses.length > 0 ? addresses.join(' ') : null
}

function optionalText(row: RawRow, table: Table, name: PriceField, limit: number): string | null {
  const index = table.at[name]
  if (index === undefined) return null
  const text = shownText(row.cells[index])
  return text === '' ? null : text.slice(0, limit)
}

function field(row: RawRow, table: Table, name: PriceField) {
  const index = table.at[name]
  return index === undefined ? undefined : row.cells[index]
}

function refusal(row: RawRow, reason: RefusalReason, cell: string): RowOutcome {
  return { refused: { rowNumber: row.number, reason, cell: cell.slice(0, 100) } }
}
