import { accountRoutes, type UserItem } from '@artikul/contract/identity/accounts'
import { isContractorUser, ROLE_LABELS } from '@artikul/contract/core/roles'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { moment, phone } from '../../../lib/text/format.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ImpersonateButton } from '../../../ui/impersonate-button.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { pageQuery } from '../../../lib/api/query.ts'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { InviteAdminDialog } from './invite-admin-dialog.tsx'
import type { PagedTabProps } from './contracts/paged-tab.ts'

const COLUMNS: readonly Column<UserItem>[] = [
  {
    id: 'person',
    header: 'ФИО и почта',
    lead: true,
    cell: ({ full_name, email }) => (
      <div className="py-1">
        <span className="font-semibold">{full_name}</span>
        <p className="break-all text-text-2">{email}</p>
      </div>
    ),
  },
  {
    id: 'phone',
    header: 'Телефон',
    cell: ({ phone: number }) =>
      number && (
        <a href={`tel:${number}`} className="whitespace-nowrap underline-offset-2 hover:underline">
          {phone(number)}
        </a>
      ),
  },
  { id: 'role', header: 'Роль', cell: ({ roles }) => roles.map(({ name }) => ROLE_LABELS[name]).join(', ') },
  {
    id: 'seen',
    header: 'Последний вход',
    cell: ({ last_seen_at }) =>
      last_seen_at ? moment(last_seen_at) : <span className="text-text-2">ещё не входил(а)</span>,
  },
  {
    id: 'state',
    header: 'Статус',
    cell: ({ is_active, is_invited }) => {
      if (!is_active) return <Tag tone="accent">Заблокирован</Tag>
      return is_invited ? <Tag>Приглашён</Tag> : <Tag tone="success">Работает</Tag>
    },
  },
]

/** Columns for a manager, who works in the name of a person in this company. */
const staffColumns = (contractorId: number): readonly Column<UserItem>[] => [
  ...COLUMNS,
  {
    id: 'impersonation',
    header: 'Работа от имени',
    cell: ({ id, full_name: name, is_active: isActive, roles }) =>
      isActive &&
      isContractorUser(roles.map((role) => role.name)) && (
        <ImpersonateButton size="sm" subject={{ userId: id, contractorId }} name={name} />
      ),
  },
]

export function PeopleTab({ company, staff, search, onChange }: PagedTabProps) {
  const people = useQuery(
    pageQuery(staff ? accountRoutes.users : accountRoutes.employees, {
      query: { page: search.page, page_size: search.page_size, contractor_id: company.id },
    }),
  )
  const columns = useMemo(() => (staff ? staffColumns(company.id) : COLUMNS), [staff, company.id])
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <PagedPanel
        title="Сотрудники"
        actions={
          <Link to="/manager" search={{ contractor_id: company.id }} className={buttonClass({ size: 'sm' })}>
            {staff ? 'Открыть в пользователях' : 'Управлять сотрудниками'}
          </Link>
        }
        label="Сотрудники"
        columns={columns}
        query={people}
        rowId={({ id }) => String(id)}
        expected={5}
        empty={
          <EmptyState
            title="Сотрудников пока нет"
            text="Пригласите администратора: остальных он добавит сам."
            action={
              staff && (
                <Button look="primary" onClick={() => setInviting(true)}>
                  Пригласить администратора
                </Button>
              )
            }
          />
        }
        search={search}
        onChange={onChange}
        moreThan={50}
      />
      {isInviting && <InviteAdminDialog companyId={company.id} onClose={() => setInviting(false)} />}
    </>
  )
}
