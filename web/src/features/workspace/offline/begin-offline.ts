import { cacheLastOrders } from './keep-last-orders.ts'

/** Absent on plain http away from this machine. */
const workers = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker

/** From now on this browser shows the offline page, with a client's last orders, when the server is away. */
export function beginOffline() {
  if (!workers || !('caches' in globalThis)) return
  cacheLastOrders({ isControlled: () => workers.controller !== null })
  workers.register('/sw.js', { updateViaCache: 'none' }).catch(() => {
    // The browser may forbid it: then it shows a page of its own.
  })
}
