/**
 * Keeps one answer of `load` for a while: for small tables that change rarely and are read by every request. Callers
 * that come while it loads share the load; a failed load is not kept.
 */
export function remembered<T>(milliseconds: number, load: () => Promise<T>): () => Promise<T> {
  let loadedAt = -Infinity
  let value: Promise<T> | undefined
  return () => {
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
}
