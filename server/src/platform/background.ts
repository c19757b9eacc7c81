import type { FastifyInstance } from 'fastify'
import { loggable } from './log-error.ts'

export interface Background {
  /** Sets to work at once; asked while it is at work, it looks once more afterwards. Nothing before a start or after a stop. */
  look: () => void
  /** Looks now, and every so often from now on. */
  start: () => void
  /** Tells the work to end and waits until it has. */
  stop: () => Promise<void>
}

interface Options {
  everyMs: number
  log: { error: (details: object, text: string) => void }
  /** What the log says when the work fails; the next look begins it anew. */
  failure: string
}

/** Work that goes on behind the answers, one round at a time: a long one is not overtaken by the next. */
export function inBackground(
  work: (stopping: AbortSignal) => Promise<unknown>,
  { everyMs, log, failure }: Options,
): Background {
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isAskedAgain = false

  const round = async () => {
    try {
      await work(signal)
    } catch (error) {
      if (!signal.aborted) log.error({ err: loggable(error) }, failure)
    }
    running = undefined
    if (isAskedAgain) look()
  }
  const look = () => {
    isAskedAgain = running !== undefined
    if (timer && !running && !signal.aborted) running = round()
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
  }
}

type Started = Pick<Background, 'start' | 'stop'>

/** Goes on from the moment when the server takes requests until it closes. */
export function whileOpen(app: FastifyInstance, { start, stop }: Started) {
  app.addHook('onReady', async () => start())
  app.addHook('onClose', stop)
}

/** Goes on only in a server that listens: not in a test of its answers. */
export function whileListening(app: FastifyInstance, { start, stop }: Started) {
  app.addHook('onListen', async () => start())
  app.addHook('onClose', stop)
}
