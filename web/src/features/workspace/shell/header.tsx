import { IconLogin2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/button.tsx'
import { ThemeToggle } from '../../../ui/theme-toggle.tsx'
import { Logo } from './logo.tsx'
import { PublicNav } from './public-nav.tsx'
import type { MemberParts } from './shell.tsx'

export function Header({ member }: { member: MemberParts | null }) {
  return (
    <header
      data-screen-only=""
      className="z-50 flex flex-wrap items-center gap-x-2 gap-y-2 border-b border-hairline bg-surface px-3 max-lg:relative max-lg:py-2 lg:sticky lg:top-0 lg:h-14 lg:flex-nowrap lg:gap-x-4 lg:px-5"
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
      <div className="ml-auto flex min-w-0 items-center gap-1 max-lg:flex-1 max-lg:justify-end lg:gap-2">
        {member?.tools}
        <ThemeToggle />
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
