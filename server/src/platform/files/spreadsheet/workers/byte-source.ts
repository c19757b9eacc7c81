import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { PriceListRefused } from '../price-list-refused.ts'

/** Bytes that can be read repeatedly: a file, or an archive entry that is inflated each time. */
export interface ByteSource {
  name: string
  open(): AsyncIterable<Buffer>
}

const CHUNK = 64 * 1024

export function fileSource(path: string): ByteSource {
  return { name: path, open: () => createReadStream(path, { highWaterMark: CHUNK }) as AsyncIterable<Buffer> }
}

export async function fileBytes(path: string): Promise<number> {
  return (await stat(path)).size
}

export function bufferSource(name: string, bytes: Buffer): ByteSource {
  return {
    name,
    async *open() {
      for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK)
    },
  }
}

/** Reads the first bytes, at most `limit`. */
export async function readHead(source: ByteSource, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of source.open()) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= limit) break
  }
  return Buffer.concat(chunks).subarray(0, limit)
}

/** Reads all bytes; more than `limit` refuses the file. */
export async function readAll(source: ByteSource, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of source.open()) {
    length += chunk.length
    if (length > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export function tooLarge(limit: number): PriceListRefused {
  return new PriceListRefused('too_large', { limit: `${Math.floor(limit / 1024 / 1024)} МБ` })
}
