import { isMarkedAsUntransferable } from 'node:worker_threads'

/**
 * Frees the memory behind a buffer at once; no view of it may be read afterwards. A thread that only passes bytes on
 * creates few objects, so it collects its garbage rarely and would keep up to 64 MB of passed buffers.
 */
export function freeBuffer({ buffer }: Uint8Array): void {
  // Small buffers share a pool, which Node has marked.
  if (buffer instanceof ArrayBuffer && !isMarkedAsUntransferable(buffer)) buffer.transfer(0)
}
