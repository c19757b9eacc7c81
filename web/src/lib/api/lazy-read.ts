type Reads<Context> = { read: (context: Context) => unknown }

/**
 * The loader of a route whose reads stand with its page, so that neither is loaded before the page is asked for: what
 * it reads names routes of the contract, and their schemas take long to make. A page that is here is not waited for:
 * what stands in its address, such as a checkbox, changes at once.
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
