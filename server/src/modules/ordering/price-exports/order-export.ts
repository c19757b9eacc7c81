import type { CompanyScope } from '../../../platform/access/index.ts'
import { PriceExportFormat, type PriceExportFields } from '@artikul/contract/ordering/price-exports'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import { selectPoint } from '../../companies/index.ts'
import {
  deleteSurplusPriceExports,
  insertPriceExport,
  lockCompanyFiles,
  selectQueuedPriceExports,
  type NewFile,
} from './price-exports.queries.ts'
import { selectExportBrands, selectExportGroups } from './price-rows.queries.ts'
import type { FileStore } from './export-storage.ts'

/** Caller and author of a price file. */
export interface PriceExportCaller {
  member: CompanyScope
  author: Author
}

/** Superseded files that are still on the disk. */
export type Surplus = Awaited<ReturnType<typeof deleteSurplusPriceExports>>

interface ShownFilters {
  format: string
  brands: { id: number; name: string }[]
  groups: { id: number; name: string }[]
  groups_gone: boolean
  in_stock: boolean
  consignee_id: number | null
  point: string | null
}

export const presentFilters = ({ format, consignee_id: id, point, ...filters }: ShownFilters) => ({
  format: PriceExportFormat.parse(format),
  brands: filters.brands,
  groups: filters.groups,
  groups_gone: filters.groups_gone,
  in_stock: filters.in_stock,
  point: id === null || point === null ? null : { id, name: point },
})

/**
 * Validates the filters and resolves their point, by default the usual one.
 * @throws AppError `not_found` for a point not available to the person, `input.invalid` for an unknown brand or group
 */
export async function checkedFilters(
  db: Db,
  member: CompanyScope,
  fields: PriceExportFields,
): Promise<PriceExportFields> {
  const { format, brand_ids, group_ids, in_stock, consignee_id } = fields
  const point = await selectPoint(db, member, consignee_id ?? undefined)
  if (consignee_id !== null && !point) throw new AppError('not_found', { detail: 'Грузополучатель не найден' })
  if (brand_ids.length > 0 && (await selectExportBrands(db, brand_ids)).length < brand_ids.length)
    throw new AppError('input.invalid', { errors: [{ path: 'brand_ids', message: 'Такого бренда нет' }] })
  const shown = group_ids.length > 0 ? new Set((await selectExportGroups(db)).map(({ id }) => id)) : null
  if (shown && !group_ids.every((id) => shown.has(id)))
    throw new AppError('input.invalid', { errors: [{ path: 'group_ids', message: 'Такой группы нет' }] })
  return { format, brand_ids, group_ids, in_stock, consignee_id: point?.id ?? null }
}

/** Adds a file to the queue and returns the superseded files, which are deleted from the disk after the commit. */
export async function addFile(tx: Db, file: NewFile): Promise<{ id: number; surplus: Surplus }> {
  const surplus = await deleteSurplusPriceExports(tx, file.contractorId, file.filters)
  const { id } = await insertPriceExport(tx, file)
  await enqueueJob(tx, 'price_exports')
  return { id, surplus }
}

interface OrderDeps {
  clock: Clock
  store: FileStore
}

/**
 * Orders a file; an identical waiting file is returned instead.
 * @throws AppError `price_export.already_queued` while a different one waits, plus every refusal of `checkedFilters`
 */
export async function orderFile(
  db: Kysely<DB>,
  { member, author }: PriceExportCaller,
  fields: PriceExportFields,
  { clock, store }: OrderDeps,
): Promise<{ id: number }> {
  const { contractorId } = member
  const { id, surplus } = await db.transaction().execute(async (tx) => {
    const filters = await checkedFilters(tx, member, fields)
    await lockCompanyFiles(tx, contractorId)
    const queued = await selectQueuedPriceExports(tx, contractorId, filters)
    if (queued?.is_same) return { id: queued.id, surplus: [] }
    if (queued) throw new AppError('price_export.already_queued')
    return addFile(tx, { contractorId, author, filters, isDaily: false, at: clock.now() })
  })
  await store.remove(surplus)
  return { id }
}
