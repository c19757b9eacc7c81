import type { Db } from '../../../platform/db/index.ts'

export const isContractor = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('contractors').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
