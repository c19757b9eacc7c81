import type { Db } from '../../../platform/db/index.ts'

/** A delivery point of the company; the name is all that a test cares about. */
export const buildConsignee = (
  db: Db,
  contractorId: number,
  given: { name?: string; code?: string; isDefault?: boolean } = {},
) =>
  db
    .insertInto('consignees')
    .values({
      contractor_id: contractorId,
      name: given.name ?? 'Любая точка',
      code: given.code ?? null,
      address: 'г. Москва, ул. Любая, д. 3',
      is_default: given.isDefault ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
