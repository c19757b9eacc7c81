import { readHere, type ReplyToRead, type ReadBeside } from './read-reply.ts'
import { SupplierFailed } from './transport.ts'

/** A Buffer arrives in the thread as a plain byte array. */
export default function readBeside({ body, ...answer }: ReplyToRead): ReadBeside {
  try {
    return readHere({ ...answer, body: Buffer.from(body) })
  } catch (error) {
    if (error instanceof SupplierFailed) return { failure: error.message }
    throw error
  }
}
