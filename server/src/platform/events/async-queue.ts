/** Number of waiting items above which a slow reader is disconnected; after reconnecting it gets the rest. */
const MAX_WAITING = 2000

export interface Mailslot<T> extends AsyncIterable<T> {
  push: (item: T) => void
  /** Closes the queue; waiting items can still be read. */
  end: () => void
}

/** Creates a queue of items that are read one after another; `onEnd` is called once. */
export function createMailslot<T>(onEnd: () => void): Mailslot<T> {
  let waiting: T[] = []
  let isOver = false
  let wake: (() => void) | undefined
  const end = () => {
    if (isOver) return
    isOver = true
    onEnd()
    wake?.()
  }
  return {
    end,
    push: (item) => {
      if (isOver) return
      waiting.push(item)
      if (waiting.length > MAX_WAITING) end()
      wake?.()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const batch = waiting
        waiting = []
        yield* batch
        if (waiting.length > 0) continue
        if (isOver) return
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        wake = undefined
      }
    },
  }
}
