import type { ConsigneesQuery } from '@artikul/contract/companies/consignees'
import { sql, type Insertable, type Updateable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { literal } from '../../../platform/like.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'
import type { Page } from '../../../platform/paging.ts'
import { pointsOf, type CompanyScope, type AccessScope } from '../../../platform/access/index.ts'

/** Limits orders to those the person may read: of their company and available delivery points. */
export function readableOrders(reader: AccessScope) {
  if (reader === 'any') return sql<boolean>`true`
  const points = pointsOf(reader)
  const isOwn = sql<boolean>`orders.contractor_id = ${reader.contractorId}`
  return points ? sql<boolean>`(${isOwn} and orders.consignee_id = any(${points}::integer[]))` : isOwn
}

function allOf(db: Db, member: CompanyScope) {
  const points = pointsOf(member)
  const query = db.selectFrom('consignees').where('contractor_id', '=', member.contractorId)
  return points ? query.where('consignees.id', '=', sql<number>`any(${points}::integer[])`) : query
}

const visibleTo = (db: Db, member: CompanyScope) => allOf(db, member).where('archived_at', 'is', null)

/** Selects points for the selector «Куда», the default one first. */
export const selectConsignees = (db: Db, member: CompanyScope) =>
  visibleTo(db, member)
    .select(['id', 'name', 'code', 'address', 'is_default'])
    .orderBy('is_default', 'desc')
    .orderBy(sql`name collate "ru-x-icu"`)
    .limit(1000)
    .execute()

/** Selects points with names and delivery zones, for lists and dates. */
export const selectConsigneePoints = (db: Db, member: CompanyScope) =>
  visibleTo(db, member)
    .select(['id', 'name', 'code'])
    .select(sql<number | null>`case when carrier = '' then zone_id end`.as('zone_id'))
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .limit(5000)
    .execute()

/**
 * Selects the requested point, by default the usual one: the default, else the only one. Points served by a carrier
 * have no delivery runs.
 */
export async function selectPoint(db: Db, member: CompanyScope, id: number | undefined) {
  const query = visibleTo(db, member)
    .select(['id', 'is_default'])
    .select(sql<number | null>`case when carrier = '' then zone_id end`.as('zone_id'))
  if (id !== undefined) return query.where('id', '=', id).executeTakeFirst()
  const [first, second] = await query.orderBy('is_default', 'desc').orderBy('id').limit(2).execute()
  return first?.is_default || !second ? first : undefined
}

/** Checks whether the consignee is active, belongs to the company and is available to the person. */
export const ownsConsignee = async (db: Db, member: CompanyScope, id: number): Promise<boolean> =>
  (await visibleTo(db, member).select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Locks the points and returns the active ones; until the transaction ends none of them can be archived. */
export async function lockConsignees(db: Db, member: CompanyScope, ids: number[]): Promise<Set<number>> {
  const points = await visibleTo(db, member)
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .orderBy('id')
    .forShare()
    .execute()
  return new Set(points.map((point) => point.id))
}

export type ConsigneesFilter = Omit<ConsigneesQuery, 'page' | 'page_size'>

function matching(db: Db, member: CompanyScope, { q: words, archived }: ConsigneesFilter) {
  let query = allOf(db, member)
    .where('archived_at', archived ? 'is not' : 'is', null)
    .where('deleted_at', 'is', null)
  if (words) {
    const pattern = `%${literal(words)}%`
    query = query.where(
      sql<boolean>`(consignees.name || ' ' || coalesce(code, '') || ' ' || address || ' ' || contact) ilike ${pattern}`,
    )
  }
  return query
}

/** Zone with its runs in order of departure, as one value. */
const zone = sql<{
  id: number
  name: string
  runs: { name: string; weekdays: number[]; leaves_at: string; order_before: string }[]
} | null>`(
  select jsonb_build_object('id', zone.id, 'name', zone.name, 'runs', coalesce((
    select jsonb_agg(jsonb_build_object('name', run.name, 'weekdays', run.weekdays,
      'leaves_at', to_char(run.leaves_at, 'HH24:MI'), 'order_before', to_char(run.order_before, 'HH24:MI'))
      order by run.leaves_at, run.id)
    from delivery_runs run where run.zone_id = zone.id), '[]'))
  from delivery_zones zone where zone.id = consignees.zone_id)`

/** Selects a page of delivery points, the default one first. */
export async function selectConsigneeItems(db: Db, member: CompanyScope, filter: ConsigneesFilter, page: Page) {
  const query = matching(db, member, filter)
  const shown = query
    .selectAll('consignees')
    .orderBy('is_default', 'desc')
    .orderBy(sql`consignees.name collate "ru-x-icu"`)
    .orderBy('consignees.id')
    .limit(page.size)
    .offset(page.offset)
    .as('consignees')
  const [rows, count] = await Promise.all([
    db
      .selectFrom(shown)
      .selectAll('consignees')
      .select(zone.as('zone'))
      .orderBy('is_default', 'desc')
      .orderBy(sql`consignees.name collate "ru-x-icu"`)
      .orderBy('consignees.id')
      .execute(),
    query.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: count.total }
}
export type ConsigneeRow = Awaited<ReturnType<typeof selectConsigneeItems>>['rows'][number]

/** Selects the company's points, except deleted ones, with one of these codes or names, case-insensitively. */
export const selectAlike = (db: Db, contractorId: number, codes: readonly string[], names: readonly string[]) => {
  const lowered = (words: readonly string[]) => sql`any (select lower(unnest(${words}::text[])))`
  return db
    .selectFrom('consignees')
    .selectAll()
    .where('contractor_id', '=', contractorId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(lower(code) = ${lowered(codes)} or lower(name) = ${lowered(names)})`)
    .orderBy('id')
    .execute()
}

/** Locks a point, also a deleted one. */
export const lockConsignee = (db: Db, contractorId: number | 'any', id: number) => {
  const query = db.selectFrom('consignees').selectAll().where('id', '=', id).forNoKeyUpdate()
  return (contractorId === 'any' ? query : query.where('contractor_id', '=', contractorId)).executeTakeFirst()
}
export type ConsigneeRecord = NonNullable<Awaited<ReturnType<typeof lockConsignee>>>

export const insertConsignee = (db: Db, consignee: Insertable<DB['consignees']>) =>
  db.insertInto('consignees').values(consignee).returning('id').executeTakeFirstOrThrow()

/** Updates the point with its last author and returns the new version. */
export async function updateConsignee(
  db: Db,
  author: Writer,
  id: number,
  changes: Updateable<DB['consignees']>,
): Promise<number> {
  const { version } = await db
    .updateTable('consignees')
    .set({ ...changes, ...writtenBy(author), version: sql`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Locks the company's points, so that concurrent changes cannot make two of them the default. */
export const lockPoints = (db: Db, contractorId: number) =>
  sql`select pg_advisory_xact_lock(7323, ${contractorId})`.execute(db)

export const clearDefaultConsignee = (db: Db, author: Writer, contractorId: number) =>
  db
    .updateTable('consignees')
    .set({ is_default: false, ...writtenBy(author) })
    .where('contractor_id', '=', contractorId)
    .where('is_default', '=', true)
    .execute()

/** Checks whether any order refers to the point. */
export const isUsed = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('orders').select('id').where('consignee_id', '=', id).limit(1).executeTakeFirst()) !== undefined

export const selectZoneName = (db: Db, id: number) =>
  db.selectFrom('delivery_zones').select('name').where('id', '=', id).executeTakeFirst()
