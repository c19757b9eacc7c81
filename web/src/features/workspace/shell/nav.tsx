import { IconChevronDown } from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useSession } from '../../../lib/session/current-session.ts'
import { cx } from '../../../ui/cx.ts'
import { Menu } from '../../../ui/windows/menu.tsx'
import { CountBadge } from '../../../ui/text/tag.tsx'
import { useNavPages, type NavPage } from '../../../lib/page/nav-pages.ts'

const LABEL = 'Основная навигация'

const LINK =
  'flex h-11 flex-1 items-center justify-center gap-1.5 px-1 whitespace-nowrap text-text-2 lg:h-14 lg:px-3 -outline-offset-2! hover:text-text aria-[current=page]:text-text aria-[current=page]:shadow-[inset_0_-2px_0_var(--primary)]'

interface LinkProps {
  page: NavPage
  /** True when the menu has a page below this one, so that only an exact match is current. */
  isAbove: boolean
  className: string
}

function NavLink({ page, isAbove, className }: LinkProps) {
  const { user } = useSession()
  const Icon = page.icon
  return (
    <Link
      to={page.path}
      className={className}
      activeProps={{ 'aria-current': 'page' }}
      activeOptions={{ exact: isAbove, includeSearch: false }}
    >
      {Icon && <Icon size={18} />}
      {page.menu ?? page.title}
      {page.name === 'cart' && <CountBadge count={user?.cart_lines ?? 0} label="строк" />}
    </Link>
  )
}

/** Limit of links that leaves room for the search. */
const MAX_LINKS = 6

export function MainNav() {
  const pages = useNavPages()
  const shown = pages.length > MAX_LINKS ? pages.slice(0, MAX_LINKS - 1) : pages
  return (
    <nav
      aria-label={LABEL}
      className={cx(
        'flex max-lg:order-6 max-lg:-mx-3 max-lg:-mb-2 max-lg:basis-[calc(100%+1.5rem)] max-lg:overflow-x-auto max-lg:border-t max-lg:border-hairline lg:ml-auto lg:[&+div]:ml-0',
        // Four links with icons do not fit on a phone, so the icons are hidden.
        pages.length > 3 && 'max-sm:[&_svg]:hidden',
        // Reduces the gaps in favour of the search box.
        pages.length > 4 && 'xl:max-2xl:[&_a]:px-2.5 lg:max-xl:[&_a]:px-1.5 lg:max-xl:[&_svg]:hidden',
      )}
    >
      {shown.map((page) => (
        <NavLink
          key={page.name}
          page={page}
          isAbove={pages.some(({ path }) => path.startsWith(`${page.path}/`))}
          className={LINK}
        />
      ))}
      {shown.length < pages.length && <MorePages pages={pages.slice(shown.length)} />}
    </nav>
  )
}

/** Less used pages in a menu. */
function MorePages({ pages }: { pages: readonly NavPage[] }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isHere = pages.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  return (
    <Menu
      label="Ещё разделы"
      buttonClass={cx(LINK, isHere && 'text-text! shadow-[inset_0_-2px_0_var(--primary)]')}
      button={
        <>
          Ещё
          <IconChevronDown size={14} aria-hidden="true" className="flex-none" />
        </>
      }
      items={pages.map(({ path, title, menu, icon: Icon }) => ({
        label: menu ?? title,
        icon: Icon && <Icon size={16} />,
        onSelect: () => void navigate({ to: path }),
      }))}
    />
  )
}
