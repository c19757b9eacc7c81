import type { Insertable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

/** Creates a delivery point of the company; with a name and an address by default. */
export const buildConsignee = (db: Db, contractorId: number, overrides: Partial<Insertable<DB['consignees']>> = {}) =>
  db
    .insertInto('consignees')
    .values({
      contractor_id: contractorId,
      name: 'Любая точка',
      address: 'г. Москва, ул. Любая, д. 3',
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
