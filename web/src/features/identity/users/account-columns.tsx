import type { UserItem } from '@artikul/contract/identity/accounts'
import { isContractorUser, ROLE_LABELS } from '@artikul/contract/core/roles'
import { moment, phone } from '../../../lib/text/format.ts'
import { ImpersonateButton } from '../../../ui/impersonate-button.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { Tag } from '../../../ui/text/tag.tsx'

const SHOWN = 2

function Companies({ user: { contractors } }: { user: UserItem }) {
  const names = contractors.map(({ name }) => name)
  if (names.length <= SHOWN) return names.join(', ')
  return (
    <span title={names.join(', ')}>
      {names.slice(0, SHOWN).join(', ')} и ещё {names.length - SHOWN}
    </span>
  )
}

function State({ user }: { user: UserItem }) {
  if (!user.is_active) return <Tag tone="accent">Заблокирован</Tag>
  return user.is_invited ? <Tag>Приглашён</Tag> : <Tag tone="success">Работает</Tag>
}

const IMPERSONATION: Column<UserItem> = {
  id: 'impersonation',
  header: 'Работа от имени',
  cell: ({ id, full_name: name, is_active: isActive, roles }) =>
    isActive &&
    isContractorUser(roles.map((role) => role.name)) && (
      <ImpersonateButton size="sm" subject={{ userId: id }} name={name} />
    ),
}

/** Columns of the list; managers also work in the name of its clients. */
export const accountColumns = (staff: boolean, onOpen: (id: number) => void): readonly Column<UserItem>[] => [
  {
    id: 'person',
    header: 'ФИО и почта',
    lead: true,
    opens: true,
    cell: (user) => (
      <div className="py-1">
        <button type="button" className="text-left font-semibold quiet-link" onClick={() => onOpen(user.id)}>
          {user.full_name}
        </button>
        <p className="break-all text-text-2">{user.email}</p>
      </div>
    ),
  },
  {
    id: 'phone',
    header: 'Телефон',
    cell: (user) =>
      user.phone && (
        <a href={`tel:${user.phone}`} className="whitespace-nowrap underline-offset-2 hover:underline">
          {phone(user.phone)}
        </a>
      ),
  },
  { id: 'role', header: 'Роль', cell: (user) => user.roles.map(({ name }) => ROLE_LABELS[name]).join(', ') },
  { id: 'companies', header: 'Компании', cell: (user) => <Companies user={user} /> },
  {
    id: 'seen',
    header: 'Последний вход',
    cell: (user) =>
      user.last_seen_at ? moment(user.last_seen_at) : <span className="text-text-2">ещё не входил(а)</span>,
  },
  {
    id: 'state',
    header: 'Статус',
    cell: (user) => <State user={user} />,
  },
  ...(staff ? [IMPERSONATION] : []),
]
