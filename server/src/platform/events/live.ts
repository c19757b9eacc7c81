import type { LiveEvent } from '@artikul/contract/workspace/notifications'
import type { Logger } from 'pino'
import { inBackground } from '../background.ts'
import type { Database } from '../db/index.ts'
import type { Actor } from '../http/index.ts'
import { loggable } from '../telemetry/log-error.ts'
import type { LiveRow } from './happenings.queries.ts'
import { createMailslot, type Mailslot } from './mailslot.ts'
import { knowerOf } from './readers.ts'
import { createRecent, type RecentDeps } from './recent.ts'

/** Without a word from the database it is looked all the same: a notification may have been lost. */
const LOOK_EVERY_MS = 5000
const BEAT_MS = 20_000
/** Whoever takes nothing any more, as a sleeping computer does, is cut off so long after his stream is over. */
const CUT_OFF_MS = 2000
/** How soon a stream ends after its session, or whatever its reader may see has changed. */
const CHECK_EVERY_MS = 10_000

export interface LiveDeps extends RecentDeps {
  listen: Database['listen']
  log: Logger
  /** The same actors as they are now; null: the session has ended. One query, however many they are. */
  readActors: (actors: readonly Actor[]) => Promise<(Actor | null)[]>
}

/** Whoever listens. */
interface Listener {
  actor: Actor
  /** The last that he was told before; null: he begins. */
  last: number | null
  leaving: AbortSignal
  cutOff: () => void
}

interface Stream {
  actor: Actor
  knows: (row: LiveRow) => boolean
  /** Nothing up to here is told: it was told before, or by another server. */
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

/** Ends the streams whose session has ended, or whose reader may see something else now. */
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
 * What all streams of this server share: one connection that is woken, one query for all that has come, and the last of
 * it in memory, from which whoever comes back is told what he has missed.
 */
export function createLive(deps: LiveDeps) {
  const streams = new Set<Stream>()
  let timers: NodeJS.Timeout[] = []
  let isEnding = false
  const recent = createRecent(deps, (fresh) => {
    for (const { after, knows, slot } of streams)
      for (const { row, event } of fresh) if (row.position > after && knows(row)) slot.push(event)
  })
  const reader = inBackground(recent.readOn, {
    work: 'happenings',
    everyMs: LOOK_EVERY_MS,
    log: deps.log,
    failure: 'event delivery failed',
  })
  const listener = deps.listen('happenings', { onWake: reader.look })
  /** Keeps streams open, and takes on whoever is told of little: his number does not grow old. */
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
    // A stream that breaks within what was missed goes on from there: the newest number comes after it.
    slot.push(missed === null ? note(after, 'missed') : note(last ?? after, 'opened'))
    for (const { row, event } of missed ?? []) if (stream.knows(row)) slot.push(event)
    streams.add(stream)
    return stream
  }

  return {
    /** All that the actor may know of as it happens, and first of all what has happened since `last`. */
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
      reader.start()
      listener.start()
      timers = [
        setInterval(beat, BEAT_MS).unref(),
        setInterval(() => void endStale(streams, deps), CHECK_EVERY_MS).unref(),
      ]
    },
    /** Ends all streams, and those that are still being opened: their listeners go to another server, or come back to the next start. */
    endStreams: () => {
      isEnding = true
      for (const timer of timers) clearInterval(timer)
      for (const { slot } of streams) slot.end()
    },
    stop: () => Promise.all([listener.stop(), reader.stop()]).then(() => undefined),
    standing: reader.standing,
  }
}
export type Live = ReturnType<typeof createLive>
