import type { FileRefusalReason } from '../refusals.data.ts'

/** Answer of the parsing thread to a request for the next event. */
export type FromWorker<T> =
  | { event: T }
  | { done: true }
  | { error: { refused: FileRefusalReason | null; text: string; rowNumber: number | null } }
