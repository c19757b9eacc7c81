import type { CompanyScope } from '../../../platform/access/index.ts'
import { PriceExportFailure, PriceExportState, type PriceExportItem } from '@artikul/contract/ordering/price-exports'
import { brandKey } from '@artikul/contract/catalog/brand'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { presentFilters } from './order-export.ts'
import {
  selectBrandsLike,
  selectPriceExport,
  selectPriceExports,
  type PriceExportRow,
} from './price-exports.queries.ts'

const MAX_BRANDS = 20

const present = (row: PriceExportRow): PriceExportItem => ({
  id: row.id,
  ...presentFilters(row),
  is_daily: row.is_daily,
  state: PriceExportState.parse(row.state),
  rows_count: row.rows_count,
  bytes: row.bytes,
  failure: row.failure === null ? null : PriceExportFailure.parse(row.failure),
  ordered_by: row.ordered_by,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  keep_until: row.keep_until?.toISOString() ?? null,
})

export const listFiles = async (db: Db, member: CompanyScope): Promise<PriceExportItem[]> =>
  (await selectPriceExports(db, member)).map(present)

/**
 * Finds brands whose name or alias starts with the text: the first brands for an empty text, an empty list for a text
 * without letters and digits.
 */
export async function findBrands(db: Db, typed: string) {
  const key = brandKey(typed)
  return key === '' && typed !== '' ? [] : selectBrandsLike(db, key, MAX_BRANDS)
}

/** @throws AppError `not_found`, also for another company's file, `price_export.not_ready` */
export async function requireReady(db: Db, member: CompanyScope, id: number): Promise<void> {
  const file = await selectPriceExport(db, member, id)
  if (!file) throw new AppError('not_found', { detail: 'Такого прайса нет' })
  if (file.state !== 'ready') throw new AppError('price_export.not_ready')
}
