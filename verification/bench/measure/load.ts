import { Pool, type Dispatcher } from 'undici'

export interface Load {
  requests: number
  seconds: number
  perSecond: number
  p50: number
  p95: number
  p99: number
  bytes: number
}

const percentile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
const round = (value: number) => Math.round(value * 100) / 100

export interface Shot {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  headers?: Record<string, string>
  body?: string
}

/**
 * Sends a request and returns its body.
 * @throws Error when the answer is not 2xx
 */
export type Send = (shot: Shot) => Promise<ArrayBuffer>

const sendOver =
  (pool: Dispatcher): Send =>
  async (shot) => {
    const { statusCode, body } = await pool.request(shot)
    const bytes = await body.arrayBuffer()
    if (statusCode >= 300) throw new Error(`${shot.path}: ${statusCode} ${Buffer.from(bytes).toString().slice(0, 300)}`)
    return bytes
  }

/**
 * Repeats `work` on each connection until the time is over or it returns false, and measures every run. `work` returns
 * the number of received bytes.
 */
export async function repeat(
  origin: string,
  connections: number,
  seconds: number,
  work: (send: Send, connection: number) => Promise<number | false>,
): Promise<Load> {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const send = sendOver(pool)
  const times: number[] = []
  let bytes = 0
  const started = performance.now()
  const until = started + seconds * 1000
  const one = async (_: unknown, connection: number) => {
    while (performance.now() < until) {
      const before = performance.now()
      const received = await work(send, connection)
      if (received === false) return
      times.push(performance.now() - before)
      bytes += received
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  const elapsed = (performance.now() - started) / 1000
  await pool.close()
  times.sort((a, b) => a - b)
  return {
    requests: times.length,
    seconds: round(elapsed),
    perSecond: Math.round(times.length / elapsed),
    p50: round(percentile(times, 0.5)),
    p95: round(percentile(times, 0.95)),
    p99: round(percentile(times, 0.99)),
    bytes: Math.round(bytes / Math.max(times.length, 1)),
  }
}

/**
 * Keeps `connections` requests in flight until `shots` end or the time is over.
 * @throws Error when an answer is not 2xx
 */
export const fire = (
  origin: string,
  connections: number,
  seconds: number,
  next: () => Shot | undefined,
): Promise<Load> =>
  repeat(origin, connections, seconds, async (send) => {
    const shot = next()
    return shot ? (await send(shot)).byteLength : false
  })
