import type { Quantity } from '@artikul/contract/suppliers/price-text'
import type { RefusalReason } from '../../../platform/files/spreadsheet/refusals.data.ts'
import type { RowOrigin } from '../../../platform/files/spreadsheet/sheet-rows.ts'
import type { RecognisedColumn, SkippedKind } from '../../../platform/files/spreadsheet/types.ts'

/** How the file was understood, known before its rows. */
export interface PriceListLayout extends RowOrigin {
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
