import { type LiveEvent, notificationRoutes } from '@artikul/contract/workspace/notifications'
import { ApiError, SESSION_LOST } from './api-error.ts'
import { follow } from './call.ts'
import { session } from '../session/current-session.ts'

/** Silence that ends a stream; the server sends heartbeats three times as often. */
const SILENCE_MS = 60_000
const SHORTEST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** A stream that breaks sooner was not accepted: too many are open, or the server is shutting down. */
const STEADY_MS = 30_000
/** After a longer wait for the lock the state may have changed. */
const LATE_MS = 2000
const NAME = 'artikul-live'

/** Event that refreshes all displayed data, as if events had been missed. */
const MISSED: LiveEvent = { id: 0, kind: 'missed', about: null, about_id: null, contractor_id: null }

const listeners = new Set<(event: LiveEvent) => void>()

/** Notifies the listener of domain events of the signed-in user in any tab; returns the unsubscribe function. */
export function onLive(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const notifyListeners = (event: LiveEvent) => {
  for (const listener of listeners) listener(event)
}

interface BroadcastEvent {
  /** User and company of the event; tabs of another owner ignore it. */
  owner: string
  event: LiveEvent
}

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })

/** Reads one stream until it breaks or falls silent. */
async function hear(lastEventId: number | null, signal: AbortSignal, onEvent: (event: LiveEvent) => void) {
  const silence = new AbortController()
  const giveUp = () => silence.abort()
  let timer = setTimeout(giveUp, SILENCE_MS)
  const onAlive = () => {
    clearTimeout(timer)
    timer = setTimeout(giveUp, SILENCE_MS)
  }
  try {
    const stream = follow(notificationRoutes.live, {
      lastEventId,
      onAlive,
      signal: AbortSignal.any([signal, silence.signal]),
    })
    for await (const event of stream) {
      onAlive()
      onEvent(event)
    }
  } finally {
    clearTimeout(timer)
    giveUp()
  }
}

const isRefused = (error: unknown) =>
  error instanceof ApiError
    ? error.status === 401 || error.status === 403
    : error instanceof Error && error.message === SESSION_LOST

/**
 * Follows the domain events of one user in one company; returns the function that stops it. One tab holds the stream
 * and shares events with the others, because a browser opens only six connections to a server. When that tab closes,
 * the next one continues from its last event, or refreshes everything if it has none.
 */
function followAs(owner: string): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(NAME) : undefined
  let last: number | null = null

  const take = (event: LiveEvent) => {
    if (event.id > 0) last = event.id
    notifyListeners(event)
  }
  const takeAndShare = (event: LiveEvent) => {
    take(event)
    channel?.postMessage({ owner, event } satisfies BroadcastEvent)
  }
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<BroadcastEvent>) => {
      if (data.owner === owner) take(data.event)
    }

  const cameAt = performance.now()
  const hold = async () => {
    let isLate = last === null && performance.now() - cameAt > LATE_MS
    let pauses = 0
    let unheard = 0
    while (!signal.aborted) {
      const openedAt = performance.now()
      try {
        await hear(last, signal, (event) => {
          unheard = 0
          takeAndShare(event)
          if (isLate) takeAndShare(MISSED)
          isLate = false
        })
      } catch (error) {
        if (isRefused(error)) return
      }
      pauses = performance.now() - openedAt > STEADY_MS ? 1 : pauses + 1
      unheard += 1
      // The first break is a server restart; after another one events may be missing.
      if (unheard > 1 && !leaving.signal.aborted) takeAndShare(MISSED)
      const pause = Math.min(SHORTEST_PAUSE_MS * 2 ** (pauses - 1), LONGEST_PAUSE_MS)
      await sleep(pause * (0.5 + Math.random() / 2), signal)
    }
  }
  const locks = (navigator as { locks?: LockManager | null }).locks
  const turn = locks ? locks.request(`${NAME} ${owner}`, { signal }, hold) : hold()
  turn.catch((error: unknown) => {
    if (!signal.aborted) reportError(error)
  })
  return () => {
    leaving.abort()
    channel?.close()
  }
}

/** Follows the domain events of the signed-in user and current company, and restarts when either changes. */
export function followSession() {
  let owner = ''
  let stop: (() => void) | undefined
  const change = () => {
    const { user, contractor, authenticated } = session.getState()
    const isOpen = authenticated && user !== null && !user.must_set_second_factor
    const next = isOpen ? `${user.id} ${user.impersonated_by ? 'on behalf' : ''} ${contractor?.id ?? ''}` : ''
    if (next === owner) return
    owner = next
    stop?.()
    stop = next === '' ? undefined : followAs(next)
  }
  session.subscribe(change)
  change()
}
