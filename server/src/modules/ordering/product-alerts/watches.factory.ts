import type { Insertable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

/** A person's watch of a product in a company: for any of it, unless told. */
export const buildWatch = (
  db: Db,
  { contractorId, userId, productId }: { contractorId: number; userId: number; productId: number },
  given: Partial<Insertable<DB['watches']>> = {},
) =>
  db
    .insertInto('watches')
    .values({
      contractor_id: contractorId,
      product_id: productId,
      kind: 'stock',
      subject_id: userId,
      actor_id: userId,
      created_at: new Date('2026-11-17T08:00:00Z'),
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
