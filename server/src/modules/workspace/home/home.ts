import type { CompanyScope } from '../../../platform/access/index.ts'
import {
  MAX_COMING_TODAY,
  MAX_CUTOFFS,
  MAX_NAMED_POINTS,
  type ComingGroup,
  type PointsCutoff,
  type HomeToday,
} from '@artikul/contract/workspace/home'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import type { ReadDirectory } from '../../catalog/index.ts'
import type { ReadZone } from '../../companies/index.ts'
import { readOrderLines } from '../../ordering/index.ts'
import { nextCutoff, nextRun } from '../../pricing/index.ts'
import { deliveryRunText } from '../../fulfilment/index.ts'
import { selectComingToday, selectLate, selectLeft, selectRunsToday, selectHomeZones } from './home.queries.ts'

export interface HomeDeps {
  clock: Clock
  readDirectory: ReadDirectory
  readZone: ReadZone
}

async function readLate(db: Db, member: CompanyScope, now: Date): Promise<HomeToday['late']> {
  const rows = await selectLate(db, member, moscowDate(now))
  const lines = await readOrderLines(
    db,
    member,
    rows.map(({ id }) => id),
    now,
  )
  const lateOf = new Map(rows.map((row) => [row.id, row]))
  return {
    results: lines.flatMap((line) => {
      const late = lateOf.get(line.id)
      return late ? [{ ...line, guaranteed_date: late.guaranteed_date, late_days: late.late_days }] : []
    }),
    total_count: rows[0]?.total_count ?? 0,
    has_more: rows[0]?.has_more ?? false,
  }
}

const NOTHING = { lines_count: 0, in_work: 0, in_transit: 0, ready: 0, shipped: 0 }

/**
 * Reads the goods on the way: unshipped ones with the next run of their point, shipped ones with the run of their
 * shipment.
 */
async function readComing(
  db: Db,
  { readDirectory }: HomeDeps,
  member: CompanyScope,
  now: Date,
): Promise<HomeToday['coming']> {
  const today = moscowDate(now)
  const [coming, left] = [await selectComingToday(db, member, today), await selectLeft(db, member, today)]
  const ids = [...new Set([...coming, ...left].map(({ consignee_id: id }) => id))]
  const [ways, directory] = [ids.length === 0 ? [] : await selectRunsToday(db, member, ids), await readDirectory()]
  const wayOf = new Map(ways.map((way) => [way.id, way]))
  const groups = new Map<string, ComingGroup>()
  const groupOf = (id: number, consignee: string, deliveryRun: string, leavesToday = true) => {
    const name = `${id} ${deliveryRun}`
    const group = groups.get(name) ?? {
      consignee_id: id,
      consignee,
      delivery_run: deliveryRun,
      leaves_today: leavesToday,
      ...NOTHING,
    }
    groups.set(name, group)
    return group
  }
  for (const { consignee_id: id, has_more: _, ...counts } of coming) {
    const way = wayOf.get(id)
    if (!way) continue
    const run = nextRun(now, directory, way.zone_id)
    Object.assign(groupOf(id, way.name, deliveryRunText(way, run, today), run === null || run.day === today), counts)
  }
  for (const { consignee_id: id, delivery_run: deliveryRun, lines_count: shipped } of left) {
    const way = wayOf.get(id)
    if (!way) continue
    const group = groupOf(id, way.name, deliveryRun)
    group.shipped += shipped
    group.lines_count += shipped
  }
  const inOrder = [...groups.values()].toSorted((one, other) => other.lines_count - one.lines_count)
  return {
    results: inOrder.slice(0, MAX_COMING_TODAY),
    total_count: inOrder.length,
    has_more: coming[0]?.has_more ?? false,
  }
}

/** Reads the company's late and today's deliveries for the person's delivery points. */
export async function readToday(db: Db, deps: HomeDeps, member: CompanyScope): Promise<HomeToday> {
  const now = deps.clock.now()
  return { late: await readLate(db, member, now), coming: await readComing(db, deps, member, now) }
}

/**
 * Reads the next cut-off times of the other delivery points; that of the selected point is shown next to it.
 * @throws AppError `not_found` for a point not available to the person
 */
export async function readCutoffs(
  db: Db,
  { clock, readDirectory, readZone }: HomeDeps,
  member: CompanyScope,
  consigneeId: number | undefined,
): Promise<PointsCutoff[]> {
  const own = await readZone(db, member, consigneeId)
  const [zones, directory] = [await selectHomeZones(db, member), await readDirectory()]
  const now = clock.now()
  const nameOf = (zoneId: number | null) => {
    const cutoff = nextCutoff(now, directory, zoneId)
    return cutoff && { of: cutoff.of, at: cutoff.at.toISOString() }
  }
  const ownCutoff = nameOf(own)
  const found = new Map<string, PointsCutoff>()
  for (const zone of zones) {
    const cutoff = nameOf(zone.zone_id)
    if (!cutoff || (cutoff.of === ownCutoff?.of && cutoff.at === ownCutoff.at)) continue
    const name = `${cutoff.at} ${cutoff.of}`
    const known = found.get(name)
    found.set(name, {
      ...cutoff,
      points: [...(known?.points ?? []), ...zone.points].slice(0, MAX_NAMED_POINTS),
      points_count: (known?.points_count ?? 0) + zone.points_count,
    })
  }
  return [...found.values()].toSorted((one, other) => one.at.localeCompare(other.at)).slice(0, MAX_CUTOFFS)
}
