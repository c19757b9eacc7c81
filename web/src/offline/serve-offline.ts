/** The used part of a service worker: worker and page types cannot be in one program. */
interface Extendable extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface Installing extends Extendable {
  /** Sends requests without waking the worker; not supported by every browser. */
  addRoutes?: (rules: object[]) => Promise<void>
}
interface Fetching extends Extendable {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (reply: Promise<Response>) => void
}
interface Worker {
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  registration: { navigationPreload?: { enable: () => Promise<void> } }
  addEventListener: ((type: 'install', listener: (event: Installing) => void) => void) &
    ((type: 'activate', listener: (event: Extendable) => void) => void) &
    ((type: 'fetch', listener: (event: Fetching) => void) => void)
}

interface CachedPage {
  /** Cache of this build's offline page. */
  box: string
  /** The page first, then the files it requests, each with its mark. */
  files: string[]
}

/**
 * Built as the separate script `/sw.js`. It answers navigations only, and only while the server is unreachable, with
 * the offline page, whose files it caches. No page or call of the portal is ever cached, so that no build outlives the
 * next.
 */
export function serveOffline({ box, files }: CachedPage) {
  const worker = globalThis as unknown as Worker
  const mark = '?offline'
  const isNavigation = ({ mode, destination, url }: Request) =>
    mode === 'navigate' && destination === 'document' && !new URL(url).pathname.startsWith('/api/')
  const isOwn = ({ url }: Request) => url.startsWith(location.origin) && url.endsWith(mark)

  async function keep() {
    const kept = await caches.open(box)
    const take = async (file: string) => {
      // The portal has already loaded files with a hash in their names.
      const reply = await fetch(file, { cache: file.startsWith('/assets/') ? 'default' : 'no-cache' })
      if (!reply.ok) throw new Error(`${file}: ${reply.status}`)
      await kept.put(file + mark, reply)
    }
    await Promise.all(files.map(take))
    await worker.skipWaiting()
  }
  const find = async (address: Request | string) =>
    (await caches.open(box)).match(address, { ignoreVary: true }).catch(() => undefined)

  async function begin() {
    const boxes = await caches.keys()
    await Promise.all(
      boxes.filter((name) => name.startsWith('offline-') && name !== box).map((name) => caches.delete(name)),
    )
    await worker.registration.navigationPreload?.enable()
    await worker.clients.claim()
  }
  async function open(event: Fetching) {
    try {
      return (await event.preloadResponse) ?? (await fetch(event.request))
    } catch {
      return (await find((files[0] ?? '') + mark)) ?? Response.error()
    }
  }
  const own = async (request: Request) => (await find(request)) ?? fetch(request)

  worker.addEventListener('install', (event) => {
    const everything = { pathname: '/*' }
    void event
      .addRoutes?.([
        { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' },
        { condition: { requestMode: 'navigate', requestDestination: 'document' }, source: 'fetch-event' },
        { condition: { urlPattern: { ...everything, search: mark.slice(1) } }, source: 'fetch-event' },
        { condition: { urlPattern: everything }, source: 'network' },
      ])
      .catch(() => undefined)
    event.waitUntil(keep())
  })
  worker.addEventListener('activate', (event) => event.waitUntil(begin()))
  worker.addEventListener('fetch', (event) => {
    if (isNavigation(event.request)) event.respondWith(open(event))
    else if (isOwn(event.request)) event.respondWith(own(event.request))
  })
}
