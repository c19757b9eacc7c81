import { IconHelpCircle } from '@tabler/icons-react'
import { Link, useMatches } from '@tanstack/react-router'
import { useHasRole } from '../../../lib/session/current-session.ts'

/** Returns the topic of the guide that describes the open page. */
export function useHelpTopic(): string | undefined {
  const isStaff = useHasRole('ArtikulOrderManager', 'ArtikulWarrantyManager')
  const page = useMatches().at(-1)?.staticData.page
  return page?.help?.[isStaff ? 'staff' : 'client']
}

/** «Помощь» about the open page. */
export function HelpLink() {
  const topic = useHelpTopic()
  return (
    <Link
      to="/help"
      search={{ topic }}
      aria-label="Помощь по странице"
      data-tooltip=""
      className="grid size-8 flex-none place-items-center rounded-md text-text-2 hover:bg-group hover:text-text max-sm:hidden pointer-coarse:size-11"
    >
      <IconHelpCircle size={20} aria-hidden="true" />
    </Link>
  )
}
