/** Cached value; `forget` invalidates it. */
export type Cached<T> = (() => Promise<T>) & { invalidate: () => void }

/**
 * Caches one result of `load` for a while, for small tables that rarely change and are read by every request.
 * Concurrent callers share a load; a failed load is not cached, nor is one started before `forget`.
 */
export function cached<T>(milliseconds: number, load: () => Promise<T>): Cached<T> {
  let loadedAt = -Infinity
  let value: Promise<T> | undefined
  const read = () => {
    const now = performance.now()
    if (value && now - loadedAt < milliseconds) return value
    loadedAt = now
    const loading = load()
    value = loading
    loading.catch(() => {
      if (value === loading) value = undefined
    })
    return loading
  }
  return Object.assign(read, { invalidate: () => (value = undefined) })
}
