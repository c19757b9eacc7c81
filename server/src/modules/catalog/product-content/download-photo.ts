import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_PHOTO_BYTES } from '@artikul/contract/catalog/product-content'
import { AppError } from '../../../platform/errors.ts'
import { fetchFile, NotFetched } from '../../../platform/files/fetch-file.ts'

/** A person waits for the photo. */
const LIMITS = { bytes: MAX_PHOTO_BYTES, seconds: 15, silentSeconds: 5 }

/**
 * Downloads the photo at the address; its type is found out by decoding it.
 * @throws AppError `file.refused` with the reason
 */
export async function downloadPhoto(url: string, allowsPrivate: boolean): Promise<Buffer> {
  const path = join(tmpdir(), `artikul-photo-${randomUUID()}`)
  try {
    await fetchFile(url, path, { allowsPrivate, limits: LIMITS })
    return await readFile(path)
  } catch (error) {
    if (error instanceof NotFetched) throw new AppError('file.refused', { detail: error.message })
    throw error
  } finally {
    await rm(path, { force: true })
  }
}
