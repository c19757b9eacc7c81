import { IconHelpCircle } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useOwnPages } from '../../../lib/page/nav-pages.ts'
import { useHasRole } from '../../../lib/session/current-session.ts'

/** Returns the topic of the guide about the open page, or about the list above it; undefined where there is none. */
export function useHelpTopic(): string | undefined {
  const isStaff = useHasRole('ArtikulOrderManager', 'ArtikulWarrantyManager')
  const { pathname } = useLocation()
  const page = useOwnPages()
    .filter(({ path, help }) => help && (pathname === path || pathname.startsWith(`${path}/`)))
    .reduce<string | undefined>((_, { help }) => help?.[isStaff ? 'staff' : 'client'], undefined)
  return page
}

/** «Помощь», opened at the topic of the page. */
export function HelpLink() {
  const topic = useHelpTopic()
  const { pathname } = useLocation()
  if (pathname === '/help') return null
  return (
    <Link
      to="/help"
      search={{ topic }}
      aria-label="Помощь"
      data-tooltip=""
      className="grid size-8 flex-none place-items-center rounded-md text-text-2 hover:bg-group hover:text-text max-xl:hidden pointer-coarse:size-11"
    >
      <IconHelpCircle size={20} aria-hidden="true" />
    </Link>
  )
}
