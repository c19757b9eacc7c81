/** As many tabs of one person may listen at once. */
const MOST_STREAMS = 6

/** Streams of people: one more than a person may have ends his oldest. */
export function createStreams() {
  const open = new Map<number, AbortController[]>()
  const leave = (userId: number, stream: AbortController) => {
    const left = (open.get(userId) ?? []).filter((one) => one !== stream)
    if (left.length > 0) open.set(userId, left)
    else open.delete(userId)
  }
  return {
    /** A stream of the person: abort it when he leaves. */
    enter: (userId: number): AbortController => {
      const stream = new AbortController()
      stream.signal.addEventListener('abort', () => leave(userId, stream), { once: true })
      const streams = [...(open.get(userId) ?? []), stream]
      open.set(userId, streams)
      if (streams.length > MOST_STREAMS) streams[0]?.abort()
      return stream
    },
  }
}
