import type { FileRefusalReason } from '../refusals.data.ts'

/** What the reading thread answers to each request for the next event. */
export type FromWorker<T> =
  | { event: T }
  | { done: true }
  | { error: { refused: FileRefusalReason | null; text: string; rowNumber: number | null } }
