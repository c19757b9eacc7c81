import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMapLoader, scriptUrl, type MapSettings, type MapStatus } from './map-loader.ts'

interface Api {
  ready: Promise<unknown>
}
const READY: Api = { ready: Promise.resolve() }
const NEVER: Api = { ready: new Promise(() => undefined) }

beforeEach(() => {
  vi.useFakeTimers()
  const stand = document.createElement('i')
  vi.spyOn(document, 'createElement').mockImplementation(() => stand.cloneNode() as HTMLElement)
})
afterEach(() => {
  for (const script of scripts()) script.remove()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('map script URL has the version, the language and the encoded key', () => {
  expect(scriptUrl(SETTINGS)).toBe('https://maps.example.test/v3/?apikey=%D0%BA%26ey&lang=ru_RU')
})

test('map is loaded when its script is ready', async () => {
  const { loader, statuses, arrive } = createPage()
  expect(loader.status()).toBe('pending')
  const loading = loader.load()
  await arrive(READY)
  await expect(loading).resolves.toBe(READY)
  expect(statuses).toEqual(['loading', 'loaded'])
})

test('map script that never becomes ready fails after the timeout', async () => {
  const { loader, arrive } = createPage()
  const loading = expect(loader.load()).rejects.toThrow('too long')
  await arrive(NEVER)
  await vi.advanceTimersByTimeAsync(4999)
  expect(loader.status()).toBe('loading')
  await vi.advanceTimersByTimeAsync(1)
  await loading
  expect(loader.status()).toBe('error')
})

test('map script that arrives after the timeout changes nothing', async () => {
  const { loader, statuses, arrive } = createPage()
  const loading = expect(loader.load()).rejects.toThrow('too long')
  await vi.advanceTimersByTimeAsync(5000)
  await loading
  await arrive(READY)
  expect(statuses).toEqual(['loading', 'error'])
})

test('slow map script within the timeout is loaded', async () => {
  const { loader, arrive } = createPage()
  const loading = loader.load()
  await vi.advanceTimersByTimeAsync(4900)
  await arrive(READY)
  await loading
  await vi.advanceTimersByTimeAsync(10_000)
  expect(loader.status()).toBe('loaded')
})

test('blocked map script fails at once', async () => {
  const { loader, fail } = createPage()
  const loading = expect(loader.load()).rejects.toThrow('did not load')
  await fail()
  await loading
  expect(loader.status()).toBe('error')
})

test('map script without a map fails', async () => {
  const { loader, arrive } = createPage()
  const loading = expect(loader.load()).rejects.toThrow('no map')
  await arrive(undefined)
  await loading
})

test('concurrent map loads share one script and one promise', async () => {
  const { loader, arrive } = createPage()
  const first = loader.load()
  expect(loader.load()).toBe(first)
  expect(loader.retry()).toBe(first)
  expect(scripts()).toHaveLength(1)
  await arrive(READY)
  await first
  expect(loader.load()).toBe(first)
  expect(scripts()).toHaveLength(1)
})

test('retried map load starts again with one script', async () => {
  const { loader, statuses, arrive, fail } = createPage()
  const failing = expect(loader.load()).rejects.toThrow()
  await fail()
  await failing
  const again = loader.retry()
  expect(scripts()).toHaveLength(1)
  await arrive(READY)
  await again
  expect(statuses).toEqual(['loading', 'error', 'loading', 'loaded'])
})

test('map without a key fails at once without a request', async () => {
  const { loader, statuses } = createPage({ key: '' })
  await expect(loader.load()).rejects.toThrow('no key')
  await expect(loader.retry()).rejects.toThrow('no key')
  expect(scripts()).toHaveLength(0)
  expect(statuses).toEqual(['error'])
})

const SETTINGS: MapSettings = {
  origin: 'https://maps.example.test',
  key: 'к&ey',
  version: 'v3',
  language: 'ru_RU',
  timeoutMs: 5000,
}

// The test environment fetches a script as soon as it is in the page, so another element represents it.
const scripts = () => [...document.head.querySelectorAll('i')]

const settled = () => vi.advanceTimersByTimeAsync(0)

/** Page whose script arrives when the test decides. */
function createPage(settings: Partial<MapSettings> = {}) {
  let api: Api | undefined
  const statuses: MapStatus[] = []
  const loader = createMapLoader<Api>({
    settings: { ...SETTINGS, ...settings },
    document,
    readApi: () => api,
    forgetApi: () => {
      api = undefined
    },
    onStatus: (status) => statuses.push(status),
  })
  const arrive = (brought: Api | undefined) => {
    api = brought
    scripts().at(-1)?.onload?.(new Event('load'))
    return settled()
  }
  const fail = () => {
    scripts().at(-1)?.onerror?.(new Event('error'))
    return settled()
  }
  return { loader, statuses, arrive, fail }
}
