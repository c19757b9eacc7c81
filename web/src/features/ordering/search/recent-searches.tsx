import { IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Article } from '../../../ui/text/article.tsx'

/** Recent searches as links. */
export const RecentSearches = ({ searches }: { searches: readonly string[] }) => (
  <ul className="flex flex-wrap gap-2">
    {searches.map((text) => (
      <li key={text} className="min-w-0">
        <Link
          to="/catalog"
          search={{ q: text }}
          className="inline-flex h-8 max-w-full items-center gap-1.5 rounded-md border border-hairline px-2.5 text-sm hover:bg-raised pointer-coarse:h-11"
        >
          <IconHistory size={14} aria-hidden="true" className="flex-none text-text-3" />
          <span className="truncate">
            <Article>{text}</Article>
          </span>
        </Link>
      </li>
    ))}
  </ul>
)
