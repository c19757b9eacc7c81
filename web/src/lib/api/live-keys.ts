import type { About } from '@artikul/contract/platform/events'
import type { LiveEvent } from '@artikul/contract/workspace/notifications'
import { noop } from '@tanstack/react-query'
import { session } from '../session/current-session.ts'
import { NOTIFICATIONS_KEY } from '../queries/notifications-query.ts'
import { onLive } from './live.ts'
import { queryClient } from './query-client.ts'

/** Query keys to refresh by subject type. */
const KEYS: Record<About, readonly string[]> = {
  order: [
    'order',
    'orders',
    'order-lines',
    'home',
    'change-approvals',
    'shipments',
    'supplier-orders',
    'credit-holds',
    'work-queue',
  ],
  shipment: ['shipments', 'order', 'orders', 'home', 'settlements', 'documents', 'work-queue'],
  quote_request: ['quote-request', 'quote-requests', 'work-queue'],
  claim: ['claims', 'shipments', 'order', 'orders', 'settlements', 'documents', 'work-queue'],
  // A refused line of an order shows its replacement in a cart.
  cart: ['cart', 'carts', 'order'],
  payment: [
    'payments',
    'ledger-entries',
    'debts',
    'credit-holds',
    'settlements',
    'documents',
    'order',
    'orders',
    'invoices',
  ],
  debt: ['settlements', 'documents'],
  reconciliation: ['reconciliations', 'reconciliation-differences'],
  invoice: ['invoices', 'settlements', 'documents', 'order', 'orders', 'payments'],
  product_alert: ['product-alerts'],
  price_export: ['price-exports'],
  company: ['contractor', 'contractors'],
  email: ['email', 'emails'],
  supplier_order: ['supplier-orders', 'goods-receipts', 'work-queue'],
}

const SOON_MS = 100
/** Minimum interval between refreshes, regardless of the number of events. */
const REST_MS = 2000
/** Random delay of the full refresh after a server restart, so that pages do not refetch simultaneously. */
const SPREAD_MS = 3000

/** Keys whose next part is the id of the object. */
const BY_NUMBER = new Set(['order', 'quote-request', 'contractor'])

/** False for a cart with changes in progress, which refetches after the last of them. */
const isAtRest = ({ queryKey: [name] }: { queryKey: readonly unknown[] }) =>
  name !== 'cart' || queryClient.isMutating({ mutationKey: ['cart-change'] }) === 0

/** Refreshes displayed data after events by ordinary calls, which check permissions. */
export function refreshByEvents() {
  const stale = new Map<string, readonly string[]>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let flushedAt = -REST_MS
  let counter = false

  const flush = () => {
    timer = undefined
    flushedAt = performance.now()
    const keys = [...stale.values()]
    stale.clear()
    if (counter) void session.loadUser().catch(noop)
    counter = false
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey, predicate: isAtRest }).catch(noop)
  }
  const add = (...key: string[]) => stale.set(key.join(' '), key)
  const take = ({ kind, about, about_id: id }: LiveEvent) => {
    if (kind === 'opened') return
    // A page of an older build may not know the subject.
    const isKnown = about !== null && about in KEYS
    // An event of one object refreshes its own page; pages of others that contain it are few.
    const isOwn = (key: string) => isKnown && BY_NUMBER.has(key) && KEYS[about][0] === key
    for (const key of isKnown ? KEYS[about] : Object.values(KEYS).flat())
      if (isOwn(key) && id !== null) add(key, String(id))
      else add(key)
    add(NOTIFICATIONS_KEY, 'unread')
    add(NOTIFICATIONS_KEY, 'list')
    // Outside the cart page the counter is a part of the user.
    if (
      about === 'cart' &&
      !queryClient
        .getQueryCache()
        .find({ queryKey: ['cart'] })
        ?.isActive()
    )
      counter = true
    // Permissions of a company are a part of the user.
    if (kind === 'company.approved' || kind === 'company.declined') void session.loadUser().catch(noop)
    const spread = kind === 'missed' ? Math.random() * SPREAD_MS : 0
    timer ??= setTimeout(flush, spread + Math.max(SOON_MS, flushedAt + REST_MS - performance.now()))
  }
  onLive(take)
}
