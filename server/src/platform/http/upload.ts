import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

const UPLOAD_TYPE = 'application/octet-stream'

/** Uploaded file under a generated name; its untrusted content must be read with limits. */
export interface Upload {
  path: string
}

/** Files arrive as a stream: the handler decides where they are stored. */
export const acceptUploads = (app: FastifyInstance) =>
  app.addContentTypeParser(UPLOAD_TYPE, (_, payload, done) => done(null, payload))

/**
 * Writes the stream to a temporary file, passes it to `work`, and deletes it in any case.
 * @throws AppError `input.too_large`, `input.unsupported_type`
 */
export async function withUpload<T>(body: unknown, maxBytes: number, work: (upload: Upload) => Promise<T>): Promise<T> {
  if (!isStream(body)) throw new AppError('input.unsupported_type')
  const path = join(tmpdir(), `artikul-upload-${randomUUID()}`)
  try {
    await pipeline(body, atMost(maxBytes), createWriteStream(path, { mode: 0o600 }))
    return await work({ path })
  } finally {
    await rm(path, { force: true })
  }
}

const isStream = (body: unknown): body is Readable => typeof body === 'object' && body !== null && 'pipe' in body

/**
 * Counts bytes as they arrive, because the declared length is not trusted. Excess is discarded, so that the refusal
 * reaches the sender; the server's time limit ends an infinite one.
 */
function atMost(maxBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      bytes += chunk.length
      done(null, bytes > maxBytes ? undefined : chunk)
    },
    flush: (done) => done(bytes > maxBytes ? new AppError('input.too_large') : null),
  })
}
