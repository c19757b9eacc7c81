import { PRICE_LIST_LIMITS, type PriceListLimits, type PriceListOptions } from '../types.ts'
import { Worker } from 'node:worker_threads'
import { PriceListRefused } from '../price-list-refused.ts'
import type { FromWorker } from './worker-protocol.ts'

/**
 * Yields the events of a worker script that runs `serveEvents`.
 * @throws PriceListRefused with the refusal of the worker, or for exceeding its time or heap limit
 */
export async function* workerEvents<T>(script: URL, path: string, options: PriceListOptions): AsyncGenerator<T> {
  const worker = openWorker<FromWorker<T>>(script, { path, options }, { ...PRICE_LIST_LIMITS, ...options.limits })
  try {
    for (;;) {
      const message = await worker.next()
      if ('done' in message) return
      if ('error' in message) throw asError(message.error)
      yield message.event
    }
  } finally {
    await worker.close()
  }
}

/** Recreates an error that crossed a thread. */
export function asError({ refused, text, rowNumber }: Extract<FromWorker<never>, { error: unknown }>['error']): Error {
  if (refused === null) return new Error(`price list reader failed: ${text}`)
  return PriceListRefused.from(refused, text, rowNumber)
}

interface WorkerStream<T> {
  next(): Promise<T>
  close(): Promise<void>
}

/**
 * Opens a worker that answers one message at a time, with limits of heap and total time: a file that makes a parser
 * loop or grow results in a refusal and never affects the server.
 */
export function openWorker<T>(script: URL, workerData: unknown, limits: PriceListLimits): WorkerStream<T> {
  const worker = new Worker(script, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    // Output of a parser about an untrusted file is discarded.
    stdout: true,
    stderr: true,
  })
  let waiting: PromiseWithResolvers<T> | null = null
  let failure: Error | null = null
  const fail = (error: Error) => {
    failure ??= error
    waiting?.reject(failure)
    waiting = null
  }
  // Only the parser's own time counts, because a consumer may take longer.
  let left = limits.seconds * 1000
  let requestedAt = 0
  let timer: NodeJS.Timeout | undefined
  const expire = () => {
    fail(new PriceListRefused('too_slow', { limit: `${limits.seconds} с` }))
    void worker.terminate()
  }
  worker.on('message', (message: T) => {
    clearTimeout(timer)
    left -= performance.now() - requestedAt
    waiting?.resolve(message)
    waiting = null
  })
  worker.on('error', (error: Error) => fail(isOutOfMemory(error) ? new PriceListRefused('too_heavy') : error))
  worker.on('exit', () => {
    clearTimeout(timer)
    fail(new PriceListRefused('too_heavy'))
  })
  return {
    next: () => {
      if (failure !== null) return Promise.reject(failure)
      waiting = Promise.withResolvers<T>()
      requestedAt = performance.now()
      timer = setTimeout(expire, Math.max(left, 1))
      worker.postMessage('next')
      return waiting.promise
    },
    close: async () => {
      clearTimeout(timer)
      await worker.terminate()
    },
  }
}

export function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
