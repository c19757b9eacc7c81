import { useSyncExternalStore } from 'react'
import { hasRole } from './guard.ts'
import { session, useSession } from './current-session.ts'
import { knownDestination, useDestination } from '../page/destination.ts'
import { rolesOf } from './session.ts'

/** Company on whose behalf an order manager sees offers; chosen per tab until it is closed. */
export interface Buyer {
  id: number
  name: string
  /** Assisted order that «В заказ» adds to; without it, the last used or a new one. */
  draft?: number
}

const listeners = new Set<() => void>()
const nameOf = (userId: number | undefined) => `artikul.buyer.${userId ?? ''}`
/** Fallback without storage, until the page is closed. */
const unsaved = new Map<string, string>()

function stored(name: string): string | null {
  try {
    return unsaved.get(name) ?? sessionStorage.getItem(name)
  } catch {
    return null
  }
}

let parsed: { text: string | null; buyer: Buyer | null } = { text: null, buyer: null }

/** Returns the same object while the chosen company stays the same. */
function readBuyer(): Buyer | null {
  const text = stored(nameOf(session.getState().user?.id))
  if (text !== parsed.text) parsed = { text, buyer: text === null ? null : (JSON.parse(text) as Buyer) }
  return parsed.buyer
}

export function chooseBuyer(buyer: Buyer | null) {
  const name = nameOf(session.getState().user?.id)
  unsaved.delete(name)
  try {
    if (buyer === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(buyer))
  } catch {
    if (buyer !== null) unsaved.set(name, JSON.stringify(buyer))
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useBuyer = (): Buyer | null => useSyncExternalStore(subscribe, readBuyer)

/**
 * Viewer of offers: `own` is a client, with the chosen point, or staff at retail prices; `manager` is an order manager
 * on behalf of a buyer, with internal data.
 */
export type Viewer =
  | { as: 'own'; consigneeId: number | undefined }
  | { as: 'manager'; contractorId: number | undefined }

const isManager = (roles: Parameters<typeof hasRole>[0]) => hasRole(roles, ['ArtikulOrderManager'])

/** Returns the currently known viewer, for queries that start with a route. */
export const knownViewer = (): Viewer =>
  isManager(rolesOf(session.getState().user))
    ? { as: 'manager', contractorId: readBuyer()?.id }
    : { as: 'own', consigneeId: knownDestination() }

export function useViewer(): Viewer {
  const { user } = useSession()
  const { asked: consigneeId } = useDestination()
  const buyer = useBuyer()
  return isManager(rolesOf(user)) ? { as: 'manager', contractorId: buyer?.id } : { as: 'own', consigneeId }
}
