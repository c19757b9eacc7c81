import type { contractorRoutes } from '@artikul/contract/companies/contractors'
import type { Reply } from '@artikul/contract/core/route'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { IconBuildingPlus, IconBuildings } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useHasRole, useSession } from '../../../lib/session/current-session.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { ListPage } from '../../../ui/lists/list-page.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Pages } from '../../../ui/lists/pages.tsx'
import { ownColumns, STAFF_COLUMNS } from './contractor-columns.tsx'
import { ContractorsFilters, shownPhone } from './contractors-filters.tsx'
import { contractorsQuery, type ContractorsSearch } from './contractors.api.ts'

const NewContractorDialog = lazyWindow(() => import('./company-fields/new-contractor-dialog.tsx'))
const AddCompanyDialog = lazyWindow(() => import('./company-fields/add-company-dialog.tsx'))
const route = getRouteApi('/contractors')

export default function ContractorsPage() {
  const { user } = useSession()
  const staff = useHasRole('ArtikulOrderManager')
  const admin = useHasRole('ContractorAdmin')
  return user && (staff || admin) ? <Contractors key={user.id} staff={staff} /> : null
}

function Contractors({ staff }: { staff: boolean }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [isAdding, setAdding] = useState(false)
  const change = (next: ContractorsSearch) =>
    void navigate({ search: (all) => ({ ...all, page: undefined, ...next }), replace: true })
  const list = useQuery(contractorsQuery(search))
  const Adding = staff ? NewContractorDialog : AddCompanyDialog
  return (
    <ListPage
      title={staff ? 'Покупатели' : 'Мои компании'}
      actions={
        <Button look="primary" icon={<IconBuildingPlus size={16} />} onClick={() => setAdding(true)}>
          {staff ? 'Добавить покупателя' : 'Добавить компанию'}
        </Button>
      }
      filters={staff && <ContractorsFilters search={search} onChange={change} />}
      // Clients have few companies, so paging appears only beyond fifty.
      footer={<Pages query={list} search={search} onChange={change} moreThan={staff ? 0 : 50} />}
    >
      <Rows list={list} staff={staff} search={search} onReset={() => void navigate({ search: {}, replace: true })} />
      {isAdding && (
        <Suspense>
          <Adding onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </ListPage>
  )
}

interface RowsProps extends NothingProps {
  list: UseQueryResult<Reply<typeof contractorRoutes.list>>
}

function Rows({ list: { data, error, isPlaceholderData, refetch }, staff, search, onReset }: RowsProps) {
  const { contractor } = useSession()
  const columns = useMemo(() => (staff ? STAFF_COLUMNS : ownColumns(contractor?.id)), [staff, contractor?.id])
  const isCaller = search.phone !== undefined && data?.pagination.total_count === 1 && !isPlaceholderData
  useOnlyCaller(isCaller ? data.results[0]?.id : undefined)
  if (!data) return <QueryFallback error={error} onRetry={refetch} rows={14} />
  if (data.pagination.total_count === 0) return <NothingFound search={search} staff={staff} onReset={onReset} />
  return (
    <DataTable
      label={staff ? 'Покупатели' : 'Мои компании'}
      view={staff ? 'Покупатели' : 'Мои компании'}
      columns={columns}
      rows={data.results}
      rowId={(company) => String(company.id)}
      stale={isPlaceholderData || isCaller}
    />
  )
}

/** Opens the card at once when the telephone belongs to a single company. */
function useOnlyCaller(id: number | undefined) {
  const navigate = route.useNavigate()
  useEffect(() => {
    if (id !== undefined) void navigate({ to: '/contractors/$id', params: { id: String(id) }, replace: true })
  }, [id, navigate])
}

interface NothingProps {
  search: ContractorsSearch
  staff: boolean
  onReset: () => void
}

function NothingFound({ search, staff, onReset }: NothingProps) {
  const { q, status, stopped, manager_id, phone } = search
  const reset = <Button onClick={onReset}>Сбросить</Button>
  if (phone !== undefined) {
    return (
      <EmptyState
        title={`По номеру ${shownPhone(phone)} никого нет`}
        text="Такого телефона нет ни у компаний, ни у их сотрудников, ни у грузополучателей."
        action={reset}
      />
    )
  }
  if ([q, status, stopped, manager_id].some((value) => value !== undefined)) {
    return <EmptyState title="Под эти условия никого нет" text="Измените наименование или ИНН." action={reset} />
  }
  return (
    <EmptyState
      icon={<IconBuildings size={32} stroke={1.5} />}
      title={staff ? 'Покупателей пока нет' : 'Компаний пока нет'}
      text={
        staff ? 'Добавьте покупателя или дождитесь заявки с портала.' : 'Добавьте компанию: заявку проверит менеджер.'
      }
    />
  )
}
