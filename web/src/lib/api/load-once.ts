/**
 * Loads a module once for many `use` calls, and again after a failure. The loaded promise is marked as fulfilled,
 * because React would otherwise suspend on a promise that it sees for the first time and show the fallback for 300 ms.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    if (loaded) return loaded
    const loading = load()
    loading.then(
      (value) => Object.assign(loading, { status: 'fulfilled', value }),
      () => {
        loaded = undefined
      },
    )
    loaded = loading
    return loading
  }
}
