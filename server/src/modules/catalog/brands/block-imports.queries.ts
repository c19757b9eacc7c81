import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'

const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Prevents imports of price lists and merges of brands until the transaction ends. Every import inserts brands,
 * possibly none, before products and offers, and locks the table of brands until its end. A short import is waited for.
 * @throws AppError `brand.import_running`
 */
export async function blockImports(db: Db): Promise<void> {
  await sql`set local lock_timeout = '3s'`.execute(db)
  await sql`lock table brands in share row exclusive mode`.execute(db).catch((error: unknown) => {
    throw isLockedByOthers(error) ? new AppError('brand.import_running') : error
  })
  await sql`set local lock_timeout = 0`.execute(db)
}

const isLockedByOthers = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE
