import type { Insertable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

/** Creates a price file of a person in a company, ready by default. */
export const buildPriceExport = (
  db: Db,
  { contractorId, userId }: { contractorId: number; userId: number },
  overrides: Partial<Insertable<DB['price_exports']>> = {},
) =>
  db
    .insertInto('price_exports')
    .values({
      contractor_id: contractorId,
      format: 'csv',
      in_stock: true,
      subject_id: userId,
      actor_id: userId,
      created_at: new Date('2026-11-17T08:00:00Z'),
      state: 'ready',
      storage: crypto.randomUUID(),
      bytes: 3,
      finished_at: new Date('2026-11-17T08:00:10Z'),
      keep_until: new Date('2026-11-24T08:00:10Z'),
      ...overrides,
    })
    .returning(['id', 'storage'])
    .executeTakeFirstOrThrow()
