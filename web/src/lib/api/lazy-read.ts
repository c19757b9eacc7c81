type Reads<Context> = { read: (context: Context) => unknown }

/**
 * Creates the loader of a route whose reads are in the page's module, so that both load on demand: the reads use routes
 * of the contract, whose schemas are slow to create. A loaded page reads synchronously, so that a change of its
 * address, such as a checkbox, takes effect at once.
 */
export function lazyRead<Context>(page: () => Promise<Reads<Context>>) {
  let loaded: Reads<Context> | undefined
  return (context: Context): unknown => {
    if (loaded) return loaded.read(context)
    return page().then((module) => {
      loaded = module
      return module.read(context)
    })
  }
}
