import type { About } from '@artikul/contract/platform/events'
import type { LiveEvent } from '@artikul/contract/workspace/notifications'
import { noop } from '@tanstack/react-query'
import { session } from '../session/current-session.ts'
import { onLive } from './live.ts'
import { queryClient } from './query-client.ts'
import type { KeyPrefix } from './key-prefix.ts'

/** Addresses to refresh by subject type. */
const KEYS: Record<About, readonly KeyPrefix[]> = {
  order: [
    'orders',
    'order-lines',
    'home',
    'change-approvals',
    'vehicles',
    'shipments',
    'supplier-orders',
    'credit-holds',
    'work-queue',
  ],
  shipment: ['shipments', 'orders', 'home', 'settlements', 'documents', 'work-queue'],
  quote_request: ['quote-requests', 'work-queue'],
  claim: ['claims', 'supplier-returns', 'shipments', 'orders', 'settlements', 'documents', 'work-queue'],
  // A refused line of an order shows its replacement in a cart.
  cart: ['cart', 'carts', 'orders'],
  payment: ['payments', 'ledger-entries', 'debts', 'credit-holds', 'settlements', 'documents', 'orders', 'invoices'],
  debt: ['settlements', 'documents'],
  reconciliation: ['reconciliations', 'reconciliation-differences'],
  invoice: ['invoices', 'settlements', 'documents', 'orders', 'payments'],
  product_alert: ['product-alerts'],
  price_export: ['price-exports'],
  company: ['contractors', 'manager/user/admin/user', 'user/admin/user'],
  email: ['emails'],
  one_c: ['one-c', 'work-queue'],
  supplier_order: ['supplier-orders', 'purchase-proposals', 'goods-receipts', 'work-queue'],
}

const SOON_MS = 100
/** Minimum interval between refreshes, regardless of the number of events. */
const REST_MS = 2000
/** Random delay of the full refresh after a server restart, so that pages do not refetch simultaneously. */
const SPREAD_MS = 3000

/** Addresses whose pages of single objects are refreshed only by events of their own. */
const OWN = new Set<KeyPrefix>(['orders', 'quote-requests', 'contractors'])

/** True for data of one object: `orders/12`, `orders/12/messages`. */
const isOfOne = ({ queryKey: [, id] }: { queryKey: readonly unknown[] }) => /^\d+$/.test(String(id))

/** False for a cart with changes in progress, which refetches after the last of them. */
const isAtRest = ({ queryKey: [name] }: { queryKey: readonly unknown[] }) =>
  name !== 'cart' || queryClient.isMutating({ mutationKey: ['cart-change'] }) === 0

/** Refreshes displayed data after events by ordinary calls, which check permissions. */
export function refreshByEvents() {
  /** Addresses to refresh; false leaves the pages of single objects. */
  const stale = new Map<string, boolean>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let flushedAt = -REST_MS
  let counter = false

  const flush = () => {
    timer = undefined
    flushedAt = performance.now()
    const addresses = [...stale]
    stale.clear()
    if (counter) void session.loadUser().catch(noop)
    counter = false
    for (const [address, isWhole] of addresses) {
      const predicate = (query: { queryKey: readonly unknown[] }) => isAtRest(query) && (isWhole || !isOfOne(query))
      void queryClient.invalidateQueries({ queryKey: address.split('/'), predicate }).catch(noop)
    }
  }
  const add = (address: string, isWhole = true) => stale.set(address, isWhole || stale.get(address) === true)
  const take = ({ kind, about, about_id: id }: LiveEvent) => {
    if (kind === 'opened') return
    // A page of an older build may not know the subject.
    const isKnown = about !== null && about in KEYS
    for (const address of isKnown ? KEYS[about] : Object.values(KEYS).flat()) {
      // An event of one object refreshes its own page; pages of others that contain it are few.
      const isOwn = isKnown && id !== null && OWN.has(address) && KEYS[about][0] === address
      if (isOwn) add(`${address}/${id}`)
      add(address, !isOwn)
    }
    add('notifications/unread')
    add('notifications/list')
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
