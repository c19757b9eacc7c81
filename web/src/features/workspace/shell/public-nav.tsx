import { PUBLIC_PAGES } from '@artikul/contract/site/page-head'
import { Link } from '@tanstack/react-router'

const PAGES = ['/news', '/about', '/rospart', '/contacts'] as const

/** Menu for visitors without an account; on a phone below the logo. */
export const PublicNav = () => (
  <nav
    aria-label="О поставщике"
    className="flex max-lg:order-6 max-lg:-mx-3 max-lg:-mb-2 max-lg:basis-[calc(100%+1.5rem)] max-lg:justify-between max-lg:overflow-x-auto max-lg:border-t max-lg:border-hairline max-lg:px-1 lg:ml-4"
  >
    {PAGES.map((path) => (
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
