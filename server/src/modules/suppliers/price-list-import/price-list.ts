import type { ForeignCurrency } from '@artikul/contract/suppliers/price-list'
import type { Quantity } from '@artikul/contract/suppliers/price-text'
import type { RefusalReason } from '../../../platform/files/spreadsheet/refusals.data.ts'
import type { RowOrigin } from '../../../platform/files/spreadsheet/sheet-rows.ts'
import type { RecognisedColumn, SkippedKind } from '../../../platform/files/spreadsheet/types.ts'

/** Detected layout of the file, known before its rows. */
export interface ResolvedLayout extends RowOrigin {
  /** Row of the header, the lower one of two; null when the columns were recognised by values. */
  headerRow: number | null
  headerRows: 0 | 1 | 2
  columns: RecognisedColumn[]
  /** True when the file's prices exclude VAT and were raised by the rate. */
  pricesWithoutVat: boolean
  /** Currency of the prices when it is not the rouble. */
  currency: ForeignCurrency | null
  /** Ratio of two prices without a header, of which the lower one was chosen; null when nothing was guessed. */
  priceRatio: number | null
}

/** Row that became an offer. */
export interface PriceRow {
  rowNumber: number
  article: string
  articleKey: string
  looseKey: string
  brand: string
  brandKey: string
  name: string
  qty: Quantity
  /** Quantity cell as written. */
  qtyText: string
  /** Purchase price of a unit with VAT, in kopecks. */
  purchaseKop: number
  /** Supplier's own sale price with VAT, in kopecks; never used as a purchase price. */
  saleKop: number | null
  multiplicity: number
  minQty: number | null
  unit: string | null
  termDays: number | null
  weightKg: number | null
  barcode: string | null
  country: string | null
  /** Customs declaration number («ГТД»). */
  gtd: string | null
  /** Addresses of photos, separated by a space. */
  photos: string | null
}

export interface RefusedPriceRow {
  rowNumber: number
  reason: RefusalReason
  /** Content of the cell that caused the refusal. */
  cell: string
}

export interface SkippedRow {
  rowNumber: number
  kind: SkippedKind
}

export interface PriceListSummary {
  /** Rows after the header that are neither blank nor service rows: accepted + refused. */
  rows: number
  accepted: number
  refused: number
  refusedByReason: Partial<Record<RefusalReason, number>>
  skippedByKind: Partial<Record<SkippedKind, number>>
  /** Accepted rows whose stock cell has an unknown text: their stock is zero. */
  unreadQty: number
  /** Accepted articles that begin with a zero, which spreadsheets often lose. */
  leadingZeros: number
  /** Accepted rows with addresses of photos. */
  withPhotos: number
  /** Accepted rows by unit as written; at most `MAX_UNITS` different ones are counted. */
  units: Record<string, number>
}

export const MAX_UNITS = 20

export type PriceListEvent =
  | { kind: 'layout'; layout: ResolvedLayout }
  | { kind: 'rows'; rows: PriceRow[]; refused: RefusedPriceRow[]; skipped: SkippedRow[] }
  | { kind: 'end'; summary: PriceListSummary }
