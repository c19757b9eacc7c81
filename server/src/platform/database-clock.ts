import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Database } from './db/index.ts'

/** Tolerated difference of the clocks; above it the time of the database is used. */
const MAX_SKEW_MS = 2000
const EVERY_MS = 30_000

interface Following extends Clock {
  stop: () => void
}

/**
 * Creates a clock corrected by that of the database, now and every half a minute: all servers of a portal agree on
 * expiry and on the day, and a wrong clock of one machine has no effect.
 */
export async function followDatabaseClock({ sql }: Pick<Database, 'sql'>, log: Logger): Promise<Following> {
  let apart = 0
  const look = async () => {
    const sentAt = Date.now()
    const [row] = await sql<{ at: Date }[]>`select clock_timestamp() as at`
    const answered = Date.now()
    const found = (row?.at.getTime() ?? answered) - (sentAt + answered) / 2
    const isWrong = Math.abs(found) > MAX_SKEW_MS
    if (isWrong && Math.abs(found - apart) > MAX_SKEW_MS)
      log.warn({ apart_ms: Math.round(found) }, 'system clock is off, using the database clock')
    apart = isWrong ? found : 0
  }
  await look()
  const timer = setInterval(() => {
    look().catch((err: unknown) => log.error({ err }, 'database clock not read'))
  }, EVERY_MS)
  timer.unref()
  return { now: () => new Date(Date.now() + apart), stop: () => clearInterval(timer) }
}
