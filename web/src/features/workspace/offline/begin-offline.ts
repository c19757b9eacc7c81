import { cacheLastOrders } from './keep-last-orders.ts'

/** Undefined on plain http other than localhost. */
const workers = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker

/** Registers the offline page, which shows the client's last orders while the server is unreachable. */
export function beginOffline() {
  if (!workers || !('caches' in globalThis)) return
  cacheLastOrders({ isControlled: () => workers.controller !== null })
  workers.register('/sw.js', { updateViaCache: 'none' }).catch(() => {
    // A browser that forbids service workers shows its own offline page.
  })
}
