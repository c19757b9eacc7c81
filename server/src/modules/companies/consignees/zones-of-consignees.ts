import { LRUCache } from 'lru-cache'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { selectPoint } from './consignees.queries.ts'
import type { CompanyScope } from '../../../platform/access/index.ts'

const MEMORY_MS = 1000

/** Reads the delivery zone of the point; null when the own vehicles do not go there. */
export type ReadZone = (db: Db, member: CompanyScope, consigneeId: number | undefined) => Promise<number | null>

/**
 * Creates a reader of the point's zone, by default of the usual point. Results are cached for a second, because every
 * search needs them.
 * @throws AppError `not_found` for a point not available to the person
 */
export function createZoneReader(ttlMs = MEMORY_MS): ReadZone {
  const known = new LRUCache<string, { zoneId: number | null }>({ max: 20_000, ttl: ttlMs || 1 })
  return async (db, member, consigneeId) => {
    const points = member.limits?.consigneeIds ?? null
    const name = `${member.contractorId} ${consigneeId ?? ''} ${points?.join() ?? ''}`
    const before = known.get(name)
    if (before) return before.zoneId
    const point = await selectPoint(db, member, consigneeId)
    if (!point && consigneeId !== undefined) throw new AppError('not_found', { detail: 'Грузополучатель не найден' })
    const zoneId = point?.zone_id ?? null
    if (ttlMs > 0) known.set(name, { zoneId })
    return zoneId
  }
}
