import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createJob, type Job } from '../../../platform/jobs.ts'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'
import { loggable } from '../../../platform/telemetry/log-error.ts'
import { fetchList, NotFetched } from './fetch-list.ts'
import { queueAgain } from './price-imports.queries.ts'
import type { RunnerDeps } from './import-runner.ts'
import { createImport } from './price-lists.ts'
import { insertFailedImport } from './new-imports.queries.ts'
import { claimDue, type Due } from './schedule.queries.ts'
import { settingsOf } from './settings.queries.ts'
import { requireWarehouse } from './settings.ts'

const LOOK_EVERY_MS = 60_000

export interface ScheduleDeps extends RunnerDeps {
  runner: Pick<Job, 'trigger'>
  allowsPrivate: boolean
}

interface FetchRequest extends Due {
  /** Author; null for a scheduled fetch. */
  writer: Writer | null
}

/** Fetches the due lists and queues them; a list that raises doubts waits there for a person. */
export async function fetchDueLists(deps: ScheduleDeps, stopping?: AbortSignal): Promise<void> {
  for (const due of await claimDue(deps.database.db, deps.clock.now()))
    await bringIn(deps, { ...due, writer: null }, stopping).catch((error: unknown) => {
      if (!stopping?.aborted) deps.log.error({ err: loggable(error) }, 'price list download failed')
    })
}

async function bringIn(
  { database, store, clock, runner, allowsPrivate }: ScheduleDeps,
  { warehouse_id, warehouse_name, url, writer }: FetchRequest,
  stopping?: AbortSignal,
) {
  const { db } = database
  const path = join(tmpdir(), `artikul-fetched-${crypto.randomUUID()}`)
  try {
    const name = await fetchList(url, path, { allowsPrivate, ...(stopping && { signal: stopping }) })
    const sent = { path, name, warehouseId: warehouse_id, origin: 'schedule', writer } as const
    await queueAgain(db, await createImport(db, { store, clock }, sent), ['draft'], false)
    runner.trigger()
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

export interface Schedule extends Job {
  /** Starts a fetch, whose outcome appears in the history. */
  fetchNow: (request: FetchRequest) => void
}

/** Checks for due lists every minute and fetches them one after another. */
export function createSchedule(deps: ScheduleDeps): Schedule {
  const asked: FetchRequest[] = []
  const fetchLists = async (stopping: AbortSignal) => {
    for (let next = asked.shift(); next; next = asked.shift()) await bringIn(deps, next, stopping)
    await fetchDueLists(deps, stopping)
  }
  const schedule = createJob(fetchLists, {
    name: 'price_schedule',
    everyMs: LOOK_EVERY_MS,
    log: deps.log,
    failure: 'price list downloads failed',
  })
  const fetchNow = (list: FetchRequest) => {
    asked.push(list)
    schedule.trigger()
  }
  return { ...schedule, fetchNow }
}

/** @throws AppError `not_found`, `input.invalid` for a warehouse without an address */
export async function scheduleFetch(db: Db, schedule: Pick<Schedule, 'fetchNow'>, writer: Writer, id: number) {
  const warehouse = await requireWarehouse(db, id)
  const { url } = settingsOf(warehouse)
  if (url === '') throw new AppError('input.invalid', { detail: 'Сначала укажите адрес файла' })
  schedule.fetchNow({ warehouse_id: id, warehouse_name: warehouse.name, url, writer })
  return {}
}
