const NAME = 'artikul-managers-place'
const DEFAULT = '/manager'

/** Page of the manager before impersonation, opened again afterwards. */
export const impersonationReturnUrl = {
  keep: (href: string) => sessionStorage.setItem(NAME, href),
  take: () => {
    const href = sessionStorage.getItem(NAME) ?? DEFAULT
    sessionStorage.removeItem(NAME)
    return href
  },
}
