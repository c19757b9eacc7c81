import { loggable } from '../../platform/log-error.ts'
import { readMailbox, type ReadDeps } from './read-mailbox.ts'
import { selectDueIds } from './reading.queries.ts'

const LOOK_EVERY_MS = 60_000

/** Reads the mailboxes whose time has come, one after another. */
export async function readDueMailboxes(deps: ReadDeps, stopping?: AbortSignal): Promise<void> {
  for (const id of await selectDueIds(deps.database.db, deps.clock.now())) {
    if (stopping?.aborted) return
    await readMailbox(deps, id, stopping)
  }
}

export interface Poller {
  /** Looks at once for mailboxes whose time has come. */
  look: () => void
  start: () => void
  stop: () => Promise<void>
}

/** Looks into mailboxes by itself; servers of one database share them. */
export function createPoller(deps: ReadDeps): Poller {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isAskedAgain = false
  const look = () => {
    isAskedAgain = running !== undefined
    if (stopping.signal.aborted || running) return
    running = readDueMailboxes(deps, stopping.signal)
      .catch((error: unknown) => deps.log.error({ err: loggable(error) }, 'mailboxes were not read'))
      .finally(() => {
        running = undefined
        if (isAskedAgain) look()
      })
  }
  return {
    look,
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
