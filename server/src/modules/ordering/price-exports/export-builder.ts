import { createJob, type Job } from '../../../platform/jobs.ts'
import { loggable } from '../../../platform/telemetry/log-error.ts'
import { buildFile, LEASE_MS, type BuildDeps } from './build-export.ts'
import { claimFile } from './build-export.queries.ts'
import { orderDueFiles } from './export-schedules.ts'

const LOOK_EVERY_MS = 5000
/** Files that one server builds concurrently. */
const AT_ONCE = 2

/**
 * Creates the background builder of waiting files; servers of one database share the queue. On shutdown unfinished
 * files pass to another server or to the next start.
 */
export function createBuilder(deps: BuildDeps): Job {
  const building = new Set<Promise<void>>()
  const begin = (file: Parameters<typeof buildFile>[1], stopping: AbortSignal) => {
    const work: Promise<void> = buildFile(deps, file, stopping)
      .catch((error: unknown) => deps.log.error({ err: loggable(error), file: file.id }, 'price export job failed'))
      .finally(() => {
        building.delete(work)
        builder.trigger()
      })
    building.add(work)
  }
  const takeWaiting = async (stopping: AbortSignal) => {
    await orderDueFiles(deps)
    while (building.size < AT_ONCE && !stopping.aborted) {
      const now = deps.clock.now()
      const file = await claimFile(deps.db, now, new Date(now.getTime() + LEASE_MS))
      if (!file) return
      begin(file, stopping)
    }
  }
  const builder = createJob(takeWaiting, {
    name: 'price_exports',
    everyMs: LOOK_EVERY_MS,
    log: deps.log,
    failure: 'price export queue not processed',
  })
  const stop = async () => {
    await builder.stop()
    await Promise.all(building)
  }
  return { ...builder, stop }
}
