import { Link } from '@tanstack/react-router'
import { useSession } from '../../lib/current-session.ts'
import { cx } from '../../ui/cx.ts'
import { CountBadge } from '../../ui/tag.tsx'
import { useNavPages, type NavPage } from './nav-pages.ts'

const LABEL = 'Основная навигация'

function NavLink({ page, className }: { page: NavPage; className: string }) {
  const { user } = useSession()
  const Icon = page.icon
  return (
    <Link
      to={page.path}
      className={className}
      activeProps={{ 'aria-current': 'page' }}
      activeOptions={{ exact: false }}
    >
      {Icon && <Icon size={18} />}
      {page.menu ?? page.title}
      {page.name === 'cart' && <CountBadge count={user?.cart_lines ?? 0} label="строк" />}
    </Link>
  )
}

export function MainNav() {
  const pages = useNavPages()
  return (
    <nav
      aria-label={LABEL}
      className={cx(
        'flex max-lg:order-6 max-lg:-mx-3 max-lg:-mb-2 max-lg:basis-[calc(100%+1.5rem)] max-lg:overflow-x-auto max-lg:border-t max-lg:border-hairline lg:ml-auto lg:[&+div]:ml-0',
        // Four words with pictures are wider than a phone; the words matter more.
        pages.length > 3 && 'max-sm:[&_svg]:hidden',
        // And six of them would leave the search no room beside.
        pages.length > 4 && 'lg:max-xl:[&_a]:px-1.5 lg:max-xl:[&_svg]:hidden',
      )}
    >
      {pages.map((page) => (
        <NavLink
          key={page.name}
          page={page}
          className="flex h-11 flex-1 items-center justify-center gap-1.5 px-1 whitespace-nowrap text-text-2 lg:h-14 lg:px-3 -outline-offset-2! hover:text-text aria-[current=page]:text-text aria-[current=page]:shadow-[inset_0_-2px_0_var(--brand)]"
        />
      ))}
    </nav>
  )
}
