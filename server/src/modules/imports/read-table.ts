import type { PriceListLimits } from './price-list.ts'
import { workerEvents } from './worker-stream.ts'

/** A row as a person sees it in a spreadsheet: its number and the texts of its cells. */
export interface TableRow {
  number: number
  cells: readonly string[]
}

const LIMITS: Partial<PriceListLimits> = { sheetBytes: 32 * 1024 * 1024, seconds: 20, heapMb: 512 }

/**
 * Rows of any table that a price list may be (XLSX, XLS, ODS, CSV, zipped), read in a worker: for small lists that are
 * looked at whole.
 * @throws PriceListRefused with a Russian sentence when the file as a whole cannot be read, or holds more rows
 */
export async function readTable(path: string, mostRows: number): Promise<TableRow[]> {
  const limits = { ...LIMITS, sheetRows: mostRows, textRows: mostRows, textBytes: 32 * 1024 * 1024 }
  const rows: TableRow[] = []
  const events = workerEvents<TableRow[]>(new URL('./table.worker.ts', import.meta.url), path, { limits })
  for await (const batch of events) rows.push(...batch)
  return rows
}
