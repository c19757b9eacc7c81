import { isContractorUser } from '@artikul/contract/core/roles'
import { session } from '../../../lib/session/current-session.ts'
import { rolesOf, RESTING, type SessionState } from '../../../lib/session/session-state.ts'
import type { LastOrders, LastOrdersBox, LastOrdersKey } from '../../../offline/last-orders.ts'

const BOX: LastOrdersBox = 'last-orders'
const KEY: LastOrdersKey = '/last-orders.json'
/** Age above which stored orders are fetched again while the page is visible. */
const FRESH_MS = 5 * 60_000
const LOOK_EVERY_MS = 60_000
/** Delay that lets the page load first. */
const AFTER_PAGE_MS = 4000

/** Owner of orders stored on this device; `null` for none, `undefined` while unknown or offline. */
function ownerOf({ phase, initialising, impersonating, user, contractor }: SessionState): string | null | undefined {
  if (initialising || !RESTING.includes(phase) || phase === 'unreachable') return undefined
  if (phase === 'signedOut' || !user || impersonating || user.impersonated_by !== null) return null
  if (!isContractorUser(rolesOf(user)) || user.must_set_second_factor || !contractor) return null
  return `${user.id} ${contractor.id} ${user.may.see_prices ? 'prices' : ''}`
}

const erase = () => caches.delete(BOX)

async function cachedOwner(): Promise<Pick<LastOrders, 'owner' | 'at'> | null> {
  const reply = await caches.match(KEY, { cacheName: BOX })
  return reply ? ((await reply.json()) as LastOrders) : null // only this file writes it
}

const whenIdle = (work: () => void) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(work, { timeout: 10_000 }) : setTimeout(work, 0)

/** Only one of several tabs stores them. */
const alone = (work: () => Promise<void>): Promise<unknown> => {
  const { locks } = navigator as { locks?: LockManager }
  return locks ? locks.request(BOX, { ifAvailable: true }, (lock) => (lock ? work() : undefined)) : work()
}

async function cacheOrders(owner: string) {
  const kept = await cachedOwner()
  if (kept && Date.now() - kept.at < FRESH_MS) return
  const { readLastOrders } = await import('./read-last-orders.ts')
  const lastOrders = await readLastOrders(owner, session.getState().contractor?.name ?? '')
  const isStillHis = () => ownerOf(session.getState()) === owner
  if (!isStillHis()) return
  await (await caches.open(BOX)).put(KEY, new Response(JSON.stringify(lastOrders)))
  // The user may have signed out while they were being written.
  if (!isStillHis()) await erase()
}

/**
 * Caches a client's last orders on this device for the offline page. Erases them on sign-out and when the user, company
 * or rights change. Failures are retried periodically.
 */
export function cacheLastOrders({ isControlled }: { isControlled: () => boolean }) {
  let owner: string | null | undefined
  const look = () => {
    if (!owner || document.hidden || !isControlled()) return
    const his = owner
    whenIdle(() => void alone(() => (owner === his ? cacheOrders(his) : Promise.resolve())).catch(() => undefined))
  }
  const follow = async () => {
    const next = ownerOf(session.getState())
    if (next === undefined || next === owner) return
    const before = owner
    owner = next
    const isAnothers = next === null || before !== undefined || (await cachedOwner())?.owner !== next
    if (isAnothers) await erase()
    setTimeout(look, AFTER_PAGE_MS)
  }
  const followQuietly = () => void follow().catch(() => undefined)
  session.subscribe(followQuietly)
  followQuietly()
  setInterval(look, LOOK_EVERY_MS)
  document.addEventListener('visibilitychange', look)
}
