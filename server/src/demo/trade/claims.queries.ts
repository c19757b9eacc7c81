import { sql, type Kysely } from 'kysely'
import type { DB } from '../../platform/db/index.ts'

export interface DemoShippedLine {
  shipment_id: number
  shipment_line_id: number
  qty: number
  price_kop: number
  /** First day of the deadlines. */
  from: string
}

/** Selects one line of each of the company's newest shipments that were received before yesterday. */
export async function selectNewest(db: Kysely<DB>, contractorId: number, most: number): Promise<DemoShippedLine[]> {
  const { rows } = await sql<DemoShippedLine>`
    select * from (
      select distinct on (shipments.id) shipments.id as shipment_id, own.id as shipment_line_id, own.qty, own.price_kop,
        coalesce(received_on, shipped_on) as from
      from shipments join shipment_lines own on own.shipment_id = shipments.id
      where contractor_id = ${contractorId} and cancelled_at is null and own.price_kop > 10000
        and received_on <= now()::date - 2
      order by shipments.id, own.position) one
    order by "from" desc, shipment_id desc limit ${most}`.execute(db)
  return rows
}

export const selectShippedLineIds = (db: Kysely<DB>, claimId: number) =>
  db.selectFrom('claim_lines').select(['id', 'qty']).where('claim_id', '=', claimId).execute()
