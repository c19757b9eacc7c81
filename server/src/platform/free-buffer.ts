import { isMarkedAsUntransferable } from 'node:worker_threads'

/**
 * Frees the memory of a buffer, which nothing may read any more, also not as a part of another one. A thread that only
 * passes bytes on creates few objects, so it collects its garbage rarely: up to 64 MB of passed buffers would wait.
 */
export function freeBuffer({ buffer }: Uint8Array): void {
  // Small buffers share a pool, which Node has marked.
  if (buffer instanceof ArrayBuffer && !isMarkedAsUntransferable(buffer)) buffer.transfer(0)
}
