import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { insertFailedImport, insertImport, type ImportEmail } from './new-imports.queries.ts'
import { queueAgain } from './price-imports.queries.ts'
import { prepareImport, type PriceListDeps } from './price-lists.ts'

export interface MailedFile {
  path: string
  name: string
  warehouseId: number
  warehouseName: string
  letter: ImportEmail
}

/**
 * Adds an emailed file to the queue, or to the history with the reason when it is no price list. The writes of
 * `remember` belong to the same transaction.
 * @throws any error of `remember`, after which the import is rolled back
 */
export async function queueMailedFile(
  db: Kysely<DB>,
  deps: Pick<PriceListDeps, 'store' | 'clock'>,
  file: MailedFile,
  remember: (tx: Transaction<DB>, importId: number) => Promise<void>,
): Promise<void> {
  const made = await prepareImport(db, deps, { ...file, origin: 'mail', writer: null }).catch(orRefusal)
  try {
    await db.transaction().execute(async (tx) => {
      const { id } = await (made instanceof AppError
        ? insertFailedImport(tx, { ...failureOf(file, made), at: deps.clock.now() })
        : insertImport(tx, made))
      if (!(made instanceof AppError)) await queueAgain(tx, id, ['draft'], false)
      await remember(tx, id)
    })
  } catch (error) {
    if (!(made instanceof AppError)) await deps.store.remove(made.storage)
    throw error
  }
}

function orRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}

const failureOf = ({ name, warehouseId, warehouseName, letter }: MailedFile, { message }: AppError) => ({
  warehouse_id: warehouseId,
  warehouse_name: warehouseName,
  file_name: name,
  failure: message,
  origin: 'mail' as const,
  letter,
})
