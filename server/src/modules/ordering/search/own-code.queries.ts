import type { Db } from '../../../platform/db/index.ts'

/** Normalizes a buyer's own product code: case and spaces do not matter. */
export const ownCodeKey = (code: string) => code.toUpperCase().replace(/\s+/g, '')

/** Selects the product that the company calls by its own code. */
export async function selectOwnCode(db: Db, contractorId: number, code: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('own_codes')
    .select('product_id')
    .where('contractor_id', '=', contractorId)
    .where('code_key', '=', ownCodeKey(code))
    .executeTakeFirst()
  return row?.product_id
}
