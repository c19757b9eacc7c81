import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Reconnection delay of clients in milliseconds. */
const RETRY_FRAME = 'retry: 2000\n'

interface Sending {
  present: (event: unknown) => unknown
  isEndless: boolean
}

/** Caches the serialised event, because the same one is sent to a thousand readers. */
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

/** Sends events as they occur; a client that disconnects ends the work behind them. */
export function sendEvents(reply: FastifyReply, events: AsyncIterable<unknown>, sending: Sending) {
  // A server that is stopping does not wait for an idle connection.
  if (sending.isEndless) reply.header('connection', 'close')
  return reply
    .type('text/event-stream')
    .header('x-accel-buffering', 'no')
    .serializer(String)
    .send(Readable.from(framesOf(events, sending)))
}

/** Maximum number of concurrent streams per person. */
const MAX_STREAMS = 6

/** Creates the registry of streams: a new one above the limit ends the person's oldest. */
export function createStreams() {
  const open = new Map<number, AbortController[]>()
  const leave = (userId: number, stream: AbortController) => {
    const left = (open.get(userId) ?? []).filter((one) => one !== stream)
    if (left.length > 0) open.set(userId, left)
    else open.delete(userId)
  }
  return {
    /** Registers a stream of the person, to be aborted when they disconnect. */
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
