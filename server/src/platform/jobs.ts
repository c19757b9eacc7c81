import type { JobName } from '@artikul/contract/workspace/background-jobs'
import type { FastifyInstance } from 'fastify'
import { loggable } from './telemetry/log-error.ts'
import { inNewTrace } from './telemetry/trace.ts'

/** Status of a job on this server. */
export interface JobStatus {
  name: JobName
  isRunning: boolean
  everyMs: number
  /** End of the last round. */
  endedAt: Date | null
  tookMs: number
  /** Number of consecutive failures, with the error of the last one. */
  failures: number
  error: string
}

/** Status with the totals of all rounds since the start. */
export interface JobTally extends JobStatus {
  done: number
  failed: number
  tookMsInAll: number
  succeededAt: Date | null
}

export interface Job {
  /** Triggers a round; during a round, another one follows. No effect before a start or after a stop. */
  trigger: () => void
  /** Triggers a round now and at every interval. */
  start: () => void
  /** Stops the job and waits for its round to end. */
  stop: () => Promise<void>
  status: () => JobTally
}

interface Options {
  name: JobName
  everyMs: number
  log: { error: (details: object, text: string) => void }
  /** Log message of a failure, after which the next round starts anew. */
  failure: string
}

/** Creates a background job whose rounds run one at a time, so that a long one is not overtaken by the next. */
export function createJob(
  work: (stopping: AbortSignal) => Promise<unknown>,
  { name, everyMs, log, failure }: Options,
): Job {
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isAskedAgain = false

  const last: Omit<JobTally, 'name' | 'everyMs' | 'isRunning'> = {
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
    trigger: look,
    start: () => {
      timer = setInterval(look, everyMs).unref()
      look()
    },
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      await running
    },
    status: () => ({ name, everyMs, isRunning: running !== undefined, ...last }),
  }
}

/** Name of an error for the user interface, without data of rows. */
const nameOf = (error: unknown) => {
  const { type, code, message } = loggable(error) as { type?: string; code?: string; message?: string }
  return [type, code, message].filter(Boolean).join(' ').slice(0, 300)
}

export type StartedJob = Pick<Job, 'start' | 'stop' | 'status'>

const works = new WeakMap<FastifyInstance, (() => JobTally)[]>()

/** Lists the status of the server's jobs. */
export const jobStatusesOf = (app: FastifyInstance): JobTally[] => (works.get(app) ?? []).map((status) => status())

function note(app: FastifyInstance, { status }: StartedJob) {
  works.set(app, [...(works.get(app) ?? []), status])
}

/** Runs the job from the moment when the server accepts requests until it closes. */
export function runWhileOpen(app: FastifyInstance, work: StartedJob) {
  const { start, stop } = work
  note(app, work)
  app.addHook('onReady', async () => start())
  app.addHook('onClose', stop)
}

/** Runs the job only in a server that listens, not in tests that inject requests. */
export function runWhileListening(app: FastifyInstance, work: StartedJob) {
  const { start, stop } = work
  note(app, work)
  app.addHook('onListen', async () => start())
  app.addHook('onClose', stop)
}
