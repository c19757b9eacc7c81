import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../../platform/errors.ts'
import { loggable } from '../../platform/log-error.ts'
import { fetchList, NotFetched } from './fetch-list.ts'
import { queueAgain } from './price-imports.queries.ts'
import type { Runner, RunnerDeps } from './price-lists.runner.ts'
import { createImport } from './price-lists.service.ts'
import { claimDue, insertFailedFetch } from './schedule.queries.ts'

const LOOK_EVERY_MS = 60_000

export interface ScheduleDeps extends RunnerDeps {
  runner: Pick<Runner, 'look'>
  allowsPrivate: boolean
}

type Due = Awaited<ReturnType<typeof claimDue>>[number]

/** Fetches the lists of this hour and puts them into the queue; one that makes one doubt waits for a person there. */
export async function fetchDueLists(deps: ScheduleDeps, stopping?: AbortSignal): Promise<void> {
  for (const due of await claimDue(deps.database.db, deps.clock.now()))
    await bringIn(deps, due, stopping).catch((error: unknown) => {
      if (!stopping?.aborted) deps.log.error({ err: loggable(error) }, 'a price list was not fetched')
    })
}

async function bringIn(
  { database, store, clock, runner, allowsPrivate }: ScheduleDeps,
  due: Due,
  stopping?: AbortSignal,
) {
  const { db } = database
  const path = join(tmpdir(), `artikul-fetched-${crypto.randomUUID()}`)
  try {
    const name = await fetchList(due.url, path, { allowsPrivate, ...(stopping && { signal: stopping }) })
    const sent = { path, name, warehouseId: due.warehouse_id, origin: 'schedule', writer: null } as const
    await queueAgain(db, await createImport(db, { store, clock }, sent), ['draft'], false)
    runner.look()
  } catch (error) {
    if (!(error instanceof NotFetched || error instanceof AppError)) throw error
    const { warehouse_id, warehouse_name, url } = due
    await insertFailedFetch(db, {
      warehouse_id,
      warehouse_name,
      file_name: url,
      failure: error.message,
      at: clock.now(),
    })
  } finally {
    await rm(path, { force: true })
  }
}

/** Looks every minute for lists whose hour has come. */
export function createSchedule(deps: ScheduleDeps) {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const look = () => {
    running ??= fetchDueLists(deps, stopping.signal)
      .catch((error: unknown) => {
        deps.log.error({ err: loggable(error) }, 'price lists to be fetched were not looked for')
      })
      .finally(() => {
        running = undefined
      })
  }
  return {
    start: () => {
      timer = setInterval(look, LOOK_EVERY_MS)
      timer.unref()
    },
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      await running
    },
  }
}
