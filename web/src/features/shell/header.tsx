import { IconLogin2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../../lib/current-session.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ThemeToggle } from '../../ui/theme-toggle.tsx'
import { CompanySwitcher } from './company-switcher.tsx'
import { Logo } from './logo.tsx'
import { MainNav } from './nav.tsx'
import { UserMenu } from './user-menu.tsx'

export function Header({ search }: { search: ReactNode }) {
  const { authenticated } = useSession()
  return (
    <header
      data-screen-only=""
      className="z-50 flex flex-wrap items-center gap-x-2 gap-y-2 border-b border-hairline bg-surface px-3 max-md:relative max-md:py-2 md:sticky md:top-0 md:h-14 md:flex-nowrap md:gap-x-4 md:px-5"
    >
      <Logo />
      {authenticated && (
        <>
          <search className="max-md:order-5 max-md:basis-full md:ml-2 md:min-w-0 md:flex-1 md:basis-80 xl:max-w-[35rem]">
            {search}
          </search>
          <MainNav />
        </>
      )}
      <div className="ml-auto flex min-w-0 items-center gap-1 max-md:flex-1 max-md:justify-end md:gap-2">
        {authenticated && <CompanySwitcher />}
        <ThemeToggle />
        {authenticated ? (
          <UserMenu />
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
