import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** Inserts a draft: a cart that a manager fills for a company, invisible to the company. */
export const insertDraftCart = async (
  tx: Db,
  { managerId, contractorId, name, now }: { managerId: number; contractorId: number; name: string; now: Date },
): Promise<number> =>
  (
    await tx
      .insertInto('carts')
      .values({
        contractor_id: contractorId,
        name,
        is_default: false,
        created_by: managerId,
        drafted_at: now,
        actor_id: managerId,
        subject_id: managerId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const updateDraftCart = (
  tx: Db,
  id: number,
  changes: { name?: string; drafted_at?: Date; archived_at?: Date },
) => tx.updateTable('carts').set(changes).where('id', '=', id).execute()

export const deleteDraftLines = (tx: Db, draftId: number) =>
  tx.deleteFrom('cart_lines').where('cart_id', '=', draftId).execute()

interface NewPrice {
  special_kop: number | null
  special_until: string | null
  special_reason: string
  price_kop: number
}

/** Updates the special price; false when another person has changed the line since it was shown. */
export async function updatePrice(
  tx: Db,
  managerId: number,
  { id, version }: { id: number; version?: number | undefined },
  price: NewPrice,
): Promise<boolean> {
  let query = tx
    .updateTable('cart_lines')
    .set({
      ...price,
      actor_id: managerId,
      subject_id: managerId,
      changed_at: sql<Date>`now()`,
      written_by: managerId,
      written_at: sql<Date>`now()`,
      written_since: sql<number>`
        case when cart_lines.written_by = ${managerId} then cart_lines.written_since else cart_lines.version end`,
      version: sql<number>`cart_lines.version + 1`,
    })
    .where('id', '=', id)
  if (version !== undefined)
    query = query.where((line) =>
      line.or([
        line('version', '=', version),
        line.and([line('written_by', '=', managerId), line('written_since', '<=', version)]),
      ]),
    )
  return (await query.executeTakeFirst()).numUpdatedRows > 0n
}
