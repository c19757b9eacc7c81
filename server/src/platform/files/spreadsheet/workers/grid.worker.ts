import { readGridHere, type GridOrigin } from '../sheet-rows.ts'
import type { PriceListOptions, RawRow } from '../types.ts'
import type { Grid } from '../read-grid.ts'
import { described } from './serve-events.ts'
import type { FromWorker } from './worker-protocol.ts'

/** Parses a whole table; a refusal is returned as an answer. */
export default async function readWhole({
  path,
  options,
}: {
  path: string
  options: PriceListOptions
}): Promise<Exclude<FromWorker<Grid>, { done: true }>> {
  let origin: GridOrigin = { format: 'csv', sheet: null, sheets: [], merges: [] }
  const rows: RawRow[] = []
  try {
    for await (const event of readGridHere(path, options))
      if (event.kind === 'origin') origin = event.origin
      else rows.push(...event.rows)
    return { event: { ...origin, rows } }
  } catch (error) {
    return { error: described(error) }
  }
}
