import type { OrderStatus } from '@artikul/contract/ordering/orders/orders'
import { sql } from 'kysely'
import { pointsOf, type CompanyScope } from '../../../platform/access/index.ts'
import type { Db } from '../../../platform/db/index.ts'

interface OrdersAfter {
  /** Orders older than this one; null for the newest. */
  before: number | null
  limit: number
  status: OrderStatus | undefined
  clientNumber: string | undefined
  from: string | undefined
  to: string | undefined
}

export interface PartnerOrderRow {
  id: number
  number: string
  client_number: string
  status: OrderStatus
  created_at: Date
  consignee_id: number
  consignee: string
  lines_count: number
  total_kop: number
  expected_date: string
}

const startOf = (day: string | undefined, days: number) =>
  day === undefined ? null : sql`(${day}::date + ${days}::integer)::timestamp at time zone 'Europe/Moscow'`

/**
 * Selects orders of the company at the points of the key, newest first. A page continues from an order rather than from
 * a count, so that orders placed or changed meanwhile neither repeat nor hide others.
 */
export async function selectOrdersBefore(db: Db, member: CompanyScope, page: OrdersAfter): Promise<PartnerOrderRow[]> {
  const points = pointsOf(member)
  const [from, to] = [startOf(page.from, 0), startOf(page.to, 1)]
  const { rows } = await sql<PartnerOrderRow>`
    select orders.id, orders.number, orders.client_number, orders.status, orders.created_at, orders.consignee_id,
      consignees.name as consignee, orders.lines_count, orders.total_kop, orders.expected_date
    from orders join consignees on consignees.id = orders.consignee_id
    where orders.contractor_id = ${member.contractorId}
      ${points === null ? sql`` : sql`and orders.consignee_id = any(${points}::integer[])`}
      ${page.before === null ? sql`` : sql`and orders.id < ${page.before}`}
      ${page.status === undefined ? sql`` : sql`and orders.status = ${page.status}`}
      ${page.clientNumber === undefined ? sql`` : sql`and lower(orders.client_number) = lower(${page.clientNumber})`}
      ${from === null ? sql`` : sql`and orders.created_at >= ${from}`}
      ${to === null ? sql`` : sql`and orders.created_at < ${to}`}
    order by orders.id desc limit ${page.limit}`.execute(db)
  return rows
}

export interface PartnerBrandRow {
  id: number
  name: string
  aliases: string[]
}

/** Selects makers with their spellings by id, from the one after `after`. */
export async function selectBrandsAfter(db: Db, after: number, limit: number): Promise<PartnerBrandRow[]> {
  const { rows } = await sql<PartnerBrandRow>`
    select brands.id, brands.name,
      array(select spelling from brand_aliases where brand_id = brands.id and spelling <> '' order by spelling) as aliases
    from brands where brands.id > ${after} order by brands.id limit ${limit}`.execute(db)
  return rows
}

/** Selects the company and the limits of a key. */
export const selectKeyAccount = (db: Db, contractorId: number, keyId: number) =>
  db
    .selectFrom('api_keys as key')
    .innerJoin('contractors as company', 'company.id', 'key.contractor_id')
    .select(['company.name as company', 'company.inn', 'key.name as key', 'key.scopes', 'key.consignee_id'])
    .leftJoin('api_limits as ceiling', 'ceiling.contractor_id', 'key.contractor_id')
    .select('key.order_limit_kop')
    .select([
      sql<number>`least(key.calls_per_minute, ceiling.calls_per_minute)`.as('calls_per_minute'),
      sql<number>`least(key.calls_per_day, ceiling.calls_per_day)`.as('calls_per_day'),
    ])
    .where('key.contractor_id', '=', contractorId)
    .where('key.id', '=', keyId)
    .executeTakeFirst()
