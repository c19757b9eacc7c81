import { IconLogin2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { PUBLIC_PAGES } from '@artikul/contract/site/page-head'
import { buttonClass } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { PortalMark } from '../../../ui/portal-mark.tsx'
import { ThemeToggle } from '../../../ui/theme-toggle.tsx'
import { usePortal, useShownPaths } from '../../../lib/page/portal.ts'
import type { MemberParts } from './shell.tsx'

export function Header({ member }: { member: MemberParts | null }) {
  return (
    <header
      data-screen-only=""
      className={cx(
        'z-50 flex flex-wrap items-center gap-x-2 gap-y-2 border-b border-hairline bg-surface px-3 max-lg:py-2 lg:sticky lg:top-0 lg:h-14 lg:flex-nowrap lg:gap-x-4 lg:px-5',
        // On a phone the search stays, and the row above it scrolls away.
        member ? 'max-lg:sticky max-lg:-top-13' : 'max-lg:relative',
      )}
    >
      <Logo />
      {member ? (
        <>
          <search className="max-lg:order-5 max-lg:basis-full lg:ml-2 lg:min-w-0 lg:flex-1 lg:basis-80 xl:max-w-[35rem]">
            {member.search}
          </search>
          {member.nav}
        </>
      ) : (
        <PublicNav />
      )}
      <div className="ml-auto flex min-w-0 items-center gap-1 max-lg:h-11 max-lg:flex-1 max-lg:justify-end lg:flex-none lg:gap-2">
        {member?.tools}
        {/* In a narrow window a signed-in person finds it in the menu of the profile. */}
        <ThemeToggle className={member ? 'max-xl:hidden' : undefined} />
        {member ? (
          member.person
        ) : (
          <Link to="/login" className={buttonClass()}>
            <IconLogin2 size={16} aria-hidden="true" />
            Войти
          </Link>
        )}
      </div>
    </header>
  )
}

function Logo() {
  const { name, logo } = usePortal()
  return (
    <Link to="/" className="flex flex-none items-center gap-2 rounded text-[1.0625rem] font-semibold tracking-wide">
      <PortalMark logo={logo} />
      {/* A narrow window leaves room for the tools beside it. */}
      <span className={cx('max-w-[calc(100vw-15rem)] truncate sm:max-w-56', logo !== null && 'max-sm:sr-only')}>
        {name}
      </span>
    </Link>
  )
}

const PAGES = ['/news', '/about', '/rospart', '/contacts'] as const

/** Menu for visitors without an account; on a phone below the logo. */
function PublicNav() {
  const pages = useShownPaths(PAGES)
  if (pages.length === 0) return null
  return (
    <nav
      aria-label="О поставщике"
      className="flex max-lg:order-6 max-lg:-mx-3 max-lg:-mb-2 max-lg:basis-[calc(100%+1.5rem)] max-lg:justify-between max-lg:overflow-x-auto max-lg:border-t max-lg:border-hairline max-lg:px-1 lg:ml-4"
    >
      {pages.map((path) => (
        <Link
          key={path}
          to={path}
          activeProps={{ 'aria-current': 'page' }}
          activeOptions={{ includeSearch: false }}
          className="flex h-11 items-center px-2 text-sm whitespace-nowrap text-text-2 -outline-offset-2! hover:text-text aria-[current=page]:text-text aria-[current=page]:shadow-[inset_0_-2px_0_var(--primary)] lg:h-14 lg:px-3"
        >
          {PUBLIC_PAGES[path].title}
        </Link>
      ))}
    </nav>
  )
}
