import { readHere, type AskedAnswer, type ReadBeside } from './read-answer.ts'
import { SupplierFailed } from './transport.ts'

/** Bytes lose their kind on the way between threads. */
export default function readBeside({ body, ...answer }: AskedAnswer): ReadBeside {
  try {
    return readHere({ ...answer, body: Buffer.from(body) })
  } catch (error) {
    if (error instanceof SupplierFailed) return { failure: error.message }
    throw error
  }
}
