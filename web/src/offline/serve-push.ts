/** The used part of a service worker: worker and page types cannot be in one program. */
interface Extendable extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface Pushed extends Extendable {
  data: { json: () => unknown } | null
}
interface Clicked extends Extendable {
  notification: { close: () => void; data: unknown }
}
interface OpenPage {
  url: string
  focus: () => Promise<unknown>
}
interface Worker {
  clients: {
    matchAll: (options: object) => Promise<OpenPage[]>
    openWindow: (path: string) => Promise<unknown>
  }
  registration: { showNotification: (title: string, options: object) => Promise<void> }
  addEventListener: ((type: 'push', listener: (event: Pushed) => void) => void) &
    ((type: 'notificationclick', listener: (event: Clicked) => void) => void)
}

/**
 * Built into `/sw.js`. It shows the notifications of the portal; a click opens their page, and never leaves another one
 * that is open.
 */
export function servePush() {
  const worker = globalThis as unknown as Worker

  async function show({ data }: Pushed) {
    const { title, text, path } = data?.json() as { title: string; text: string; path: string } // sent by the portal
    await worker.registration.showNotification(title, { body: text, icon: '/icon-192.png', tag: path, data: path })
  }
  async function open({ notification }: Clicked) {
    notification.close()
    const path = String(notification.data)
    const pages = await worker.clients.matchAll({ type: 'window' })
    const page = pages.find(({ url }) => url === location.origin + path)
    await (page ? page.focus() : worker.clients.openWindow(path))
  }

  worker.addEventListener('push', (event) => event.waitUntil(show(event)))
  worker.addEventListener('notificationclick', (event) => event.waitUntil(open(event)))
}
