import { isDatabaseAway } from './db/errors.ts'

/**
 * Processes the items of a background job one by one. A failing item stops no other: the first failure is thrown at
 * the end, which shows the job as failed, and the item is tried again in the next round.
 */
export async function processEach<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
  stopping?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  for await (const item of items) {
    if (stopping?.aborted) break
    try {
      await work(item)
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** Processes items together; when that fails, one by one, so that only the faulty ones are left. */
export async function processBatch<T>(
  items: readonly T[],
  work: (items: readonly T[]) => Promise<unknown>,
  stopping?: AbortSignal,
): Promise<void> {
  try {
    await work(items)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    await processEach(items, (item) => work([item]), stopping)
  }
}
