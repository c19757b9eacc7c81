import type { Db } from '../../../platform/db/index.ts'

/** Creates a delivery point of the company; only the name matters to tests. */
export const buildConsignee = (
  db: Db,
  contractorId: number,
  overrides: { name?: string; code?: string; isDefault?: boolean } = {},
) =>
  db
    .insertInto('consignees')
    .values({
      contractor_id: contractorId,
      name: overrides.name ?? 'Любая точка',
      code: overrides.code ?? null,
      address: 'г. Москва, ул. Любая, д. 3',
      is_default: overrides.isDefault ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
