import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/**
 * Repeats an action alongside the test; the returned function stops it, waits for the last run and returns their
 * number.
 */
export function repeat(act: (time: number) => Promise<unknown>, pauseMs = 0): () => Promise<number> {
  const going = new AbortController()
  let times = 0
  const loop = (async () => {
    for (; !going.signal.aborted; times += 1) {
      await act(times)
      if (pauseMs > 0) await delay(pauseMs)
    }
  })()
  const stop = async () => {
    going.abort()
    await loop
    return times
  }
  // A failing test does not stop it explicitly.
  onTestFinished(async () => {
    await stop()
  })
  return stop
}
