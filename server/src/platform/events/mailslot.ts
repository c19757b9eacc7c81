/** A listener that takes nothing for so long is let go: he comes back and is told the rest. */
const MAX_WAITING = 2000

export interface Mailslot<T> extends AsyncIterable<T> {
  push: (item: T) => void
  /** Nothing more comes; what waits is still taken. */
  end: () => void
}

/** Items that wait until they are taken, one after another; that it is over is said once. */
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
        const taken = waiting
        waiting = []
        yield* taken
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
