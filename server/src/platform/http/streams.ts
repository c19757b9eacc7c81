import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** How soon a listener comes back, milliseconds. */
const RETRY_FRAME = 'retry: 2000\n'

interface Sending {
  present: (event: unknown) => unknown
  isEndless: boolean
}

/** The same event goes to a thousand listeners: it is written once. */
const numbered = new WeakMap<object, string>()

function numberedFrame(event: object, present: Sending['present']): string {
  const known = numbered.get(event)
  if (known !== undefined) return known
  const shown = present(event) as { id: number } // endless routes number their events
  const frame = `id: ${shown.id}\ndata: ${JSON.stringify(shown)}\n\n`
  numbered.set(event, frame)
  return frame
}

async function* framesOf(events: AsyncIterable<unknown>, { present, isEndless }: Sending) {
  if (isEndless) yield RETRY_FRAME
  for await (const event of events) {
    if (isEndless) yield numberedFrame(event as object, present)
    else yield `data: ${JSON.stringify(present(event))}\n\n`
  }
}

/** Events as they come; whoever leaves ends the work behind them. */
export function sendEvents(reply: FastifyReply, events: AsyncIterable<unknown>, sending: Sending) {
  // A server that stops does not wait for a connection that might be used again.
  if (sending.isEndless) reply.header('connection', 'close')
  return reply
    .type('text/event-stream')
    .header('x-accel-buffering', 'no')
    .serializer(String)
    .send(Readable.from(framesOf(events, sending)))
}

/** As many tabs of one person may listen at once. */
const MAX_STREAMS = 6

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
      if (streams.length > MAX_STREAMS) streams[0]?.abort()
      return stream
    },
  }
}
