import type { PriceListLimits, RawRow } from './price-list.ts'
import type { GridEvent, GridOrigin } from './read-price-list.ts'
import { workerEvents } from './worker-stream.ts'

export interface Grid extends GridOrigin {
  rows: RawRow[]
}

const LIMITS: Partial<PriceListLimits> = {
  sheetBytes: 32 * 1024 * 1024,
  textBytes: 32 * 1024 * 1024,
  seconds: 20,
  heapMb: 512,
}

/**
 * Any table that a price list may be, read in a worker, with its cells as they are: for lists whose columns mean
 * something else than a price list's.
 * @param sheet the sheet to read; without it the one that looks most like a list of parts
 * @throws PriceListRefused with a Russian sentence when the file as a whole cannot be read, or holds more rows
 */
export async function readGrid(path: string, mostRows: number, sheet?: string): Promise<Grid> {
  const options = {
    limits: { ...LIMITS, sheetRows: mostRows, textRows: mostRows },
    ...(sheet !== undefined && { sheet }),
  }
  let origin: GridOrigin = { format: 'csv', sheet: null, sheets: [], merges: [] }
  const rows: RawRow[] = []
  for await (const event of workerEvents<GridEvent>(new URL('./grid.worker.ts', import.meta.url), path, options))
    if (event.kind === 'origin') origin = event.origin
    else rows.push(...event.rows)
  return { ...origin, rows }
}
