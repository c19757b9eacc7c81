import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { MAX_PHOTO_BYTES } from '@artikul/contract/catalog/product-content'
import pLimit from 'p-limit'
import { AppError } from '../../../platform/errors.ts'
import { fetchFile, NotFetched, type FetchOptions } from '../../../platform/files/fetch-file.ts'

/** A person waits for the photo, or thousands of others do. */
const LIMITS = { bytes: MAX_PHOTO_BYTES, seconds: 15, silentSeconds: 5 }

async function fetchPhoto(url: string, options: Omit<FetchOptions, 'limits'>): Promise<Buffer> {
  const path = join(tmpdir(), `artikul-photo-${randomUUID()}`)
  try {
    await fetchFile(url, path, { ...options, limits: LIMITS })
    return await readFile(path)
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Downloads the photo at the address; its type is found out by decoding it.
 * @throws AppError `file.refused` with the reason
 */
export async function downloadPhoto(url: string, allowsPrivate: boolean): Promise<Buffer> {
  try {
    return await fetchPhoto(url, { allowsPrivate })
  } catch (error) {
    if (error instanceof NotFetched) throw new AppError('file.refused', { detail: error.message })
    throw error
  }
}

const MAX_RETRIES = 3
const PAUSE_MS = 1000
const PER_HOST = 2
/** Bounds the memory of photos that are decoded. */
const AT_ONCE = 6
/** Failures in a row after which a server is asked no more. */
const MAX_FAILURES = 5

interface Options extends Omit<FetchOptions, 'limits'> {
  /** Pause before the first retry. */
  pauseMs?: number
}

/** @throws NotFetched when no attempt succeeds */
async function fetchWithRetries(url: string, { pauseMs = PAUSE_MS, ...options }: Options): Promise<Buffer> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await fetchPhoto(url, options)
    } catch (error) {
      if (!(error instanceof NotFetched && error.isTemporary) || retries === MAX_RETRIES) throw error
      await delay(pauseMs * (retries + 1), undefined, options.signal && { signal: options.signal })
    }
  }
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : '')

/** Downloads a photo and passes its bytes to `work`. */
export type DownloadPhotos = <T>(url: string, work: (bytes: Buffer) => Promise<T>) => Promise<T>

/**
 * Creates the downloads of one import: two at once from a server, each retried after a temporary failure. A server that
 * fails again and again is left alone.
 */
export function createPhotoDownloads(options: Options): DownloadPhotos {
  const all = pLimit(AT_ONCE)
  const hosts = new Map<string, { limit: ReturnType<typeof pLimit>; failures: number }>()
  const fetchFrom = async (host: { failures: number }, url: string) => {
    if (host.failures >= MAX_FAILURES) throw new NotFetched('Сервер не отвечает, остальные фото с него не скачивались')
    try {
      const bytes = await fetchWithRetries(url, options)
      host.failures = 0
      return bytes
    } catch (error) {
      if (error instanceof NotFetched && error.isTemporary) host.failures += 1
      throw error
    }
  }
  return (url, work) => {
    const name = hostOf(url)
    const host = hosts.get(name) ?? { limit: pLimit(PER_HOST), failures: 0 }
    hosts.set(name, host)
    return host.limit(() => all(async () => work(await fetchFrom(host, url))))
  }
}
