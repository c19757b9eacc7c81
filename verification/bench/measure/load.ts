import { Pool } from 'undici'

export interface Load {
  requests: number
  seconds: number
  perSecond: number
  p50: number
  p99: number
  bytes: number
}

const percentile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
const round = (value: number) => Math.round(value * 100) / 100

export interface Shot {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

/**
 * Keeps `connections` requests in flight until `shots` end or the time is over.
 * @throws Error when an answer is not 2xx
 */
export async function fire(
  origin: string,
  connections: number,
  seconds: number,
  next: () => Shot | undefined,
): Promise<Load> {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const times: number[] = []
  let bytes = 0
  const started = performance.now()
  const until = started + seconds * 1000
  const one = async () => {
    for (let shot = next(); shot && performance.now() < until; shot = next()) {
      const before = performance.now()
      const { statusCode, body } = await pool.request(shot)
      const text = await body.arrayBuffer()
      if (statusCode >= 300)
        throw new Error(`${shot.path}: ${statusCode} ${Buffer.from(text).toString().slice(0, 300)}`)
      times.push(performance.now() - before)
      bytes += text.byteLength
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
    p99: round(percentile(times, 0.99)),
    bytes: Math.round(bytes / Math.max(times.length, 1)),
  }
}
