import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import type { Writer } from '../../../platform/http/index.ts'
import { insertImport } from './new-imports.queries.ts'
import { declineSuperseded, queueAgain } from './price-imports.queries.ts'
import { prepareImport, type PriceListDeps } from './price-lists.ts'

export interface OneCList {
  path: string
  /** «1С: УТ 11» */
  name: string
  warehouseId: number
  defaultBrand: string
  writer: Writer
  /** Only shows what would change. */
  isCheck: boolean
}

/**
 * Queues the prices and stock of a warehouse as 1C has them; an earlier list of 1C that still waits is superseded.
 * @throws AppError `not_found` for an unknown warehouse, `file.refused`
 */
export async function queueOneCList(
  db: Kysely<DB>,
  deps: Pick<PriceListDeps, 'store' | 'clock'>,
  { isCheck, ...list }: OneCList,
): Promise<void> {
  const made = await prepareImport(db, deps, { ...list, origin: '1c' })
  await db.transaction().execute(async (tx) => {
    await declineSuperseded(tx, list.warehouseId, deps.clock.now())
    const { id } = await insertImport(tx, made)
    await queueAgain(tx, id, ['draft'], isCheck)
  })
}
