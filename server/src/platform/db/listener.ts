import pg from 'pg'
import { connectionOptions } from './url.ts'

/** A lost connection is opened again after so long. */
const RECONNECT_MS = 1000
/** A connection that has silently died is noticed after so long. */
const PROBE_MS = 15_000
/** A connection that does not answer for so long is replaced. */
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
  let client: pg.Client | undefined
  const runAfter = (ms: number, work: () => Promise<void>) => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void work(), ms).unref()
  }
  const connect = async () => {
    const opened = new pg.Client({
      ...connectionOptions(url),
      application_name: 'artikul-listener',
      keepAlive: true,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    })
    client = opened
    // The end of a connection follows its error.
    opened.on('error', () => undefined)
    opened.on('end', () => opened === client && runAfter(RECONNECT_MS, open))
    opened.on('notification', onWake)
    await opened.connect()
    await probe()
  }
  /** A session that listens already stays as it is, a new one begins to. */
  const probe = async () => {
    const asked = client
    try {
      await asked?.query(`listen ${channel}`)
      onWake()
      runAfter(PROBE_MS, probe)
    } catch {
      replace(asked)
    }
  }
  const replace = (lost: pg.Client | undefined) => {
    client = undefined
    void lost?.end()
    runAfter(RECONNECT_MS, open)
  }
  const open = () => connect().catch(() => replace(client))
  return {
    start: () => void open(),
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
