import type { Db } from '../../../platform/db/index.ts'

/** Selects brands that staff have assigned to families. */
export const selectFamilies = (db: Db) =>
  db.selectFrom('brands').select(['id as brand_id', 'family']).where('family', '<>', '').limit(50_000).execute()
