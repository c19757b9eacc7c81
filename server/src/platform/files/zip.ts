import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** Archive entry: its path with `/` between directories, and its content. */
export interface ZipEntry {
  path: string
  bytes: Buffer | Readable
}

/** Most of the content is already compressed. */
const COMPRESSION = { compressionLevel: 2 }

/** Characters that are invalid in file names on some systems. */
const FORBIDDEN = /[\u0000-\u001f\u007f\\/:*?"<>|]+/g

/** Converts a text to a file name that is valid on every system. */
export const fileName = (text: string): string =>
  text
    .replace(FORBIDDEN, '-')
    .slice(0, 120)
    .replace(/[. ]{1,120}$/, '')

async function addEntries(zip: ZipFile, entries: AsyncIterable<ZipEntry>, signal: AbortSignal) {
  for await (const { path, bytes } of entries) {
    const entry = new PassThrough()
    zip.addReadStream(entry, path, COMPRESSION)
    await pipeline(bytes instanceof Readable ? bytes : Readable.from([bytes]), entry, { signal })
  }
  zip.end()
}

/**
 * Streams an archive while it is created, with UTF-8 names and one file in memory. A slow reader is waited for until
 * the signal; a reader that leaves ends the creation.
 */
export function zipStream(entries: AsyncIterable<ZipEntry>, until: AbortSignal): Readable {
  const zip = new ZipFile()
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, until])
  // Errors of an entry are thrown where it is written.
  zip.on('error', () => undefined)
  const bytes = new PassThrough()
  const handed = pipeline(zip.outputStream, bytes, { signal })
  Promise.all([addEntries(zip, entries, signal), handed]).catch((error: unknown) => {
    stop.abort()
    bytes.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return bytes
}
