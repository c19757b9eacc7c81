import { loggable } from '../../platform/log-error.ts'
import { buildFile, LEASE_MS, type BuildDeps } from './build-file.ts'
import { claimFile } from './build.queries.ts'
import { orderDueFiles } from './price-schedules.ts'

const LOOK_EVERY_MS = 5000
/** Files that one server builds side by side. */
const AT_ONCE = 2

export interface Builder {
  /** Looks at once for what waits. */
  look: () => void
  start: () => void
  /** What is being built goes to another server, or to the next start. */
  stop: () => Promise<void>
}

/** Builds the files that wait, whoever ordered them; servers of one database share them. */
export function createBuilder(deps: BuildDeps): Builder {
  const building = new Set<Promise<void>>()
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined

  const begin = (file: Parameters<typeof buildFile>[1]) => {
    const work: Promise<void> = buildFile(deps, file, stopping.signal)
      .catch((error: unknown) => deps.log.error({ err: loggable(error), file: file.id }, 'a price file was lost'))
      .finally(() => {
        building.delete(work)
        look()
      })
    building.add(work)
  }
  const takeWaiting = async () => {
    await orderDueFiles(deps)
    while (building.size < AT_ONCE && !stopping.signal.aborted) {
      const now = deps.clock.now()
      const file = await claimFile(deps.db, now, new Date(now.getTime() + LEASE_MS))
      if (!file) return
      begin(file)
    }
  }
  const look = () => {
    if (stopping.signal.aborted) return
    looking = (looking ?? Promise.resolve())
      .then(takeWaiting)
      .catch((error: unknown) => deps.log.error({ err: loggable(error) }, 'price files were not looked through'))
  }
  return {
    look,
    start: () => {
      timer = setInterval(look, LOOK_EVERY_MS)
      timer.unref()
      look()
    },
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      await looking
      await Promise.all(building)
    },
  }
}
