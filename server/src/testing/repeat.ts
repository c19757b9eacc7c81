import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/** Does it again and again beside what the test does; the answer ends it, waits for the last time and tells how many there were. */
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
  // A test that fails does not ask for its end.
  onTestFinished(async () => {
    await stop()
  })
  return stop
}
