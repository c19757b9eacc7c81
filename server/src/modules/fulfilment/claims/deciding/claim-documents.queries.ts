import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'

export interface ClaimParties {
  seller: string
  seller_inn: string
  contractor: string
  contractor_inn: string
  contractor_kpp: string | null
  consignee: string
  consignee_address: string
  received_on: string | null
  /** Shipped quantities in the order of the claim's lines. */
  shipped: number[]
}

/** Selects the signing parties of a claim document and the data of its shipment. */
export async function selectClaimParties(db: Db, claimId: number): Promise<ClaimParties> {
  const { rows } = await sql<ClaimParties>`
    select sellers.name as seller, sellers.inn as seller_inn, contractors.name as contractor,
      contractors.inn as contractor_inn, contractors.kpp as contractor_kpp, consignees.name as consignee,
      consignees.address as consignee_address, shipments.received_on,
      (select array_agg(shipment_lines.qty::float8 order by own.position) from claim_lines own
        join shipment_lines on shipment_lines.id = own.shipment_line_id where own.claim_id = claims.id) as shipped
    from claims
    join sellers on sellers.id = claims.seller_id
    join contractors on contractors.id = claims.contractor_id
    join consignees on consignees.id = claims.consignee_id
    join shipments on shipments.id = claims.shipment_id
    where claims.id = ${claimId}`.execute(db)
  const [found] = rows
  if (!found) throw new Error(`claim ${claimId} is not there`)
  return found
}
