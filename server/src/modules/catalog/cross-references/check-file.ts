import { PriceListRefused, workerEvents } from '../../../platform/files/spreadsheet/index.ts'
import { sourceOf } from '@artikul/contract/catalog/cross-references'
import type { Clock } from '../../../platform/clock.ts'
import type { SqlPool, SqlTransaction } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { brandIdsOf, type ReadBrands } from '../products/index.ts'
import type { CrossReferenceEvent, FileBrand } from './cross-reference-events.ts'
import {
  copyFileRows,
  countStates,
  createFileTable,
  classifyRows,
  matchProducts,
  saveImport,
  stageBrands,
} from './stage.queries.ts'

export interface CheckDeps {
  long: SqlPool
  readBrands: ReadBrands
  clock: Clock
}

interface SentFile {
  path: string
  name: string
}

/**
 * Parses a file of cross references and stores the outcome of each row without changing the catalogue.
 * @returns the id of the import
 * @throws AppError `file.refused` with a readable reason
 */
export async function checkFile({ long, readBrands, clock }: CheckDeps, author: Author, file: SentFile) {
  const brands = await readBrands()
  return long
    .begin(async (tx) => {
      const { rows, brands: written } = await stageFile(tx, file.path)
      if (rows === 0) throw new AppError('file.refused', { detail: 'В файле нет строк с кроссами' })
      await stageBrands(
        tx,
        written.map((brand) => ({ ...brand, ids: brandIdsOf(brand.written, brands) })),
      )
      await matchProducts(tx)
      await classifyRows(tx)
      const { actorId, subjectId } = author
      const counts = await countStates(tx)
      return saveImport(tx, {
        fileName: file.name,
        source: sourceOf(file.name),
        rows,
        counts,
        actorId,
        subjectId,
        at: clock.now(),
      })
    })
    .catch((error: unknown) => {
      throw error instanceof PriceListRefused ? new AppError('file.refused', { detail: error.message }) : error
    })
}

const NO_HEADER = 'В файле не найдены столбцы «Бренд», «Артикул», «Бренд аналога» и «Артикул аналога»'

async function stageFile(tx: SqlTransaction, path: string): Promise<{ rows: number; brands: FileBrand[] }> {
  const script = new URL('./cross-references.worker.ts', import.meta.url)
  let read: { rows: number; brands: FileBrand[] } | undefined
  await createFileTable(tx)
  async function* readRows() {
    for await (const event of workerEvents<CrossReferenceEvent>(script, path, {})) {
      if (event.kind === 'no_header') throw new AppError('file.refused', { detail: NO_HEADER })
      if (event.kind === 'rows') yield event.copy
      if (event.kind === 'end') read = event
    }
  }
  await copyFileRows(tx, readRows())
  if (!read) throw new AppError('file.refused', { detail: NO_HEADER })
  return read
}
