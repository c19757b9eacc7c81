import { parentPort, workerData } from 'node:worker_threads'
import { PriceListRefused } from './price-list-refused.ts'
import type { PriceListOptions } from './price-list.ts'
import { priceListEvents } from './read-price-list.ts'
import type { FromWorker } from './worker-protocol.ts'

const { path, options } = workerData as { path: string; options: PriceListOptions }
const events = priceListEvents(path, options)

// One event for each request: a slow consumer holds the reader back instead of filling the memory.
parentPort?.on('message', () => {
  void events.next().then(
    (next) => answer(next.done === true ? { done: true } : { event: next.value }),
    (error: unknown) => answer({ error: described(error) }),
  )
})

function answer(message: FromWorker): void {
  parentPort?.postMessage(message)
}

function described(error: unknown): Extract<FromWorker, { error: unknown }>['error'] {
  if (error instanceof PriceListRefused)
    return { refused: error.reason, text: error.message, rowNumber: error.rowNumber }
  return {
    refused: null,
    text: error instanceof Error ? (error.stack ?? error.message) : String(error),
    rowNumber: null,
  }
}
