import postgres from 'postgres'
import { socketOptions, socketUrl } from './url.ts'

/** A connection that is cut off is opened again so soon. */
const AGAIN_MS = 1000
/** A connection that has silently died is noticed so soon. */
const LOOK_MS = 15_000
/** A connection that says nothing for so long is given up for a new one. */
const PATIENCE_MS = 10_000

export interface Listening {
  /** Something was notified, or the connection was opened anew and something may have been. */
  onWake: () => void
  /** How long an answer is waited for, milliseconds. */
  patienceMs?: number
}

export interface Listener {
  start: () => void
  stop: () => Promise<void>
}

/**
 * One connection that waits for NOTIFY and does nothing else. It must reach PostgreSQL itself: a pooler that lends
 * connections by transaction forgets who listens. The database may be away: it is tried until it is back.
 */
export function createListener(
  url: string,
  channel: string,
  { onWake, patienceMs = PATIENCE_MS }: Listening,
): Listener {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const connect = (): postgres.Sql => {
    const own = postgres(socketUrl(url), {
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: 10,
      fetch_types: false,
      prepare: false,
      onnotice: () => undefined,
      onnotify: onWake,
      onclose: () => own === sql && again(AGAIN_MS),
      connection: { application_name: 'artikul-listener' },
      ...socketOptions(url),
    } as postgres.Options<Record<string, never>>) // `onnotify` is left out of the driver's own types
    return own
  }
  let sql = connect()
  const again = (ms: number) => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void listen(), ms).unref()
  }
  // Said again and again: a session that listens already stays as it is, a new one begins to.
  const listen = async () => {
    const asked = sql
    // A link that is silently gone neither answers nor fails.
    const patience = setTimeout(() => {
      if (isStopped) return
      sql = connect()
      void asked.end({ timeout: 0 })
    }, patienceMs).unref()
    try {
      await asked.unsafe(`listen ${channel}`)
      onWake()
      again(LOOK_MS)
    } catch {
      again(AGAIN_MS)
    } finally {
      clearTimeout(patience)
    }
  }
  return {
    start: () => void listen(),
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await sql.end({ timeout: 1 })
    },
  }
}
