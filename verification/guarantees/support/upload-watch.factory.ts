import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { UploadPlace } from '../../../server/src/testing/files/upload-places.factory.ts'

/** Returns the resident memory of a process, MB; 0 where the system does not report it. */
export function residentOf(pid: number): number {
  const path = `/proc/${pid}/status`
  const residentKb = existsSync(path) ? /VmRSS:\s+(\d+)/.exec(readFileSync(path, 'utf8'))?.[1] : undefined
  return Number(residentKb ?? 0) / 1024
}

/** Measures the peak memory of a process and the latency of `/health/live` of its server meanwhile. */
export function watchServer(origin: string, pidOf: () => number | undefined) {
  const resident = () => residentOf(pidOf() ?? 0)
  let most = 0
  let isOver = false
  const timer = setInterval(() => (most = Math.max(most, resident())), 25)
  const probe = new Worker(new URL('./health-probe.worker.ts', import.meta.url), { workerData: { origin } })
  return {
    resident,
    /** Peak memory since the previous call, MB. */
    peak: () => {
      const peak = Math.max(most, resident())
      most = 0
      return peak
    },
    end: async (): Promise<number[]> => {
      clearInterval(timer)
      if (isOver) return []
      isOver = true
      const reply = new Promise<number[]>((resolve) => probe.once('message', resolve))
      probe.postMessage('end')
      const times = await reply
      await probe.terminate()
      return times
    },
  }
}

export interface Answer {
  status: number
  text: string
  headers: Headers
  tookMs: number
}

interface Person {
  login: string
  password: string
}

async function signIn(origin: string, { login, password }: Person): Promise<Record<string, string>> {
  const reply = await fetch(`${origin}/api/v1/token/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  })
  return { authorization: `Bearer ${((await reply.json()) as { access_token: string }).access_token}` }
}

/** Signs in the uploaders and records their calls with the outcome of each file. */
export async function createSender(origin: string, people: Record<UploadPlace['by'], Person>) {
  const headers = { client: await signIn(origin, people.client), manager: await signIn(origin, people.manager) }
  const call = async (by: UploadPlace['by'], path: string, init: RequestInit = {}): Promise<Answer> => {
    const started = performance.now()
    const reply = await fetch(origin + path, { ...init, headers: { ...headers[by], ...(init.headers as object) } })
    const text = await reply.text()
    return { status: reply.status, text, headers: reply.headers, tookMs: performance.now() - started }
  }
  const upload = (place: UploadPlace, bytes: Buffer) =>
    call(place.by, place.path, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length) as BodyInit,
    })
  /** Waits for the job that reads an accepted price list and returns its outcome. */
  const job = async ({ text }: Answer): Promise<{ state: string; failure: string | null; tookMs: number }> => {
    const { id } = JSON.parse(text) as { id: number }
    const path = `/api/v1/price-imports/${id}`
    const startRequest = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"is_check":true}' }
    const started = performance.now()
    await call('manager', `${path}/start`, startRequest)
    for (;;) {
      const { state, failure } = JSON.parse((await call('manager', path)).text) as {
        state: string
        failure: string | null
      }
      const tookMs = performance.now() - started
      if (!/queued|running/.test(state) || tookMs > 20_000) return { state, failure, tookMs }
      await delay(100)
    }
  }
  return { call, upload, job, headersOf: (by: UploadPlace['by']) => headers[by] }
}

export type Sender = Awaited<ReturnType<typeof createSender>>

/** Lists files left behind by uploads. */
export const leftIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.startsWith('artikul-'))

export const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
