import { Link } from '@tanstack/react-router'
import { useSession } from '../../lib/current-session.ts'
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
    <nav aria-label={LABEL} className="ml-auto flex max-md:hidden [&+div]:ml-0">
      {pages.map((page) => (
        <NavLink
          key={page.name}
          page={page}
          className="relative flex h-14 items-center gap-1.5 px-3 text-text-2 -outline-offset-2! hover:text-text aria-[current=page]:text-text aria-[current=page]:shadow-[inset_0_-2px_0_var(--brand)]"
        />
      ))}
    </nav>
  )
}

/** On the phone the menu lies under the thumb, with names. */
export function PhoneNav() {
  const pages = useNavPages()
  return (
    <nav
      aria-label={LABEL}
      data-screen-only=""
      className="sticky bottom-0 z-50 flex border-t border-hairline bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {pages.map((page) => (
        <NavLink
          key={page.name}
          page={page}
          className="flex h-12 min-w-0 flex-1 items-center justify-center gap-1.5 text-xs text-text-2 -outline-offset-2! aria-[current=page]:font-medium aria-[current=page]:text-text aria-[current=page]:shadow-[inset_0_2px_0_var(--brand)]"
        />
      ))}
    </nav>
  )
}
