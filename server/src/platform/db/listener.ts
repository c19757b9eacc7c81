import pg from 'pg'
import { connectionOptions } from './url.ts'

/** Delay before a lost connection is opened again. */
const RECONNECT_MS = 1000
/** Interval of checks that detect a dead connection. */
const PROBE_MS = 15_000
/** Response time above which a connection is replaced. */
const PATIENCE_MS = 10_000

export interface Listening {
  /** Called after a notification, and after a reconnection that may have missed some. */
  onWake: () => void
  /** Timeout of an answer in milliseconds. */
  patienceMs?: number
}

export interface Listener {
  start: () => void
  stop: () => Promise<void>
}

/**
 * Creates a connection that only listens for NOTIFY. It must reach PostgreSQL directly, because a pooler in transaction
 * mode loses listeners. While the database is unavailable, it reconnects until it succeeds.
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
    // The error is followed by the end of the connection.
    opened.on('error', () => undefined)
    opened.on('end', () => opened === client && runAfter(RECONNECT_MS, open))
    opened.on('notification', onWake)
    await opened.connect()
    await probe()
  }
  /** A session that already listens stays unchanged, a new one starts listening. */
  const probe = async () => {
    const current = client
    try {
      await current?.query(`listen ${channel}`)
      onWake()
      runAfter(PROBE_MS, probe)
    } catch {
      replace(current)
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
