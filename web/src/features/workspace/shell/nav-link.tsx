import { Link } from '@tanstack/react-router'
import { useSession } from '../../../lib/session/current-session.ts'
import { CountBadge } from '../../../ui/text/tag.tsx'
import type { NavPage } from '../../../lib/page/nav-pages.ts'

export const NAV_LABEL = 'Основная навигация'

interface Props {
  page: NavPage
  /** True when the menu has a page below this one, so that only an exact match is current. */
  isAbove: boolean
  className: string
  /** True when only the icon is drawn. */
  isFolded?: boolean
}

/** Link of the main navigation; the cart has the number of its lines. */
export function NavLink({ page, isAbove, className, isFolded = false }: Props) {
  const { user } = useSession()
  const Icon = page.icon
  const title = page.menu ?? page.title
  return (
    <Link
      to={page.path}
      className={className}
      activeProps={{ 'aria-current': 'page' }}
      activeOptions={{ exact: isAbove, includeSearch: false }}
      {...(isFolded && { 'aria-label': title, 'data-tooltip': '' })}
    >
      {Icon && <Icon size={18} />}
      {!isFolded && <span className="min-w-0 truncate">{title}</span>}
      {page.name === 'cart' && <CountBadge count={user?.cart_lines ?? 0} label="строк" />}
    </Link>
  )
}
