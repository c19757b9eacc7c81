import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Answer to one request of a load. */
export interface Answered {
  status: number
  tookMs: number
  /** Arrival time in milliseconds since the load began. */
  at: number
  hasRetryAfter: boolean
}

/** More than a proxy opens; calls without a free socket count as not sent. */
const MAX_SOCKETS = 2000
const TICK_MS = 4
const HEAD_END = Buffer.from('\r\n\r\n')

interface Line {
  socket: Socket
  done: ((status: number, hasRetryAfter: boolean) => void) | null
}

/**
 * Sends requests over raw sockets and parses only what is necessary, so that the processor stays with the measured
 * server. Each answer has a length; a lost connection yields 0.
 */
export function rawClient(port: number) {
  const idle: Line[] = []
  const all = new Set<Line>()

  function open(): Line {
    const socket = connect(port, '127.0.0.1').setNoDelay()
    const line: Line = { socket, done: null }
    let received: Buffer = Buffer.alloc(0)
    const finish = (status: number, hasRetryAfter = false) => {
      const { done } = line
      line.done = null
      done?.(status, hasRetryAfter)
    }
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const head = received.indexOf(HEAD_END)
      if (head === -1) return
      const text = received.toString('latin1', 0, head)
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1])
      if (received.length < head + HEAD_END.length + length) return
      received = Buffer.alloc(0)
      idle.push(line)
      finish(Number(text.slice(9, 12)), /\r\nretry-after: /i.test(text))
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      all.delete(line)
      const at = idle.indexOf(line)
      if (at !== -1) idle.splice(at, 1)
      finish(0)
    })
    all.add(line)
    return line
  }

  return {
    /** False when every socket is busy. */
    send: (request: string, done: Line['done']): boolean => {
      const line = idle.pop() ?? (all.size < MAX_SOCKETS ? open() : null)
      if (!line) return false
      line.done = done
      line.socket.write(request)
      return true
    },
    close: () => {
      for (const { socket } of all) socket.destroy()
    },
  }
}
export type RawClient = ReturnType<typeof rawClient>

interface LoadOptions {
  requests: readonly string[]
  seconds: number
}

function recorder(client: RawClient, requests: readonly string[]) {
  const answers: Answered[] = []
  const began = performance.now()
  let sent = 0
  const send = (then?: () => void) => {
    const started = performance.now()
    const isSent = client.send(requests[sent % requests.length] ?? '', (status, hasRetryAfter) => {
      const now = performance.now()
      answers.push({ status, tookMs: now - started, at: now - began, hasRetryAfter })
      then?.()
    })
    if (isSent) sent += 1
    return isSent
  }
  return { answers, send, sentSoFar: () => sent, elapsed: () => performance.now() - began }
}

/** Runs a fixed number of clients, each sending the next request when answered: the server's capacity. */
export async function closedLoad(client: RawClient, { requests, seconds }: LoadOptions, clients: number) {
  const { answers, send, elapsed, sentSoFar } = recorder(client, requests)
  const again = () => {
    if (elapsed() < seconds * 1000) send(again)
  }
  for (let left = clients; left > 0; left -= 1) again()
  await delay(seconds * 1000)
  while (answers.length < sentSoFar()) await delay(5)
  return answers
}

/** Runs a fixed rate of requests regardless of answers, as people arrive. */
export async function openLoad(client: RawClient, { requests, seconds }: LoadOptions, perSecond: number) {
  const { answers, send, elapsed, sentSoFar } = recorder(client, requests)
  let due = 0
  let unsent = 0
  while (elapsed() < seconds * 1000) {
    const now = Math.floor((elapsed() / 1000) * perSecond)
    for (; due < now; due += 1) if (!send()) unsent += 1
    await delay(TICK_MS)
  }
  const patience = elapsed() + 20_000
  while (answers.length < sentSoFar() && elapsed() < patience) await delay(5)
  return { answers, unsent, lost: sentSoFar() - answers.length }
}

/** Opens clients that send a little now and then and never finish: of headers, and of bodies. */
export function slowClients(port: number, count: number) {
  const head = 'Host: 127.0.0.1\r\nContent-Type: application/json\r\n'
  const kinds = [
    { begin: `GET /api/v1/search?q=1 HTTP/1.1\r\n${head}`, drop: 'X-Slow: 1\r\n' },
    { begin: `POST /api/v1/token/pair HTTP/1.1\r\n${head}Content-Length: 100000\r\n\r\n{`, drop: ' ' },
  ]
  const sockets = kinds.flatMap((kind) =>
    Array.from({ length: count }, () => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined).write(kind.begin)
      return { socket, ...kind }
    }),
  )
  const timer = setInterval(() => {
    for (const { socket, drop } of sockets) if (socket.writable) socket.write(drop)
  }, 1000)
  return {
    open: () => sockets.filter(({ socket }) => socket.readyState === 'open').length,
    close: () => {
      clearInterval(timer)
      for (const { socket } of sockets) socket.destroy()
    },
  }
}

/** Returns the time within which the given share was answered. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
