import type { ShownGroup } from '@artikul/contract/ordering/search'
import { formatQty } from '@artikul/contract/core/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { catalogGroupsQuery } from './catalog.api.ts'

/** Subgroups named under a group; its page has the rest. */
const SHOWN_BELOW = 5

/** Groups of goods to browse without an article; hidden when there are none. */
export function CatalogGroups() {
  const groups = useQuery(catalogGroupsQuery)
  if (groups.data?.results.length === 0) return null
  return (
    <QueryPanel title="Группы товаров" query={groups} expected={6}>
      {({ results }) => (
        <ul className="columns-[15rem] gap-6 p-4 text-sm">
          {results
            .filter(({ parent_id: parent }) => parent === null)
            .map((group) => (
              <Group key={group.id} group={group} below={results.filter(({ parent_id: id }) => id === group.id)} />
            ))}
        </ul>
      )}
    </QueryPanel>
  )
}

function Group({ group, below }: { group: ShownGroup; below: readonly ShownGroup[] }) {
  return (
    <li className="mb-3 break-inside-avoid">
      <GroupLink group={group} className="font-semibold" />
      {below.length > 0 && (
        <ul>
          {below.slice(0, SHOWN_BELOW).map((one) => (
            <li key={one.id}>
              <GroupLink group={one} />
            </li>
          ))}
          {below.length > SHOWN_BELOW && (
            <li>
              <Link
                to="/catalog"
                search={{ group: group.id }}
                className="quiet-link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
              >
                Ещё {below.length - SHOWN_BELOW}
                <span className="sr-only">: {group.name}</span>
              </Link>
            </li>
          )}
        </ul>
      )}
    </li>
  )
}

const GroupLink = ({ group, className }: { group: ShownGroup; className?: string }) => (
  <Link
    to="/catalog"
    search={{ group: group.id }}
    className="group/link inline-flex min-h-6 items-center gap-1.5 pointer-coarse:min-h-11"
  >
    <span className={className}>
      <span className="underline-offset-2 group-hover/link:underline">{group.name}</span>
    </span>{' '}
    <span className="text-text-2">{formatQty(group.products_count)}</span>
  </Link>
)
