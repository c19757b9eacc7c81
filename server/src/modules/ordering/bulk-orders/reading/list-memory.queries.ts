import type { ListColumn } from '@artikul/contract/ordering/bulk-orders'
import { sql } from 'kysely'
import { json, type Db } from '../../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../../platform/http/index.ts'

/** Selects the most recent layout stored for any of these headers. */
export async function selectStoredLayout(db: Db, contractorId: number, fingerprints: readonly string[]) {
  const stored = await db
    .selectFrom('bulk_order_layouts')
    .select(['fingerprint', 'columns'])
    .where('contractor_id', '=', contractorId)
    .where('fingerprint', '=', sql<string>`any(${fingerprints}::text[])`)
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  // Only `saveLayout` writes the column, so its shape is known.
  return stored && { fingerprint: stored.fingerprint, ...(stored.columns as unknown as { columns: ListColumn[] }) }
}

export const saveListLayout = (
  db: Db,
  { contractorId, ...writer }: Writer & { contractorId: number },
  fingerprint: string,
  columns: readonly ListColumn[],
  at: Date,
) => {
  const state = { columns: json({ columns }), ...writtenBy(writer), changed_at: at }
  return db
    .insertInto('bulk_order_layouts')
    .values({ contractor_id: contractorId, fingerprint, ...state })
    .onConflict((conflict) => conflict.columns(['contractor_id', 'fingerprint']).doUpdateSet(state))
    .execute()
}

export const selectOwnCodes = (db: Db, contractorId: number, keys: readonly string[]) =>
  db
    .selectFrom('own_codes')
    .select(['code_key', 'product_id'])
    .where('contractor_id', '=', contractorId)
    .where('code_key', '=', sql<string>`any(${keys}::text[])`)
    .execute()

/** Stores the goods that the buyer chose last for each code as its meaning. */
export const learnOwnCodes = (
  db: Db,
  { contractorId, ...writer }: Writer & { contractorId: number },
  codes: readonly { code_key: string; product_id: number }[],
  at: Date,
) => {
  if (codes.length === 0) return Promise.resolve()
  const state = { ...writtenBy(writer), updated_at: at }
  return db
    .insertInto('own_codes')
    .values(codes.map((code) => ({ ...code, ...state, contractor_id: contractorId })))
    .onConflict((conflict) =>
      conflict
        .columns(['contractor_id', 'code_key'])
        .doUpdateSet((excluded) => ({ ...state, product_id: excluded.ref('excluded.product_id') })),
    )
    .execute()
}
