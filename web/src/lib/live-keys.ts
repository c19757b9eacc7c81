import type { About } from '@artikul/contract/happenings'
import type { LiveEvent } from '@artikul/contract/notifications'
import { noop } from '@tanstack/react-query'
import { session } from './current-session.ts'
import { onLive } from './live.ts'
import { NOTIFICATIONS_KEY } from './notifications-query.ts'
import { queryClient } from './query-client.ts'

/** What is read anew when something happens to it. */
const KEYS: Record<About, readonly string[]> = {
  order: ['order', 'orders', 'order-lines', 'shipments', 'supplier-orders'],
  shipment: ['shipments', 'order', 'orders', 'settlements'],
  request: ['request', 'requests'],
  claim: ['claims', 'shipments', 'order', 'orders', 'settlements'],
  watch: ['watches'],
  price_file: ['price-files'],
  company: ['contractor', 'contractors'],
  mail: ['mail', 'mails'],
  supplier_order: ['supplier-orders'],
}

const SOON_MS = 100
/** However much happens, the same is not read more often. */
const REST_MS = 2000

/** Whatever a screen shows is read anew when it has changed, by its ordinary calls: they know who may see what. */
export function refreshByEvents() {
  const stale = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let flushedAt = -REST_MS

  const flush = () => {
    timer = undefined
    flushedAt = performance.now()
    const keys = [...stale]
    stale.clear()
    for (const key of keys) void queryClient.invalidateQueries({ queryKey: [key] }).catch(noop)
  }
  const take = ({ kind, about }: LiveEvent) => {
    if (kind === 'opened') return
    for (const key of about === null ? Object.values(KEYS).flat() : KEYS[about]) stale.add(key)
    stale.add(NOTIFICATIONS_KEY)
    // What a company may do is known with its person.
    if (kind === 'company.approved' || kind === 'company.declined') void session.loadUser().catch(noop)
    timer ??= setTimeout(flush, Math.max(SOON_MS, flushedAt + REST_MS - performance.now()))
  }
  onLive(take)
}
