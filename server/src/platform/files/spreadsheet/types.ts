import type { MissingStock } from '@artikul/contract/suppliers/price-list'
import type { RefusalReason } from './refusals.data.ts'

/** Recognised meaning of a column in a price list. */
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
  | 'photo'
  | 'status'
  | 'deleted'

/** Cell whose original text was destroyed by a spreadsheet's conversion. */
export interface DamagedCell {
  damage: 'date' | 'exponent' | 'error'
  shown: string
}

/** Raw cell value, never a formatted one. */
export type Cell = string | number | null | DamagedCell

/** Row of a sheet or record of a text file; `number` is the row number displayed by a spreadsheet. */
export interface RawRow {
  number: number
  cells: readonly Cell[]
  /** Reason why the row cannot be split into cells. */
  broken?: RefusalReason
}

export type FileFormat = 'csv' | 'xls' | 'xlsx' | 'ods' | 'html' | 'spreadsheetml' | 'pdf'

export interface RecognisedColumn {
  field: PriceField
  /** Zero-based. */
  index: number
  /** Header text, both rows joined by « / »; empty when the column was recognised by its values. */
  header: string
}

export type SkippedKind = 'blank' | 'group' | 'total' | 'header' | 'signature' | 'other_record'

/** Layout of a sheet chosen by a person. */
export interface RequestedColumns {
  /** One-based, as spreadsheet programs number rows; null for no header. */
  headerRow: number | null
  columns: readonly { field: PriceField; index: number }[]
}

export interface PriceListOptions {
  /** Brand of every row when the file names none; without it such rows are refused with «Не указан производитель». */
  defaultBrand?: string
  /** Rows of a single cell name the brand of the rows below them. */
  hasBrandGroups?: boolean
  /** Stock of every row of a file without a column of it. */
  missingStock?: MissingStock
  /** Roubles for one unit of a foreign currency; without it rows with foreign prices are refused. */
  currencyRate?: number
  /** VAT in percent added to prices «без НДС»; 22 by default, 0 for a supplier who pays no VAT. */
  vatPercent?: number
  /** The supplier's prices exclude VAT although the header does not say so. */
  pricesWithoutVat?: boolean
  /** Sheet to parse; by default the one with the most recognised columns. */
  sheet?: string
  /** Read all sheets with the same header when none is requested. */
  joinsSheets?: boolean
  /** Read the text layer of a PDF as a table; otherwise a PDF is refused. */
  allowsPdf?: boolean
  /** Layout that overrides the detected one; with a header row alone, the columns below it are recognised. */
  requested?: RequestedColumns | { headerRow: number; columns: null }
  limits?: Partial<PriceListLimits>
}

export interface PriceListLimits {
  /** Bytes of a spreadsheet after decompression, counted while inflating. */
  sheetBytes: number
  /** Bytes of a text file, compressed or not. */
  textBytes: number
  sheetRows: number
  textRows: number
  seconds: number
  /** Heap of the parsing thread, in MB. */
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

/** Formats of spreadsheets as people call them. */
export const FORMAT_NAMES: Readonly<Record<FileFormat, string>> = {
  csv: 'CSV',
  xls: 'XLS',
  xlsx: 'XLSX',
  ods: 'ODS',
  html: 'таблица HTML',
  spreadsheetml: 'XML для Excel',
  pdf: 'PDF',
}
