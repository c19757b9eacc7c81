import { sourceOf } from '@artikul/contract/crosses'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { Author } from '../../platform/http/index.ts'
import { brandIdsOf, type ReadBrands } from '../catalog/index.ts'
import { PriceListRefused, workerEvents } from '../imports/index.ts'
import type { CrossEvent, FileBrand } from './cross-events.ts'
import { countStates, judgeRows, matchProducts, openFileTable, saveImport, stageBrands } from './stage.queries.ts'

export interface CheckDeps {
  driver: Database['sql']
  readBrands: ReadBrands
  clock: Clock
}

interface SentFile {
  path: string
  name: string
}

/**
 * Reads a file of crosses and writes down what would become of each row; the catalogue stays as it is.
 * @returns the id of the import
 * @throws AppError `file.refused` with the reason in words
 */
export async function checkFile({ driver, readBrands, clock }: CheckDeps, author: Author, file: SentFile) {
  const brands = await readBrands()
  return driver
    .begin(async (begun) => {
      const tx = begun as unknown as Sql
      const { rows, brands: written } = await stageFile(tx, file.path)
      if (rows === 0) throw new AppError('file.refused', { detail: 'В файле нет строк с кроссами' })
      await stageBrands(
        tx,
        written.map((brand) => ({ ...brand, ids: brandIdsOf(brand.written, brands) })),
      )
      await matchProducts(tx)
      await judgeRows(tx)
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

async function stageFile(tx: Sql, path: string): Promise<{ rows: number; brands: FileBrand[] }> {
  const staging = await openFileTable(tx)
  try {
    for await (const event of workerEvents<CrossEvent>(new URL('./cross.worker.ts', import.meta.url), path, {})) {
      if (event.kind === 'no_header') throw new AppError('file.refused', { detail: NO_HEADER })
      if (event.kind === 'rows') await write(staging, event.copy)
      if (event.kind !== 'end') continue
      staging.end()
      await finished(staging)
      return event
    }
  } catch (error) {
    // Fails the COPY; the stream repeats the error that is thrown below.
    staging.once('error', () => undefined)
    staging.destroy(error instanceof Error ? error : undefined)
    throw error
  }
  throw new AppError('file.refused', { detail: NO_HEADER })
}

async function write(stream: Writable, chunk: Uint8Array): Promise<void> {
  if (!stream.write(chunk)) await once(stream, 'drain')
}
