import { LEGAL_LABELS } from '@artikul/contract/companies/legal-kinds'
import { PUBLIC_PAGES } from '@artikul/contract/site/page-head'
import { Link } from '@tanstack/react-router'
import { usePortal, useShownPaths } from '../../../lib/page/portal.ts'

const PAGES = ['/news', '/about', '/rospart', '/contacts'] as const
const API = ['/api'] as const

export function Footer() {
  const { name } = usePortal()
  const pages = useShownPaths(PAGES)
  const hasApi = useShownPaths(API).length > 0
  return (
    <footer
      data-screen-only=""
      className="page-foot flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-hairline px-3 pt-3 pb-[calc(0.75rem+var(--strip,0px))] text-xs text-text-2 lg:px-5"
    >
      <p>{name}: оптовый портал автозапчастей</p>
      <nav aria-label="О портале" className="flex flex-wrap gap-x-4 gap-y-1">
        {pages.map((path) => (
          <Link key={path} to={path} className="inline-flex min-h-6 items-center hover:text-text hover:underline">
            {PUBLIC_PAGES[path].title}
          </Link>
        ))}
        <Link to="/offer" className="inline-flex min-h-6 items-center hover:text-text hover:underline">
          Оферта
        </Link>
        <Link
          to="/offer"
          search={{ doc: 'privacy_policy' }}
          className="inline-flex min-h-6 items-center hover:text-text hover:underline"
        >
          {LEGAL_LABELS.privacy_policy}
        </Link>
        {hasApi && (
          <Link to="/api" className="inline-flex min-h-6 items-center hover:text-text hover:underline">
            Описание API
          </Link>
        )}
      </nav>
    </footer>
  )
}
