import type { JobItem } from '@artikul/contract/workspace/background-work'
import type { FastifyInstance } from 'fastify'
import { loggable } from './telemetry/log-error.ts'
import { inNewTrace } from './telemetry/trace.ts'

/** How a work of this server stands. */
export interface JobStatus {
  work: JobItem
  isRunning: boolean
  everyMs: number
  /** The end of the last round. */
  endedAt: Date | null
  tookMs: number
  /** Rounds that have failed one after another, and what the last of them said. */
  failures: number
  error: string
}

/** The same with what all its rounds since the start come to. */
export interface WorkTally extends JobStatus {
  done: number
  failed: number
  tookMsInAll: number
  succeededAt: Date | null
}

export interface JobRegistry {
  /** Sets to work at once; asked while it is at work, it looks once more afterwards. Nothing before a start or after a stop. */
  look: () => void
  /** Looks now, and every so often from now on. */
  start: () => void
  /** Tells the work to end and waits until it has. */
  stop: () => Promise<void>
  standing: () => WorkTally
}

interface Options {
  work: JobItem
  everyMs: number
  log: { error: (details: object, text: string) => void }
  /** What the log says when the work fails; the next look begins it anew. */
  failure: string
}

/** Work that goes on behind the answers, one round at a time: a long one is not overtaken by the next. */
export function inBackground(
  work: (stopping: AbortSignal) => Promise<unknown>,
  { work: name, everyMs, log, failure }: Options,
): JobRegistry {
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isAskedAgain = false

  const last: Omit<WorkTally, 'work' | 'everyMs' | 'isRunning'> = {
    endedAt: null,
    tookMs: 0,
    failures: 0,
    error: '',
    done: 0,
    failed: 0,
    tookMsInAll: 0,
    succeededAt: null,
  }

  const round = async () => {
    const began = performance.now()
    try {
      await work(signal)
      Object.assign(last, { failures: 0, error: '', done: last.done + 1, succeededAt: new Date() })
    } catch (error) {
      if (!signal.aborted) log.error({ err: loggable(error) }, failure)
      Object.assign(last, { failures: last.failures + 1, error: nameOf(error), failed: last.failed + 1 })
    }
    const tookMs = Math.round(performance.now() - began)
    Object.assign(last, { endedAt: new Date(), tookMs, tookMsInAll: last.tookMsInAll + tookMs })
    running = undefined
    if (isAskedAgain) look()
  }
  const look = () => {
    isAskedAgain = running !== undefined
    if (timer && !running && !signal.aborted) running = inNewTrace(round)
  }
  return {
    look,
    start: () => {
      timer = setInterval(look, everyMs).unref()
      look()
    },
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      await running
    },
    standing: () => ({ work: name, everyMs, isRunning: running !== undefined, ...last }),
  }
}

/** What a screen may say of it: never what was in a row. */
const nameOf = (error: unknown) => {
  const { type, code, message } = loggable(error) as { type?: string; code?: string; message?: string }
  return [type, code, message].filter(Boolean).join(' ').slice(0, 300)
}

type Started = Pick<JobRegistry, 'start' | 'stop' | 'standing'>

const works = new WeakMap<FastifyInstance, (() => WorkTally)[]>()

/** How the works of a server stand. */
export const jobStatusesOf = (app: FastifyInstance): WorkTally[] => (works.get(app) ?? []).map((standing) => standing())

function note(app: FastifyInstance, { standing }: Started) {
  works.set(app, [...(works.get(app) ?? []), standing])
}

/** Goes on from the moment when the server takes requests until it closes. */
export function whileOpen(app: FastifyInstance, work: Started) {
  const { start, stop } = work
  note(app, work)
  app.addHook('onReady', async () => start())
  app.addHook('onClose', stop)
}

/** Goes on only in a server that listens: not in a test of its answers. */
export function whileListening(app: FastifyInstance, work: Started) {
  const { start, stop } = work
  note(app, work)
  app.addHook('onListen', async () => start())
  app.addHook('onClose', stop)
}
