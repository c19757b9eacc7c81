import type { UserItem } from '@artikul/contract/accounts'
import { ROLE_LABELS } from '@artikul/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { moment, phone } from '../../lib/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tag } from '../../ui/tag.tsx'
import { peopleQuery } from './contractors.api.ts'
import { InviteAdminDialog } from './invite-admin-dialog.tsx'
import type { PagedTabProps } from './paged-tab.ts'
import { PagesBelow } from './pages-below.tsx'
import { QueryPanel } from './query-panel.tsx'

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
    header: 'Был(а)',
    cell: ({ last_seen_at }) =>
      last_seen_at ? moment(last_seen_at) : <span className="text-text-2">ещё не входил(а)</span>,
  },
  {
    id: 'state',
    header: 'Состояние',
    cell: ({ is_active, is_invited }) => {
      if (!is_active) return <Tag tone="accent">Заблокирован</Tag>
      return is_invited ? <Tag>Приглашён</Tag> : <Tag tone="success">Работает</Tag>
    },
  },
]

export function PeopleTab({ company, staff, search, onChange }: PagedTabProps) {
  const people = useQuery(peopleQuery(staff, company.id, search))
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <QueryPanel
        title="Сотрудники"
        query={people}
        actions={
          <Link to="/manager" search={{ contractor_id: company.id }} className={buttonClass({ size: 'sm' })}>
            {staff ? 'Открыть в пользователях' : 'Управлять сотрудниками'}
          </Link>
        }
      >
        {({ results }) =>
          results.length === 0 ? (
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
          ) : (
            <DataTable
              label="Сотрудники"
              columns={COLUMNS}
              rows={results}
              rowId={({ id }) => String(id)}
              stale={people.isPlaceholderData}
            />
          )
        }
      </QueryPanel>
      <PagesBelow search={search} total={people.data?.pagination.total_count ?? 0} onChange={onChange} />
      {isInviting && <InviteAdminDialog companyId={company.id} onClose={() => setInviting(false)} />}
    </>
  )
}
