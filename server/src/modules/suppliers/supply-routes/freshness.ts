const HOUR_MS = 3_600_000

interface Loaded {
  kind: string
  imported_at: Date | null
  /** Hours for which the source's price list counts as fresh. */
  fresh_hours: number
}

/** Own stock is always fresh; a price list older than its promised hours is stale, and hidden at twice that age. */
export function freshness(warehouse: Loaded, now: Date): 'fresh' | 'stale' | 'hidden' {
  if (warehouse.kind === 'own' || !warehouse.imported_at) return 'fresh'
  const age = (now.getTime() - warehouse.imported_at.getTime()) / HOUR_MS
  if (age <= warehouse.fresh_hours) return 'fresh'
  return age <= 2 * warehouse.fresh_hours ? 'stale' : 'hidden'
}
