import { counted } from '@artikul/contract/core/plural'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../../lib/session/current-session.ts'
import { CountBadge } from '../../../ui/text/tag.tsx'
import type { NavPage } from '../../../lib/page/nav-pages.ts'

export const NAV_LABEL = 'Основная навигация'

/** True when the menu has a page below this one, so that only an exact match is current. */
export const hasPageBelow = ({ path }: NavPage, pages: readonly NavPage[]) =>
  pages.some((page) => page.path.startsWith(`${path}/`))

interface Props {
  page: NavPage
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
  const cartLines = page.name === 'cart' ? (user?.cart_lines ?? 0) : 0
  return (
    <Link
      to={page.path}
      className={className}
      activeProps={{ 'aria-current': 'page' }}
      activeOptions={{ exact: isAbove, includeSearch: false }}
      {...(isFolded && {
        'aria-label': cartLines > 0 ? `${title}: ${counted(cartLines, 'строка', 'строки', 'строк')}` : title,
        'data-tooltip': '',
      })}
    >
      {Icon && <Icon size={18} />}
      {!isFolded && <span className="min-w-0 truncate">{title}</span>}
      <CountBadge count={cartLines} label="строк" />
    </Link>
  )
}
