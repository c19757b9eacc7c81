import { useQuery } from '@tanstack/react-query'
import { IconFileSpreadsheet, IconUserPlus, IconUsers, IconUsersPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { accountRoutes } from '@artikul/contract/identity/accounts'
import { useHasRole, useSession } from '../../../lib/session/current-session.ts'
import { saveBlob } from '../../../lib/api/download.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { ListPage } from '../../../ui/lists/list-page.tsx'
import { PagedTable } from '../../../ui/lists/paged-table.tsx'
import { Pages } from '../../../ui/lists/pages.tsx'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { accountColumns } from './account-columns.tsx'
import { AccountsFilters } from './accounts-filters.tsx'
import { accountsQuery, type AccountsSearch } from './accounts.api.ts'

const AccountPanel = lazy(() => import('./account-panel.tsx'))
const PeopleListDialog = lazyWindow(() => import('./people-list-dialog.tsx'))
const route = getRouteApi('/manager')

export default function AccountsPage() {
  const { user } = useSession()
  const staff = useHasRole('ArtikulOrderManager')
  const admin = useHasRole('ContractorAdmin')
  // The user can change under the page: impersonation begins or ends.
  return user && (staff || admin) ? <Accounts key={user.id} staff={staff} /> : null
}

function Accounts({ staff }: { staff: boolean }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useAccounts(staff, search)
  const [open, setOpen] = useState<number | 'new' | null>(null)
  const columns = useMemo(() => accountColumns(staff, setOpen), [staff])
  const companyName = useCompanyName(search.contractor_id, list.data?.results ?? [])
  const change = (next: AccountsSearch) =>
    void navigate({ search: (all) => ({ ...all, page: undefined, ...next }), replace: true })
  return (
    <ListPage
      title={staff ? 'Пользователи' : 'Сотрудники'}
      actions={
        <>
          <ExportButton staff={staff} search={search} />
          <ListButton onMade={() => void list.refetch()} />
          <Button look="primary" icon={<IconUserPlus size={16} />} onClick={() => setOpen('new')}>
            {staff ? 'Добавить пользователя' : 'Добавить сотрудника'}
          </Button>
        </>
      }
      filters={<AccountsFilters search={search} companyName={companyName} onChange={change} />}
      footer={<Pages query={list} search={search} onChange={change} />}
    >
      <PagedTable
        label={staff ? 'Пользователи' : 'Сотрудники'}
        columns={columns}
        query={list}
        rowId={(user) => String(user.id)}
        empty={<NobodyFound search={search} onReset={() => void navigate({ search: {}, replace: true })} />}
      />
      {open !== null && (
        <Suspense>
          <AccountPanel staff={staff} account={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </ListPage>
  )
}

function useAccounts(staff: boolean, search: AccountsSearch) {
  const accounts = useQuery(accountsQuery(staff, search))
  const { error } = accounts
  useEffect(() => {
    // eslint-disable-next-line no-console -- a list of people that fails to load is only logged, no toast
    if (error) console.error(error)
  }, [error])
  return accounts
}

interface HasCompanies {
  contractors: readonly { id: number; name: string }[]
}

/** Finds the name of the filtered company in the rows or among the user's own companies. */
function useCompanyName(id: number | undefined, people: readonly HasCompanies[]) {
  const { contractors } = useSession()
  const known = [...contractors, ...people.flatMap((person) => person.contractors)]
  return known.find((company) => company.id === id)?.name
}

function ListButton({ onMade }: { onMade: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<IconUsersPlus size={16} />} onClick={() => setOpen(true)}>
        Добавить списком
      </Button>
      {isOpen && (
        <Suspense>
          <PeopleListDialog onClose={() => setOpen(false)} onMade={onMade} />
        </Suspense>
      )}
    </>
  )
}

function ExportButton({ staff, search }: { staff: boolean; search: AccountsSearch }) {
  const { inn, username, contractor_id } = search
  const file = useApiMutation(staff ? accountRoutes.exportUsers : accountRoutes.exportEmployees, {
    onSuccess: (blob) => saveBlob(blob, `${staff ? 'Пользователи' : 'Сотрудники'}.xlsx`),
    onError: toastRefusal('Файл не скачан'),
  })
  return (
    <Button
      icon={<IconFileSpreadsheet size={16} />}
      busy={file.isPending}
      onClick={() => file.mutate({ query: { inn, username, contractor_id } })}
    >
      Выгрузить XLSX
    </Button>
  )
}

const NobodyFound = ({ search, onReset }: { search: AccountsSearch; onReset: () => void }) =>
  [search.inn, search.username, search.contractor_id].some((value) => value !== undefined) ? (
    <EmptyState
      title="Под эти условия никого нет"
      text="Измените имя или ИНН."
      action={<Button onClick={onReset}>Сбросить</Button>}
    />
  ) : (
    <EmptyState
      icon={<IconUsers size={32} stroke={1.5} />}
      title="Пока никого нет"
      text="Добавьте сотрудника: ему на почту придёт приглашение."
    />
  )
