import type { Insertable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

/** Creates a person's product alert in a company, for any quantity by default. */
export const buildProductAlert = (
  db: Db,
  { contractorId, userId, productId }: { contractorId: number; userId: number; productId: number },
  overrides: Partial<Insertable<DB['product_alerts']>> = {},
) =>
  db
    .insertInto('product_alerts')
    .values({
      contractor_id: contractorId,
      product_id: productId,
      kind: 'stock',
      subject_id: userId,
      actor_id: userId,
      created_at: new Date('2026-11-17T08:00:00Z'),
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
