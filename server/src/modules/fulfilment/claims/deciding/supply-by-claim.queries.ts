import type { Insertable } from 'kysely'
import type { Db, DB } from '../../../../platform/db/index.ts'

export const insertSupplies = (db: Db, supplies: readonly Insertable<DB['claim_supplies']>[]) =>
  db.insertInto('claim_supplies').values(supplies).execute()
