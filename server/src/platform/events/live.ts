import type { LiveEvent } from '@artikul/contract/workspace/notifications'
import type { Logger } from 'pino'
import type { Database } from '../db/index.ts'
import type { Actor } from '../http/index.ts'
import { loggable } from '../telemetry/log-error.ts'
import type { LiveRow } from './events.queries.ts'
import { createMailslot, type Mailslot } from './async-queue.ts'
import { knowerOf } from './readers.ts'
import { createRecent, type RecentDeps } from './recent.ts'

const BEAT_MS = 20_000
/** Time after which a stream that reads nothing, as on a sleeping computer, is disconnected. */
const CUT_OFF_MS = 2000
/** Interval of checks that end streams after a change of their session or permissions. */
const CHECK_EVERY_MS = 10_000

export interface LiveDeps extends RecentDeps {
  listen: Database['listen']
  log: Logger
  /** Reads the current actors with one query; null when the session has ended. */
  readActors: (actors: readonly Actor[]) => Promise<(Actor | null)[]>
}

/** Reader of a stream. */
interface Listener {
  actor: Actor
  /** Last position received before; null for a new reader. */
  last: number | null
  leaving: AbortSignal
  cutOff: () => void
}

interface Stream {
  actor: Actor
  knows: (row: LiveRow) => boolean
  /** Position up to which events were already sent, here or by another server. */
  after: number
  slot: Mailslot<LiveEvent>
}

const note = (id: number, kind: 'opened' | 'missed'): LiveEvent => ({
  id,
  kind,
  about: null,
  about_id: null,
  contractor_id: null,
})

/** Ends the streams whose session has ended or whose reader's permissions have changed. */
async function endStale(streams: ReadonlySet<Stream>, { log, readActors }: LiveDeps) {
  const open = [...streams]
  if (open.length === 0) return
  try {
    const now = await readActors(open.map(({ actor }) => actor))
    open.forEach((stream, at) => {
      if (JSON.stringify(now[at] ?? null) !== JSON.stringify(stream.actor)) stream.slot.end()
    })
  } catch (error) {
    log.error({ err: loggable(error) }, 'event streams not checked')
  }
}

/**
 * Creates the state shared by all streams of this server: one connection for notifications, one query for new events,
 * and a cache of the latest ones from which reconnecting readers get what they have missed.
 */
export function createLive(deps: LiveDeps) {
  const streams = new Set<Stream>()
  let timers: NodeJS.Timeout[] = []
  let isEnding = false
  const recent = createRecent(deps, (fresh) => {
    for (const { after, knows, slot } of streams)
      for (const { row, event } of fresh) if (row.position > after && knows(row)) slot.push(event)
  })
  let reading = Promise.resolve()
  const read = () => {
    reading = recent
      .readOn()
      .catch((error: unknown) => deps.log.error({ err: loggable(error) }, 'event delivery failed'))
  }
  const listener = deps.listen('events', { onWake: read })
  /** Keeps streams open and advances the positions of readers with few events, so that they do not become outdated. */
  const beat = () => {
    const here = note(recent.position(), 'opened')
    for (const { slot } of streams) slot.push(here)
  }

  const open = async ({ actor, last, cutOff }: Listener): Promise<Stream> => {
    await recent.readUpTo(last)
    const after = recent.position()
    const slot = createMailslot<LiveEvent>(() => void setTimeout(cutOff, CUT_OFF_MS).unref())
    const stream: Stream = { actor, knows: knowerOf(actor), after, slot }
    const missed = last === null ? [] : recent.missedSince(last)
    // A stream that breaks during missed events resumes from there: the newest position is sent after them.
    slot.push(missed === null ? note(after, 'missed') : note(last ?? after, 'opened'))
    for (const { row, event } of missed ?? []) if (stream.knows(row)) slot.push(event)
    streams.add(stream)
    return stream
  }

  return {
    /** Yields all events the actor may read as they occur, preceded by those since `last`. */
    follow: async function* (listener: Listener): AsyncGenerator<LiveEvent> {
      const { leaving } = listener
      const stream = await open(listener)
      leaving.addEventListener('abort', stream.slot.end, { once: true })
      if (leaving.aborted || isEnding) stream.slot.end()
      try {
        yield* stream.slot
      } finally {
        streams.delete(stream)
      }
    },
    start: () => {
      listener.start()
      timers = [
        setInterval(beat, BEAT_MS).unref(),
        setInterval(() => void endStale(streams, deps), CHECK_EVERY_MS).unref(),
      ]
    },
    /**
     * Ends all streams, including those being opened: their readers reconnect to another server or after the restart.
     */
    endStreams: () => {
      isEnding = true
      for (const timer of timers) clearInterval(timer)
      for (const { slot } of streams) slot.end()
    },
    stop: async () => {
      await listener.stop()
      await reading
    },
  }
}
export type Live = ReturnType<typeof createLive>
