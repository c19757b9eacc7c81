import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

export interface Crumb {
  label: string
  to?: string
  search?: Record<string, string>
}

export function Breadcrumbs({ items }: { items: readonly Crumb[] }) {
  return (
    <nav aria-label="Путь" data-screen-only="" className="mb-1 text-xs text-text-2">
      <ol className="flex flex-wrap items-center gap-1">
        {items.map(({ label, to, search }, index) => (
          <li key={label} className="flex items-center gap-1">
            {index > 0 && <IconChevronRight size={12} aria-hidden="true" />}
            {to ? (
              <Link to={to} {...(search && { search })} className="hover:text-text hover:underline">
                {label}
              </Link>
            ) : (
              <span aria-current="page">{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
