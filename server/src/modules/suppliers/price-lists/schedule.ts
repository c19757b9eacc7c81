import { PRICE_LIST_BYTES } from '@artikul/contract/suppliers/price-lists'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import { fetchFile, NotFetched } from '../../../platform/files/fetch-file.ts'
import { loggable } from '../../../platform/telemetry/log-error.ts'
import { queueAgain } from './price-imports.queries.ts'
import { createImport } from './price-lists.ts'
import { insertFailedImport } from './new-imports.queries.ts'
import type { RunDeps } from './run-import.ts'
import { claimDue, markFetchRequested, type Due } from './schedule.queries.ts'
import { settingsOf } from './settings.queries.ts'
import { requireWarehouse } from './settings.ts'

/** Limits of the download of one list. */
export const FETCH_LIMITS = { bytes: PRICE_LIST_BYTES, seconds: 600, silentSeconds: 30 }

export interface FetchDeps extends RunDeps {
  log: Logger
  allowsPrivate: boolean
}

/** Fetches the due lists and queues them; a list that raises doubts waits there for a person. */
export async function fetchDueLists(deps: FetchDeps, stopping?: AbortSignal): Promise<void> {
  for (const due of await claimDue(deps.database.db, deps.clock.now()))
    await bringIn(deps, due, stopping).catch((error: unknown) => {
      if (!stopping?.aborted) deps.log.error({ err: loggable(error) }, 'price list download failed')
    })
}

async function bringIn(
  { database, store, clock, allowsPrivate }: FetchDeps,
  { warehouse_id, warehouse_name, url, actor_id: actorId, subject_id: subjectId }: Due,
  stopping?: AbortSignal,
) {
  const { db } = database
  const writer: Writer | null = actorId === null || subjectId === null ? null : { actorId, subjectId }
  const path = join(tmpdir(), `artikul-fetched-${crypto.randomUUID()}`)
  try {
    const name = await fetchFile(url, path, {
      allowsPrivate,
      limits: FETCH_LIMITS,
      ...(stopping && { signal: stopping }),
    })
    const sent = { path, name, warehouseId: warehouse_id, origin: 'schedule', writer } as const
    await queueAgain(db, await createImport(db, { store, clock }, sent), ['draft'], false)
  } catch (error) {
    if (!(error instanceof NotFetched || error instanceof AppError)) throw error
    const failed = {
      warehouse_id,
      warehouse_name,
      file_name: url,
      origin: 'schedule' as const,
      failure: error.message,
      ...(writer && writtenBy(writer)),
    }
    await insertFailedImport(db, { ...failed, at: clock.now() })
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Requests a fetch, whose outcome appears in the history.
 * @throws AppError `not_found`, `input.invalid` for a warehouse without an address
 */
export async function requestFetch(db: Db, writer: Writer, id: number) {
  const { url } = settingsOf(await requireWarehouse(db, id))
  if (url === '') throw new AppError('input.invalid', { detail: 'Сначала укажите адрес файла' })
  await markFetchRequested(db, writer, id)
  await enqueueJob(db, 'price_schedule')
  return {}
}
