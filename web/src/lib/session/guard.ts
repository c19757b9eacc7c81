import { ROLE_NAMES, type Role, type RoleName, type StaffRight } from '@artikul/contract/core/roles'

const PUBLIC_PAGES: readonly string[] = [
  'home',
  'login',
  'registration',
  'reset-password',
  'reset-request-password',
  'setup',
  'news',
  'news-detail',
  'contacts',
  'offer',
  'decision',
  'part',
  'letters',
  'about',
  'api',
  'rospart',
]

/** True for a page open to everyone; other pages require a signed-in user. */
export const isPublicPage = (name: string) => PUBLIC_PAGES.includes(name)

/** Pages for users who are not signed in yet. */
const ENTRANCES: readonly string[] = ['login', 'registration', 'reset-password', 'reset-request-password', 'setup']
const OWN_PAGES: readonly string[] = ['profile', 'change-password']
const HOME_ROLES: readonly RoleName[] = ['ContractorAdmin', 'ContractorUser']

export const hasRole = (roles: readonly Role[], wanted: readonly RoleName[]) =>
  wanted.some((name) => roles.includes(ROLE_NAMES[name]))

export interface GuardPage {
  name: string
  roles?: readonly RoleName[] | undefined
  /** Right of staff that the page needs besides a role. */
  right?: StaffRight | undefined
  /** Full path with search and hash. */
  href: string
}

interface Journey {
  to: GuardPage & { redirect?: string | undefined }
  from: GuardPage | null
  signedIn: boolean
  roles: readonly Role[]
  rights?: readonly StaffRight[]
  /** True when only profile pages are open, because the server would refuse the others. */
  mustSetSecondFactor?: boolean
}

/** Returns the redirect, or `null` to allow the page. */
export function guard({ to, from, signedIn, roles, rights = [], mustSetSecondFactor = false }: Journey): string | null {
  if (PUBLIC_PAGES.includes(to.name)) {
    if (!signedIn) return null
    if (ENTRANCES.includes(to.name)) return safeRedirect(to.redirect)
    return to.name === 'home' && !hasRole(roles, HOME_ROLES) ? '/orders' : null
  }
  if (!signedIn) return `/login?${new URLSearchParams({ redirect: to.href })}`
  if (mustSetSecondFactor && !OWN_PAGES.includes(to.name)) return '/profile'
  const isOpen = (page: GuardPage) =>
    (!page.roles || hasRole(roles, page.roles)) && (!page.right || rights.includes(page.right))
  if (isOpen(to)) return null
  // The current page may be closed to a newly signed-in user.
  return from && isOpen(from) && !PUBLIC_PAGES.includes(from.name) ? from.href : '/'
}

/** Returns a path of this site to go back to; anything else becomes the home page. */
export function safeRedirect(value: string | undefined, origin = location.origin): string {
  if (!value?.startsWith('/')) return '/'
  try {
    const url = new URL(value, origin)
    // «/.//evil» is a path of this site, but normalizes to `//evil`, which names another one.
    const isOwn = url.origin === origin && !url.pathname.startsWith('//')
    return isOwn && url.pathname !== '/login' ? `${url.pathname}${url.search}${url.hash}` : '/'
  } catch {
    return '/'
  }
}
