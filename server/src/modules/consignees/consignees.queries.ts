import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { pointsOf, type Member, type Reader } from './consignees.reader.ts'

/** The orders that the person may read: his company's, for the delivery points that he works with. */
export function readableOrders(reader: Reader) {
  if (reader === 'any') return sql<boolean>`true`
  const points = pointsOf(reader)
  const isOwn = sql<boolean>`orders.contractor_id = ${reader.contractorId}`
  return points ? sql<boolean>`(${isOwn} and orders.consignee_id = any(${points}::integer[]))` : isOwn
}

function visibleTo(db: Db, member: Member) {
  const points = pointsOf(member)
  const query = db
    .selectFrom('consignees')
    .where('contractor_id', '=', member.contractorId)
    .where('archived_at', 'is', null)
  return points ? query.where('id', '=', sql<number>`any(${points}::integer[])`) : query
}

export const selectConsignees = (db: Db, member: Member) =>
  visibleTo(db, member)
    .select(['id', 'name', 'code', 'address', 'is_default'])
    .orderBy('is_default', 'desc')
    .orderBy(sql`name collate "ru-x-icu"`)
    .limit(1000)
    .execute()

/** Is the consignee the company's own, in use, and one that the person works with? */
export const ownsConsignee = async (db: Db, member: Member, id: number): Promise<boolean> =>
  (await visibleTo(db, member).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
