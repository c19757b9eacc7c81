import type { Db } from '../../../platform/db/index.ts'

/** Creates a delivery point of the company; only the name matters to tests. */
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
