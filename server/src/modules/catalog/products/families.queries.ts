import type { Db } from '../../../platform/db/index.ts'

/** Brands that staff have put into families. */
export const selectFamilies = (db: Db) =>
  db.selectFrom('brands').select(['id as brand_id', 'family']).where('family', '<>', '').limit(50_000).execute()
