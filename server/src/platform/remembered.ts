/** Reads what is kept; `forget` when it is known to be old. */
export type Remembered<T> = (() => Promise<T>) & { forget: () => void }

/**
 * Keeps one answer of `load` for a while: for small tables that change rarely and are read by every request. Callers
 * that come while it loads share the load; a failed load is not kept, nor is any after `forget`.
 */
export function cached<T>(milliseconds: number, load: () => Promise<T>): Remembered<T> {
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
  return Object.assign(read, { forget: () => (value = undefined) })
}
