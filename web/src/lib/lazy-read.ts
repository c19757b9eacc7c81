/**
 * The loader of a route whose reads stand with its page, so that neither is loaded before the page is asked for: what
 * it reads names routes of the contract, and their schemas take long to make.
 */
export const lazyRead =
  <Context>(page: () => Promise<{ read: (context: Context) => unknown }>) =>
  async (context: Context): Promise<void> => {
    const { read } = await page()
    await read(context)
  }
