import type { AuditItem } from '@artikul/contract/platform/audit'
import { AUDIT_EVENTS } from '@artikul/contract/platform/audit-events'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { profileRoutes } from '@artikul/contract/identity/profile'
import { moment } from '../../../lib/text/format.ts'
import { ChangeList } from '../../../ui/text/changes.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { PagedTable } from '../../../ui/lists/paged-table.tsx'
import { Pages } from '../../../ui/lists/pages.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { pageQuery } from '../../../lib/api/query.ts'

const route = getRouteApi('/profile')

const COLUMNS: readonly Column<AuditItem>[] = [
  { id: 'event', header: 'Событие', lead: true, cell: (item) => AUDIT_EVENTS[item.event] },
  { id: 'at', header: 'Время', cell: (item) => moment(item.at) },
  { id: 'actor', header: 'Менеджер', cell: (item) => item.actor?.name },
  { id: 'contractor', header: 'Компания', cell: (item) => item.contractor?.name },
  { id: 'object', header: 'О чём', cell: (item) => item.object },
  { id: 'changes', header: 'Изменения', cell: (item) => <ChangeList items={item.changes} /> },
]

/** Actions of managers on behalf of the user. */
export function OnBehalf() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { page, page_size } = search
  const list = useQuery(pageQuery(profileRoutes.onBehalf, { query: { page, page_size } }))
  return (
    <>
      <Panel flush title="Действия менеджеров">
        <PagedTable
          label="Действия менеджеров"
          columns={COLUMNS}
          query={list}
          rowId={(item) => String(item.id)}
          expected={5}
          empty={
            <EmptyState
              title="От вашего имени никто ничего не делал"
              text="Если менеджер поможет вам, вы увидите это здесь."
            />
          }
        />
      </Panel>
      <Pages
        query={list}
        search={search}
        onChange={(next) => void navigate({ search: (all) => ({ ...all, ...next }), replace: true })}
      />
    </>
  )
}
