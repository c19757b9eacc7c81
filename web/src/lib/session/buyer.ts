import { useSyncExternalStore } from 'react'
import { hasRole } from './guard.ts'
import { session, useSession } from './current-session.ts'
import { knownDestination, useDestination } from '../page/destination.ts'
import { rolesOf } from './session.ts'

/** The company in whose place an order manager looks at offers: chosen for one tab, kept until it is closed. */
export interface Buyer {
  id: number
  name: string
  /** The draft that «В заказ» fills; without it, the one worked on last or a new one. */
  draft?: number
}

const listeners = new Set<() => void>()
const nameOf = (userId: number | undefined) => `artikul.buyer.${userId ?? ''}`
/** Without storage the choice lasts as long as the page. */
const unsaved = new Map<string, string>()

function stored(name: string): string | null {
  try {
    return unsaved.get(name) ?? sessionStorage.getItem(name)
  } catch {
    return null
  }
}

let parsed: { text: string | null; buyer: Buyer | null } = { text: null, buyer: null }

/** Returns the same object as long as the company stays chosen. */
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
 * In whose place offers are looked at: `own`, a client in his own (for his point) or staff at the retail column;
 * `manager`, an order manager in a buyer's, with what only he may see.
 */
export type Viewer =
  | { as: 'own'; consigneeId: number | undefined }
  | { as: 'manager'; contractorId: number | undefined }

const isManager = (roles: Parameters<typeof hasRole>[0]) => hasRole(roles, ['ArtikulOrderManager'])

/** As far as it is known now, for reads that begin with a route. */
export const knownViewer = (): Viewer =>
  isManager(rolesOf(session.getState().user))
    ? { as: 'manager', contractorId: readBuyer()?.id }
    : { as: 'own', consigneeId: knownDestination() }

export function useViewer(): Viewer {
  const { user } = useSession()
  const { asked } = useDestination()
  const buyer = useBuyer()
  return isManager(rolesOf(user)) ? { as: 'manager', contractorId: buyer?.id } : { as: 'own', consigneeId: asked }
}
