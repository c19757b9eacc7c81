import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress, type ZstdOptions } from 'node:zlib'
import { MAX_ARCHIVE_PHOTOS, MAX_PHOTO_BYTES } from '@artikul/contract/catalog/product-content'
import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { freeBuffer } from '../../../platform/free-buffer.ts'
import { listArchive, type ArchiveEntry } from '../../../platform/files/spreadsheet/index.ts'
import { isPicture } from './reading/file-names.ts'
import * as queries from './sessions.queries.ts'

/** Bytes of a stored part of an unpacked file. */
const PART_SIZE = 1024 * 1024
/** More than a stored part unpacks to, so that one buffer is enough. */
const UNPACKED_SIZE = 3 * 1024 * 1024
const MAX_ENTRIES = 200_000
/** Largest file of an archive, unpacked. */
const MAX_UNPACKED_SIZE = 4 * 1024 ** 3

/** Compresses a part for its storage. */
export const pack = promisify(zstdCompress) as (bytes: Buffer) => Promise<Buffer>
const unpack = promisify(zstdDecompress) as (packed: Buffer, options: ZstdOptions) => Promise<Buffer>

/** Writes the stored parts to a temporary file while `work` needs it. */
export async function withStoredFile<T>(
  db: Kysely<DB>,
  fileId: number,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'artikul-1c-'))
  try {
    const path = join(folder, 'file')
    const file = await open(path, 'wx')
    try {
      for await (const part of readParts(db, fileId)) {
        await file.writeFile(part)
        freeBuffer(part)
      }
    } finally {
      await file.close()
    }
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Yields the content of a file part by part. */
export async function* readParts(db: Kysely<DB>, fileId: number): AsyncGenerator<Buffer> {
  for (const position of await queries.selectPartPositions(db, fileId)) {
    const packed = await queries.selectPart(db, fileId, position)
    const part = await unpack(packed, { chunkSize: UNPACKED_SIZE })
    freeBuffer(packed)
    yield part
  }
}

async function storeEntry(db: Kysely<DB>, fileId: number, entry: ArchiveEntry): Promise<number> {
  let waiting: Buffer[] = []
  let [size, length, position] = [0, 0, 0]
  const flush = async () => {
    if (length === 0) return
    position += 1
    await queries.insertPart(db, fileId, position, await pack(Buffer.concat(waiting)))
    waiting = []
    length = 0
  }
  for await (const piece of entry.open()) {
    waiting.push(piece)
    length += piece.length
    size += piece.length
    if (length >= PART_SIZE) await flush()
  }
  await flush()
  return size
}

/**
 * Unpacks the XML files and the pictures of a received archive beside it.
 * @returns number of pictures, and of those left out: larger than a photo may be, or too many
 * @throws PriceListRefused for a damaged or hostile archive
 */
export async function unpackArchive(db: Kysely<DB>, archive: queries.FileRow, now: Date) {
  return withStoredFile(db, archive.id, async (path) => {
    const entries = await listArchive(path, MAX_UNPACKED_SIZE, MAX_ENTRIES)
    const texts = entries.filter(({ name }) => /\.xml$/i.test(name))
    const all = entries.filter(({ name }) => isPicture(name))
    const pictures = all.filter(({ size }) => size <= MAX_PHOTO_BYTES).slice(0, MAX_ARCHIVE_PHOTOS)
    for (const entry of [...texts, ...pictures]) {
      const made = await queries.insertUnpacked(db, archive, entry.name, now)
      if (made) await queries.updateFile(db, made.id, { size: await storeEntry(db, made.id, entry) })
    }
    return { pictures: pictures.length, skipped_pictures: all.length - pictures.length }
  })
}
