const HOUR_MS = 3_600_000

interface Loaded {
  kind: string
  imported_at: Date | null
  /** Hours that the source promises its price list for. */
  fresh_hours: number
}

/** Own stock is as of this moment; a price list older than its source promises is stale, twice as old is hidden. */
export function freshness(warehouse: Loaded, now: Date): 'fresh' | 'stale' | 'hidden' {
  if (warehouse.kind === 'own' || !warehouse.imported_at) return 'fresh'
  const age = (now.getTime() - warehouse.imported_at.getTime()) / HOUR_MS
  if (age <= warehouse.fresh_hours) return 'fresh'
  return age <= 2 * warehouse.fresh_hours ? 'stale' : 'hidden'
}
