import iconv from 'iconv-lite'
import yauzl from 'yauzl'
import { type ByteSource, tooLarge } from './workers/byte-source.ts'
import { PriceListRefused } from './price-list-refused.ts'

const MAX_ENTRIES = 2000
/** Compression ratio above which an entry counts as a zip bomb; tables reach about thirty. */
const MAX_RATIO = 200
const BOMB_BYTES = 16 * 1024 * 1024
const NAME_IS_UTF8 = 0x800
const FILE_TYPE = 0xf000
const SYMLINK = 0xa000
const PROLOG_OVERLAP = 32
/** Matches UTF-16 too, where a zero byte is next to every character. */
const ENTITIES = /<\0?!\0?(?:D\0?O\0?C\0?T\0?Y\0?P\0?E|E\0?N\0?T\0?I\0?T\0?Y)/i

export interface ArchiveEntry extends ByteSource {
  size: number
}

/**
 * Lists the files of a zip archive. Names are cp866 unless marked as UTF-8, as in Russian archivers. An archive that
 * refers outside itself, repeats a name, or contains too many entries (thousands, by default) is refused: no price list
 * does.
 */
export async function listArchive(
  archive: string | Buffer,
  limit: number,
  maxEntries = MAX_ENTRIES,
): Promise<ArchiveEntry[]> {
  const zip = await openZip(archive)
  const entries: ArchiveEntry[] = []
  const names = new Set<string>()
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entryName(entry)
      if (entry.isEncrypted()) throw new PriceListRefused('encrypted')
      if (isUnsafe(entry, name) || names.has(name) || names.size >= maxEntries) {
        throw new PriceListRefused('archive_unsafe')
      }
      // Declared sizes can only refuse an entry; actual bytes are counted while inflating.
      if (entry.uncompressedSize > limit || isBomb(entry)) throw tooLarge(limit)
      names.add(name)
      if (!name.endsWith('/'))
        entries.push({ name, size: entry.uncompressedSize, open: () => inflate(archive, entry, limit) })
    }
  } catch (error) {
    throw asRefusal(error)
  } finally {
    zip.close()
  }
  return entries
}

/** Inflates every entry once with counting, so that a bomb or an XML entity is detected before parsing. */
export async function inspectWorkbook(entries: readonly ArchiveEntry[], limit: number): Promise<void> {
  let total = 0
  for (const entry of entries) {
    const isMarkup = /\.(?:xml|rels|vml)$/i.test(entry.name)
    let tail = ''
    for await (const chunk of entry.open()) {
      total += chunk.length
      if (total > limit) throw tooLarge(limit)
      if (!isMarkup) continue
      const text = tail + chunk.toString('latin1')
      if (ENTITIES.test(text)) throw new PriceListRefused('declares_entities')
      tail = text.slice(-PROLOG_OVERLAP)
    }
  }
}

async function* inflate(archive: string | Buffer, entry: yauzl.Entry, limit: number): AsyncGenerator<Buffer> {
  const zip = await openZip(archive)
  try {
    const stream = await zip.openReadStreamPromise(entry)
    let length = 0
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > limit) throw tooLarge(limit)
      yield chunk
    }
  } catch (error) {
    throw asRefusal(error)
  } finally {
    zip.close()
  }
}

async function openZip(archive: string | Buffer): Promise<yauzl.ZipFile> {
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true } as const
  try {
    return await (typeof archive === 'string'
      ? yauzl.openPromise(archive, options)
      : yauzl.fromBufferPromise(archive, options))
  } catch (error) {
    throw asRefusal(error)
  }
}

function entryName(entry: yauzl.Entry): string {
  const isUtf8 = (entry.generalPurposeBitFlag & NAME_IS_UTF8) !== 0
  const raw = entry.fileNameRaw
  return (isUtf8 ? raw.toString('utf8') : iconv.decode(raw, 'cp866')).replaceAll('\\', '/')
}

const isBomb = ({ uncompressedSize, compressedSize }: yauzl.Entry) =>
  uncompressedSize > BOMB_BYTES && uncompressedSize > compressedSize * MAX_RATIO

function isUnsafe(entry: yauzl.Entry, name: string): boolean {
  const mode = entry.externalFileAttributes >>> 16
  return (
    name.startsWith('/') || /^[a-z]:/i.test(name) || name.split('/').includes('..') || (mode & FILE_TYPE) === SYMLINK
  )
}

function asRefusal(error: unknown): PriceListRefused {
  return error instanceof PriceListRefused ? error : new PriceListRefused('damaged')
}
