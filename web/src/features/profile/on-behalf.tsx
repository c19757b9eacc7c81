import { AUDIT_EVENTS, type AuditItem } from '@artikul/contract/audit'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { moment } from '../../lib/format.ts'
import { savedPageSize } from '../../lib/page-size.ts'
import { Changes } from '../../ui/changes.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { onBehalfQuery } from './profile.api.ts'

const route = getRouteApi('/profile')

const COLUMNS: readonly Column<AuditItem>[] = [
  { id: 'event', header: 'Событие', lead: true, cell: (item) => AUDIT_EVENTS[item.event] },
  { id: 'at', header: 'Время', cell: (item) => moment(item.at) },
  { id: 'actor', header: 'Менеджер', cell: (item) => item.actor?.name },
  { id: 'contractor', header: 'Компания', cell: (item) => item.contractor?.name },
  { id: 'object', header: 'О чём', cell: (item) => item.object },
  { id: 'changes', header: 'Изменения', cell: (item) => <Changes items={item.changes} /> },
]

/** What managers did in the person's name. */
export function OnBehalf() {
  const { page = 1, page_size = savedPageSize() } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, isPlaceholderData, refetch } = useQuery(onBehalfQuery(page, page_size))
  const total = data?.pagination.total_count ?? 0
  return (
    <>
      <Panel flush title="Действия менеджеров">
        {data && total > 0 && (
          <DataTable
            label="Действия менеджеров"
            columns={COLUMNS}
            rows={data.results}
            rowId={(item) => String(item.id)}
            stale={isPlaceholderData}
          />
        )}
        {data && total === 0 && (
          <EmptyState
            title="От вашего имени никто ничего не делал"
            text="Если менеджер поможет вам, вы увидите это здесь."
          />
        )}
        {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonRows count={5} />}
      </Panel>
      {total > 0 && (
        <div className="mt-3">
          <Pagination
            page={page}
            pageSize={page_size}
            total={total}
            onChange={(next) =>
              void navigate({
                search: (all) => ({ ...all, page: next.page, page_size: next.pageSize }),
                replace: true,
              })
            }
          />
        </div>
      )}
    </>
  )
}
