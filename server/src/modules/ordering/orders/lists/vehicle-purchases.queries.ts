import { keysOf } from '@artikul/contract/core/keys'
import { LINE_STATES } from '@artikul/contract/ordering/orders/line-states'
import { isDropped } from '@artikul/contract/ordering/orders/order-status'
import { sql } from 'kysely'
import type { CompanyScope } from '../../../../platform/access/index.ts'
import type { Db } from '../../../../platform/db/index.ts'
import type { Page } from '../../../../platform/paging.ts'
import { readableOrders } from '../../../companies/index.ts'

const DROPPED = keysOf(LINE_STATES).filter(isDropped)

/** Lines of the vehicle that the person may read, with the quantity that was neither cancelled nor refused. */
const linesOf = (member: CompanyScope, vehicleId: number) => sql`
  select line.id, line.order_id, line.product_id, line.brand, line.article, line.name, line.unit, line.price_kop,
    orders.number, orders.created_at,
    (select coalesce(sum(part.qty), 0) from order_line_allocations part
      where part.line_id = line.id and part.state <> all(${DROPPED}::text[])) as qty
  from order_lines line
  join orders on orders.id = line.order_id and ${readableOrders(member)}
  where line.vehicle_id = ${vehicleId} and line.contractor_id = ${member.contractorId}`

interface VehiclePurchaseRow {
  id: number
  order_id: number
  number: string
  created_at: Date
  code: string
  brand: string
  article: string
  name: string
  unit: string
  qty: number
  price_kop: number
}

/** Selects a page of the goods bought for the vehicle, latest first. */
export async function selectVehiclePurchases(db: Db, member: CompanyScope, vehicleId: number, page: Page) {
  const { rows } = await sql<VehiclePurchaseRow>`
    select bought.*, products.code from (${linesOf(member, vehicleId)}) bought
    join products on products.id = bought.product_id
    where bought.qty > 0
    order by bought.id desc limit ${page.size} offset ${page.offset}`.execute(db)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*) as total from (${linesOf(member, vehicleId)}) bought where bought.qty > 0`.execute(db)
  return { rows, total: counts[0]?.total ?? 0 }
}
