export type MapStatus = 'pending' | 'loading' | 'loaded' | 'error'

export interface MapSettings {
  /** Origin of the script: `https://api-maps.yandex.ru`. */
  origin: string
  /** API key; without it there is no map and no request. */
  key: string
  version: string
  language: string
  /** Time limit for the script and its readiness together. */
  timeoutMs: number
}

/** The vendor's global, of which the loader needs only the promise of readiness. */
interface Loadable {
  ready: Promise<unknown>
}

interface Options<Api extends Loadable> {
  settings: MapSettings
  document: Document
  /** Reads the current global. */
  readApi: () => Api | undefined
  /** Removes a global that was loaded but never became ready. */
  forgetApi: () => void
  onStatus: (status: MapStatus) => void
}

/** Status transitions. `loaded` is final: the script stays with the page. */
const LEADS_TO: Record<MapStatus, readonly MapStatus[]> = {
  pending: ['loading', 'error'],
  loading: ['loaded', 'error'],
  loaded: [],
  error: ['loading'],
}

export function scriptUrl({ origin, version, key, language }: MapSettings): string {
  const url = new URL(`/${version}/`, origin)
  url.searchParams.set('apikey', key)
  url.searchParams.set('lang', language)
  return url.href
}

async function withDeadline<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the map took too long')), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Loads the vendor's script once for any number of callers. A wrong key, a blocked host and an absent network are
 * indistinguishable, and a loaded script may never become ready, hence the time limit.
 */
export function createMapLoader<Api extends Loadable>(options: Options<Api>) {
  const { settings, document, readApi, forgetApi, onStatus } = options
  let status: MapStatus = 'pending'
  let shared: Promise<Api> | null = null
  let script: HTMLScriptElement | null = null

  const become = (next: MapStatus) => {
    if (!LEADS_TO[status].includes(next)) return
    status = next
    onStatus(next)
  }

  const addScript = () =>
    new Promise<void>((resolve, reject) => {
      script = document.createElement('script')
      script.src = scriptUrl(settings)
      script.async = true
      script.onload = () => resolve()
      script.onerror = () => reject(new Error('the map script did not load'))
      document.head.append(script)
    })

  const bring = async (): Promise<Api> => {
    await addScript()
    const api = readApi()
    if (!api) throw new Error('the map script brought no map')
    await api.ready
    return api
  }

  const start = async (): Promise<Api> => {
    try {
      if (settings.key === '') throw new Error('the map has no key')
      become('loading')
      const api = await withDeadline(bring(), settings.timeoutMs)
      become('loaded')
      return api
    } catch (error) {
      become('error')
      throw error
    }
  }

  const load = (): Promise<Api> => (shared ??= start())

  return {
    status: () => status,
    load,
    /** Loads again after an error; in any other state returns the load in progress. */
    retry: (): Promise<Api> => {
      if (status === 'error') {
        script?.remove()
        script = null
        forgetApi()
        shared = null
      }
      return load()
    },
  }
}
