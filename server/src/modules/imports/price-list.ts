import type { Quantity } from '@artikul/contract/price-text'
import type { RefusalReason } from './refusals.data.ts'

/** What a column of a price list can be recognised as. */
export type PriceField =
  | 'lineNumber'
  | 'article'
  | 'ownCode'
  | 'brand'
  | 'name'
  | 'qty'
  | 'ordered'
  | 'price'
  | 'purchase'
  | 'sale'
  | 'sum'
  | 'currency'
  | 'multiplicity'
  | 'minQty'
  | 'term'
  | 'warehouse'
  | 'unit'
  | 'weight'
  | 'country'
  | 'declaration'
  | 'applicability'
  | 'crosses'
  | 'barcode'
  | 'commodityCode'
  | 'vat'
  | 'status'
  | 'deleted'

/** A spreadsheet turned the text of this cell into something else; what was written cannot be known any more. */
export interface DamagedCell {
  damage: 'date' | 'exponent' | 'error'
  shown: string
}

/** A raw cell value, never a formatted one. */
export type Cell = string | number | null | DamagedCell

/** One row of a sheet or one record of a text file; `number` is what the user sees beside it in a spreadsheet. */
export interface RawRow {
  number: number
  cells: readonly Cell[]
  /** the row cannot be split into cells; the reason */
  broken?: RefusalReason
}

export type FileFormat = 'csv' | 'xls' | 'xlsx' | 'ods' | 'html' | 'spreadsheetml'

export interface RecognisedColumn {
  field: PriceField
  /** from zero */
  index: number
  /** header text, both rows joined by « / »; empty when the column was recognised by its values */
  header: string
}

/** How the file was understood, known before its rows. */
export interface PriceListLayout {
  format: FileFormat
  /** file taken from a zip archive */
  archiveEntry: string | null
  encoding: string | null
  delimiter: string | null
  sheet: string | null
  /** row of the header, of its lower part when it has two rows; null when the columns were recognised by values */
  headerRow: number | null
  headerRows: 0 | 1 | 2
  columns: RecognisedColumn[]
  /** prices of the file are without VAT and were raised by the rate */
  pricesWithoutVat: boolean
}

/** A row that became an offer. */
export interface PriceRow {
  rowNumber: number
  article: string
  articleKey: string
  looseKey: string
  brand: string
  brandKey: string
  name: string
  qty: Quantity
  /** the quantity cell as written */
  qtyText: string
  /** purchase price of a unit with VAT, kopecks */
  purchaseKop: number
  /** the supplier's own sale price with VAT, kopecks; never used as a purchase price */
  saleKop: number | null
  multiplicity: number
  minQty: number | null
  unit: string | null
  termDays: number | null
  weightKg: number | null
  barcode: string | null
  country: string | null
  /** customs declaration number («ГТД») */
  gtd: string | null
}

export interface RefusedRow {
  rowNumber: number
  reason: RefusalReason
  /** what stood in the cell that caused it */
  cell: string
}

export type SkippedKind = 'blank' | 'group' | 'total' | 'header' | 'signature' | 'other_record'

export interface SkippedRow {
  rowNumber: number
  kind: SkippedKind
}

export interface PriceListSummary {
  /** rows after the header that are neither blank nor service rows: accepted + refused */
  rows: number
  accepted: number
  refused: number
  refusedByReason: Partial<Record<RefusalReason, number>>
  skippedByKind: Partial<Record<SkippedKind, number>>
  /** accepted rows whose stock cell has a text of no known meaning: their stock is zero */
  unreadQty: number
}

export type PriceListEvent =
  | { kind: 'layout'; layout: PriceListLayout }
  | { kind: 'rows'; rows: PriceRow[]; refused: RefusedRow[]; skipped: SkippedRow[] }
  | { kind: 'end'; summary: PriceListSummary }

/** How a person says that a sheet is to be read. */
export interface ToldColumns {
  /** as the table program counts rows; null: no header */
  headerRow: number | null
  columns: readonly { field: PriceField; index: number }[]
}

export interface PriceListOptions {
  /** brand of every row when the file names none; without it such rows are refused with «Не указан производитель» */
  defaultBrand?: string
  /** raises prices «без НДС», percent; 22 by default, 0 for a supplier who pays no VAT */
  vatPercent?: number
  /** the supplier's prices are without VAT although the header does not say so */
  pricesWithoutVat?: boolean
  /** sheet to read; by default the one with the most recognised columns */
  sheet?: string
  /** read so, whatever the header says; with a header row alone, the columns are recognised below it */
  told?: ToldColumns | { headerRow: number; columns: null }
  limits?: Partial<PriceListLimits>
}

export interface PriceListLimits {
  /** bytes of a spreadsheet after unpacking, counted while inflating */
  sheetBytes: number
  /** bytes of a text file, unpacked or not */
  textBytes: number
  sheetRows: number
  textRows: number
  seconds: number
  /** heap of the reading thread, MB */
  heapMb: number
}

export const PRICE_LIST_LIMITS: PriceListLimits = {
  sheetBytes: 128 * 1024 * 1024,
  textBytes: 2 * 1024 * 1024 * 1024,
  sheetRows: 300_000,
  textRows: 5_000_000,
  seconds: 600,
  heapMb: 1024,
}
