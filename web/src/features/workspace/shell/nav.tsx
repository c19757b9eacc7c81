import { IconChevronDown, IconDots } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useHasRail, useIsNarrow } from '../../../lib/browser/use-media.ts'
import { cx } from '../../../ui/cx.ts'
import { Menu } from '../../../ui/windows/menu.tsx'
import { useNavPages, type NavPage } from '../../../lib/page/nav-pages.ts'
import { hasPageBelow, NAV_LABEL, NavLink } from './nav-link.tsx'

const LINK =
  'flex h-14 flex-1 items-center justify-center gap-1.5 px-2 whitespace-nowrap text-text-2 -outline-offset-2! hover:text-text aria-[current=page]:text-text aria-[current=page]:shadow-[inset_0_-2px_0_var(--primary)]'
const BAR_LINK =
  'relative flex h-14 w-full min-w-0 flex-1 flex-col items-center justify-center gap-0.5 px-1 text-[0.6875rem] text-text-2 -outline-offset-2! aria-[current=page]:text-text aria-[current=page]:shadow-[inset_0_2px_0_var(--primary)] [&>[data-badge]]:absolute [&>[data-badge]]:top-1 [&>[data-badge]]:left-[calc(50%+0.375rem)]'

/** Limit of links that leaves room for the search. */
const MAX_LINKS = 4

/** Navigation in the header of a window too narrow for one on the left. */
export function HeaderNav() {
  const hasRail = useHasRail()
  const isNarrow = useIsNarrow()
  const pages = useNavPages()
  if (hasRail || isNarrow) return null
  const shown = pages.slice(0, MAX_LINKS)
  return (
    <nav aria-label={NAV_LABEL} className="ml-auto flex [&_svg]:hidden [&+div]:ml-0">
      {shown.map((page) => (
        <NavLink key={page.name} page={page} isAbove={hasPageBelow(page, pages)} className={LINK} />
      ))}
      <MorePages pages={pages.slice(MAX_LINKS)} look="header" />
    </nav>
  )
}

/** Pages of the bar on a phone, where the thumb reaches them. */
const IN_BAR = ['catalog', 'search-by-document', 'orders', 'cart', 'ready-shipments']

/** Navigation at the foot of a phone: four pages and a menu of the rest. */
export function BottomBar() {
  const isNarrow = useIsNarrow()
  const pages = useNavPages()
  if (!isNarrow) return null
  const shown = pages.filter(({ name }) => IN_BAR.includes(name)).slice(0, 4)
  return (
    <nav
      aria-label={NAV_LABEL}
      data-screen-only=""
      className="bottom-bar sticky bottom-0 z-30 flex border-t border-hairline bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      {shown.map((page) => (
        <NavLink key={page.name} page={page} isAbove={hasPageBelow(page, pages)} className={BAR_LINK} />
      ))}
      <MorePages pages={pages.filter((page) => !shown.includes(page))} look="bar" />
    </nav>
  )
}

/** Less used pages in a menu. */
function MorePages({ pages, look }: { pages: readonly NavPage[]; look: 'header' | 'bar' }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isHere = pages.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  if (pages.length === 0) return null
  return (
    <Menu
      label="Ещё разделы"
      isAbove={look === 'bar'}
      className={look === 'bar' ? 'flex-1' : undefined}
      buttonClass={cx(
        look === 'bar' ? BAR_LINK : LINK,
        isHere &&
          `text-text! ${look === 'bar' ? 'shadow-[inset_0_2px_0_var(--primary)]' : 'shadow-[inset_0_-2px_0_var(--primary)]'}`,
      )}
      button={
        look === 'bar' ? (
          <>
            <IconDots size={18} aria-hidden="true" />
            Ещё
          </>
        ) : (
          <>
            Ещё
            <IconChevronDown size={14} aria-hidden="true" className="block! flex-none" />
          </>
        )
      }
      items={pages.map(({ path, title, menu, icon: Icon }) => ({
        label: menu ?? title,
        icon: Icon && <Icon size={16} />,
        onSelect: () => void navigate({ to: path }),
      }))}
    />
  )
}
