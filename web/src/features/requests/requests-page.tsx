import { useQuery } from '@tanstack/react-query'
import { IconMessageQuestion } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useHasRole } from '../../lib/current-session.ts'
import { savedPageSize } from '../../lib/page-size.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { CLIENT_COLUMNS, staffColumns } from './request-columns.tsx'
import { RequestsFilters } from './requests-filters.tsx'
import { requestsQuery, type RequestsSearch } from './requests.api.ts'

const route = getRouteApi('/requests')

const NewRequestLink = () => (
  <Link to="/requests/new" className={buttonClass({ look: 'primary' })}>
    Новый запрос
  </Link>
)

export default function RequestsPage() {
  const staff = useHasRole('ArtikulOrderManager')
  const { contractor_id, mine, state, ...own } = route.useSearch()
  // Staff begin with what waits for them; a client reads the requests of his current company.
  const search: RequestsSearch = staff ? { ...own, contractor_id, mine, state: state ?? 'open' } : { ...own, state }
  const navigate = route.useNavigate()
  const { data, error, isPlaceholderData, refetch } = useQuery(requestsQuery(search))
  const change = (next: RequestsSearch) =>
    void navigate({ search: (all) => ({ ...all, page: undefined, ...next }), replace: true })
  const columns = staff ? staffColumns((id) => change({ contractor_id: id })) : CLIENT_COLUMNS
  return (
    <ListPage
      title="Запросы менеджеру"
      actions={!staff && <NewRequestLink />}
      filters={
        <RequestsFilters search={search} staff={staff} company={data?.results[0]?.contractor} onChange={change} />
      }
      footer={data && <RequestsPages search={search} total={data.pagination.total_count} onChange={change} />}
    >
      {data && data.results.length > 0 && (
        <DataTable
          label="Запросы менеджеру"
          columns={columns}
          rows={data.results}
          rowId={({ id }) => String(id)}
          stale={isPlaceholderData}
        />
      )}
      {data?.results.length === 0 && (
        <NoRequests search={search} staff={staff} onReset={() => void navigate({ search: {} })} />
      )}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={14} />}
    </ListPage>
  )
}

interface PagesProps {
  search: RequestsSearch
  total: number
  onChange: (next: RequestsSearch) => void
}

const RequestsPages = ({ search, total, onChange }: PagesProps) =>
  total > 0 && (
    <Pagination
      page={search.page ?? 1}
      pageSize={search.page_size ?? savedPageSize()}
      total={total}
      onChange={(next) => onChange({ page: next.page, page_size: next.pageSize })}
    />
  )

interface EmptyProps {
  search: RequestsSearch
  staff: boolean
  onReset: () => void
}

function NoRequests({ search: { q, state, contractor_id, mine }, staff, onReset }: EmptyProps) {
  const isNarrowed = q !== undefined || contractor_id !== undefined || mine !== undefined
  if (isNarrowed || (!staff && state !== undefined) || (staff && state !== 'open' && state !== 'any'))
    return (
      <EmptyState
        title="Под эти условия запросов нет"
        text="Измените поиск или состояние."
        action={<Button onClick={onReset}>Сбросить</Button>}
      />
    )
  if (staff)
    return (
      <EmptyState
        icon={<IconMessageQuestion size={32} stroke={1.5} />}
        title={state === 'open' ? 'Все запросы отвечены' : 'Запросов пока нет'}
        text="Новые запросы клиентов появятся здесь."
      />
    )
  return (
    <EmptyState
      icon={<IconMessageQuestion size={32} stroke={1.5} />}
      title="Запросов пока нет"
      text="Не нашли деталь или нужен подбор по VIN? Спросите менеджера: он предложит варианты с ценой и сроком."
      action={<NewRequestLink />}
    />
  )
}
