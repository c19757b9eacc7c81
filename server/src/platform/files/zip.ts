import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file of an archive: its path with `/` between folders, and what is in it. */
export interface ZipEntry {
  path: string
  bytes: Buffer | Readable
}

/** What is packed is packed already for the most part. */
const COMPRESSION = { compressionLevel: 2 }

/** No system takes these signs in a name of a file. */
const FORBIDDEN = /[\u0000-\u001f\u007f\\/:*?"<>|]+/g

/** A text as a name of a file that every system takes. */
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
 * An archive that is handed over while it is made, its names in UTF-8: what is held is one file of it. Whoever reads
 * slowly is waited for, until the signal; whoever leaves ends the making of the rest.
 */
export function zipStream(entries: AsyncIterable<ZipEntry>, until: AbortSignal): Readable {
  const zip = new ZipFile()
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, until])
  // What breaks an entry is thrown by whoever writes it.
  zip.on('error', () => undefined)
  const bytes = new PassThrough()
  const handed = pipeline(zip.outputStream, bytes, { signal })
  Promise.all([addEntries(zip, entries, signal), handed]).catch((error: unknown) => {
    stop.abort()
    bytes.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return bytes
}
