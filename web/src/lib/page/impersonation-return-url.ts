const NAME = 'artikul-managers-place'
const DEFAULT = '/manager'

/** Where the manager was when he began to work in a client's name: he comes back there. */
export const impersonationReturnUrl = {
  keep: (href: string) => sessionStorage.setItem(NAME, href),
  take: () => {
    const href = sessionStorage.getItem(NAME) ?? DEFAULT
    sessionStorage.removeItem(NAME)
    return href
  },
}
