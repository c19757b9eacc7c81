import { parentPort } from 'node:worker_threads'
import { PriceListRefused } from '../price-list-refused.ts'
import type { FromWorker } from './worker-protocol.ts'

/**
 * Answers each request of the main thread with the next event. One event is prepared in advance, so that both threads
 * work concurrently, and no more, so that a slow consumer limits memory use.
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

/** Serialises an error for crossing a thread, where errors lose their class. */
export function described(error: unknown): Extract<FromWorker<never>, { error: unknown }>['error'] {
  if (error instanceof PriceListRefused)
    return { refused: error.reason, text: error.message, rowNumber: error.rowNumber }
  return {
    refused: null,
    text: error instanceof Error ? (error.stack ?? error.message) : String(error),
    rowNumber: null,
  }
}
