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

export type SkippedKind = 'blank' | 'group' | 'total' | 'header' | 'signature' | 'other_record'

/** How a person says that a sheet is to be read. */
export interface RequestedColumns {
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
  told?: RequestedColumns | { headerRow: number; columns: null }
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
