/**
 * A part that many places wait for by `use`: it is loaded once, and anew when it has failed to load. Once it is here,
 * React is told so: else it would suspend for a promise that it meets for the first time, draw what stands in its
 * place, and leave that for 300 ms.
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
