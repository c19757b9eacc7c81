import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { DB } from '../../platform/db/index.ts'
import { loggable } from '../../platform/log-error.ts'
import { regroupNext } from './grouping.queries.ts'

const EVERY_MS = 5 * 60_000
const AT_ONCE = 20_000

export interface Grouper {
  /** Somebody has changed where goods belong: sets to work, once it is started. */
  wake: () => void
  start: () => void
  stop: () => Promise<void>
}

/**
 * Puts products into their groups behind the scenes, a chunk at a time: all of them when the rules have changed, else
 * those that have come since. A killed server goes on from the chunk where it was.
 */
export function createGrouper({ db, log }: { db: Kysely<DB>; log: Logger }): Grouper {
  let isOn = false
  let isWoken = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const work = async () => {
    while (isOn && (await regroupNext(db, AT_ONCE)));
  }
  const wake = () => {
    isWoken = true
    if (!isOn || running) return
    isWoken = false
    running = work()
      .catch((error: unknown) => log.error({ err: loggable(error) }, 'products were not put into their groups'))
      .finally(() => {
        running = undefined
        if (isWoken) wake()
      })
  }
  return {
    wake,
    start() {
      isOn = true
      wake()
      timer = setInterval(wake, EVERY_MS).unref()
    },
    async stop() {
      isOn = false
      clearInterval(timer)
      await running
    },
  }
}
