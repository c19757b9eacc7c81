import { useQuery } from '@tanstack/react-query'
import { IconMessageQuestion } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { requestRoutes } from '@artikul/contract/ordering/quote-requests'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ListPage } from '../../../ui/lists/list-page.tsx'
import { PagedTable } from '../../../ui/lists/paged-table.tsx'
import { Pages } from '../../../ui/lists/pages.tsx'
import { pageQuery } from '../../../lib/api/query.ts'
import { CLIENT_COLUMNS, staffColumns } from './request-columns.tsx'
import { RequestsFilters } from './requests-filters.tsx'
import type { RequestsSearch } from './quote-requests.api.ts'

const route = getRouteApi('/requests')

const NewRequestLink = () => (
  <Link to="/requests/new" className={buttonClass({ look: 'primary' })}>
    Новый запрос
  </Link>
)

export default function RequestsPage() {
  const staff = useHasRole('ArtikulOrderManager')
  const { contractor_id, mine, state, ...own } = route.useSearch()
  // Staff see requests to answer by default; a client sees the requests of the current company.
  const search: RequestsSearch = staff ? { ...own, contractor_id, mine, state: state ?? 'open' } : { ...own, state }
  const navigate = route.useNavigate()
  // Known filters only: the address may contain more, such as the mark of a mailing.
  const { page, page_size, q } = search
  const list = useQuery(
    pageQuery(requestRoutes.list, {
      query: {
        page,
        page_size,
        q,
        state: search.state === 'any' ? undefined : search.state,
        contractor_id: search.contractor_id,
        mine: search.mine,
      },
    }),
  )
  const change = (next: RequestsSearch) =>
    void navigate({ search: (all) => ({ ...all, page: undefined, ...next }), replace: true })
  const columns = staff ? staffColumns((id) => change({ contractor_id: id })) : CLIENT_COLUMNS
  return (
    <ListPage
      title="Запросы менеджеру"
      actions={!staff && <NewRequestLink />}
      filters={
        <RequestsFilters search={search} staff={staff} company={list.data?.results[0]?.contractor} onChange={change} />
      }
      footer={<Pages query={list} search={search} onChange={change} />}
    >
      <PagedTable
        label="Запросы менеджеру"
        columns={columns}
        query={list}
        rowId={({ id }) => String(id)}
        empty={<NoRequests search={search} staff={staff} onReset={() => void navigate({ search: {} })} />}
      />
    </ListPage>
  )
}

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
        text="Измените поиск или статус."
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
