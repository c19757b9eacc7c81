import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'

const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Until the transaction ends no price list is brought into the catalogue and no brands become one. Every import adds
 * brands, if only none, before it adds products and offers: the table of brands is its own until it is over. A short one
 * is waited for.
 * @throws AppError `brand.busy`
 */
export async function keepImportsOut(db: Db): Promise<void> {
  await sql`set local lock_timeout = '3s'`.execute(db)
  await sql`lock table brands in share row exclusive mode`.execute(db).catch((error: unknown) => {
    throw isLockedByOthers(error) ? new AppError('brand.busy') : error
  })
  await sql`set local lock_timeout = 0`.execute(db)
}

const isLockedByOthers = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE
