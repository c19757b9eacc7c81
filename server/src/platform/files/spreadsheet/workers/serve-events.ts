import { parentPort } from 'node:worker_threads'
import { PriceListRefused } from '../price-list-refused.ts'
import type { FromWorker } from './worker-protocol.ts'

/**
 * Answers each request of the main thread with the next event. One event is prepared ahead, so that both threads work at
 * once, and no more than one, so that a slow consumer holds the reader back instead of filling the memory.
 */
export function serveEvents<T>(events: AsyncGenerator<T>, moved: (event: T) => Transferable[] = () => []): void {
  let ahead = prepared(events)
  parentPort?.on('message', () => {
    const next = ahead
    ahead = next.then((message) => ('event' in message ? prepared(events) : message))
    void next.then((message) => parentPort?.postMessage(message, 'event' in message ? moved(message.event) : []))
  })
}

type Transferable = ArrayBuffer

async function prepared<T>(events: AsyncGenerator<T>): Promise<FromWorker<T>> {
  try {
    const next = await events.next()
    return next.done === true ? { done: true } : { event: next.value }
  } catch (error) {
    return { error: described(error) }
  }
}

/** An error as it crosses a thread, where errors lose their class. */
export function described(error: unknown): Extract<FromWorker<never>, { error: unknown }>['error'] {
  if (error instanceof PriceListRefused)
    return { refused: error.reason, text: error.message, rowNumber: error.rowNumber }
  return {
    refused: null,
    text: error instanceof Error ? (error.stack ?? error.message) : String(error),
    rowNumber: null,
  }
}
