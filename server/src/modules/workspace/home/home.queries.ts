import { pointsOf, type CompanyScope } from '../../../platform/access/index.ts'
import { MAX_LATE, MAX_NAMED_POINTS } from '@artikul/contract/workspace/home'
import { LATE_STATES, LINE_GROUPS } from '@artikul/contract/ordering/orders/line-groups'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { IS_OPEN } from '../../ordering/index.ts'

/** Maximum number of parts of one state read from their index, earliest expected first. */
const MAX_PARTS = 300
/** Maximum number of shipments of one day, and of delivery points with goods on the way. */
const MAX_GROUPS = 200
/** Maximum number of zones with a company's points. */
const MAX_ZONES = 100

const ofMember = (alias: string, member: CompanyScope): RawBuilder<unknown> => {
  const points = pointsOf(member)
  const isOwn = sql`${sql.ref(`${alias}.contractor_id`)} = ${member.contractorId}::integer`
  return points === null ? isOwn : sql`${isOwn} and ${sql.ref(`${alias}.consignee_id`)} = any(${points}::integer[])`
}

export interface LateRow {
  id: number
  guaranteed_date: string
  late_days: number
  total_count: number
  has_more: boolean
}

/** Selects late lines, earliest expected first. */
export async function selectLate(db: Db, member: CompanyScope, today: string): Promise<LateRow[]> {
  const { rows } = await sql<LateRow>`
    with past as materialized (
      select part.line_id, part.expected_date, row_number() over (partition by wanted.state) as place
      from unnest(${LATE_STATES}::text[]) as wanted (state) cross join lateral (
        select part.line_id, part.expected_date from order_line_allocations part
        where part.state = wanted.state and ${IS_OPEN} and ${ofMember('part', member)}
          and part.expected_date < ${today}::date
        order by part.expected_date, part.line_id limit ${MAX_PARTS}::integer
      ) part
    ), late as (
      select line.id, line.guaranteed_date, past.expected_date
      from (select line_id, min(expected_date) as expected_date from past group by line_id) past
      join order_lines line on line.id = past.line_id
      where line.contractor_id = ${member.contractorId}
    )
    select id, guaranteed_date, ${today}::date - expected_date as late_days,
      (count(*) over ())::integer as total_count,
      (select coalesce(max(place), 0) >= ${MAX_PARTS}::integer from past) as has_more
    from late order by expected_date, id limit ${MAX_LATE}`.execute(db)
  return rows
}

const COMING = (['in_work', 'in_transit', 'ready'] as const).flatMap((group) =>
  LINE_GROUPS[group].states.map((state) => ({ group, state })),
)

export interface ComingRow {
  consignee_id: number
  lines_count: number
  in_work: number
  in_transit: number
  ready: number
  has_more: boolean
}

/** Selects lines expected on the day and not shipped yet, by delivery point. */
export async function selectComingToday(db: Db, member: CompanyScope, today: string): Promise<ComingRow[]> {
  const { rows } = await sql<ComingRow>`
    with coming as materialized (
      select part.*, wanted."group", row_number() over (partition by wanted.state) as place
      from unnest(${COMING.map(({ group }) => group)}::text[], ${COMING.map(({ state }) => state)}::text[])
        as wanted ("group", state)
      cross join lateral (
        select part.consignee_id, part.line_id from order_line_allocations part
        where part.state = wanted.state and ${IS_OPEN} and ${ofMember('part', member)}
          and part.expected_date = ${today}::date
        order by part.line_id limit ${MAX_PARTS}::integer
      ) part
    )
    select consignee_id, count(distinct line_id)::integer as lines_count,
      (count(distinct line_id) filter (where "group" = 'in_work'))::integer as in_work,
      (count(distinct line_id) filter (where "group" = 'in_transit'))::integer as in_transit,
      (count(distinct line_id) filter (where "group" = 'ready'))::integer as ready,
      (select coalesce(max(place), 0) >= ${MAX_PARTS}::integer from coming) as has_more
    from coming group by consignee_id order by lines_count desc, consignee_id limit ${MAX_GROUPS}`.execute(db)
  return rows
}

export interface LeftRow {
  consignee_id: number
  delivery_run: string
  lines_count: number
}

/** Selects shipments of the day without a receipt. */
export async function selectLeft(db: Db, member: CompanyScope, today: string): Promise<LeftRow[]> {
  const { rows } = await sql<LeftRow>`
    select left_today.consignee_id, left_today.delivery_run, sum(counted.lines_count)::integer as lines_count
    from (
      select id, consignee_id, delivery_run from shipments
      where ${ofMember('shipments', member)} and shipped_on = ${today}::date and received_on is null
        and cancelled_at is null
      order by id limit ${MAX_GROUPS}
    ) left_today
    cross join lateral (
      select count(*) as lines_count from shipment_lines where shipment_id = left_today.id
    ) counted
    group by 1, 2`.execute(db)
  return rows
}

/** Selects the means of delivery of the points, including archived ones: orders for those still arrive. */
export const selectRunsToday = (db: Db, member: CompanyScope, ids: readonly number[]) =>
  db
    .selectFrom('consignees')
    .select(['id', 'name', 'carrier'])
    .select(sql<number | null>`case when carrier = '' then zone_id end`.as('zone_id'))
    .where('contractor_id', '=', member.contractorId)
    .where('id', '=', sql<number>`any(${[...ids]}::integer[])`)
    .execute()

export interface ZoneRow {
  /** Delivery zone; null when the own vehicles do not go there. */
  zone_id: number | null
  points: string[]
  points_count: number
}

/** Selects active points by zone of delivery runs, the first of them by name. */
export async function selectHomeZones(db: Db, member: CompanyScope): Promise<ZoneRow[]> {
  const points = pointsOf(member)
  const { rows } = await sql<ZoneRow>`
    select zone_id, count(*)::integer as points_count,
      (array_agg(name order by is_default desc, name collate "ru-x-icu"))[1:${sql.lit(MAX_NAMED_POINTS)}] as points
    from (
      select case when carrier = '' then zone_id end as zone_id, name, is_default from consignees
      where contractor_id = ${member.contractorId} and archived_at is null
        and ${points === null ? sql`true` : sql`id = any(${points}::integer[])`}
      limit 5000
    ) point
    group by zone_id limit ${MAX_ZONES}`.execute(db)
  return rows
}
