import { MAX_AUDIT_ROWS, type AuditItem } from '@artikul/contract/platform/audit'
import { AUDIT_EVENTS } from '@artikul/contract/platform/audit-events'
import { formatQty } from '@artikul/contract/core/money'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { ChangeList } from '../../../ui/text/changes.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { PagedTable } from '../../../ui/lists/paged-table.tsx'
import { Pages } from '../../../ui/lists/pages.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { auditQuery, type SettingsSearch } from './settings.api.ts'
import { JournalFilters } from './journal-filters.tsx'

type Person = AuditItem['actor']

interface ChosenProps {
  person: Person
  onChoose: (id: number) => void
}

/** Name that filters the audit log when pressed. */
function Chosen({ person, onChoose }: ChosenProps) {
  if (!person) return null
  return (
    <button
      type="button"
      title="Показать только эти записи"
      className="text-left quiet-link lg:max-xl:min-w-28"
      onClick={() => onChoose(person.id)}
    >
      {person.name}
    </button>
  )
}

/** Author of an action; during impersonation also the client, unless the client is its subject. */
function Author({
  item: { actor, subject, on_behalf_of },
  onChoose,
}: {
  item: AuditItem
  onChoose: (id: number) => void
}) {
  return (
    <>
      <Chosen person={actor} onChoose={onChoose} />
      {on_behalf_of && on_behalf_of.id !== subject?.id && (
        <span className="block text-text-2">
          от имени: <Chosen person={on_behalf_of} onChoose={onChoose} />
        </span>
      )}
    </>
  )
}

const columns = (onChange: (next: SettingsSearch) => void): readonly Column<AuditItem>[] => {
  const byUser = (user_id: number) => onChange({ user_id })
  return [
    {
      id: 'at',
      header: 'Время',
      lead: true,
      cell: (item) => <span className="whitespace-nowrap">{moment(item.at)}</span>,
    },
    { id: 'event', header: 'Событие', cell: (item) => <b className="font-semibold">{AUDIT_EVENTS[item.event]}</b> },
    {
      id: 'actor',
      header: 'Кто',
      width: 'w-1/6',
      words: true,
      cell: (item) => <Author item={item} onChoose={byUser} />,
    },
    {
      id: 'subject',
      header: 'Для кого',
      words: true,
      cell: (item) => item.subject?.id !== item.actor?.id && <Chosen person={item.subject} onChoose={byUser} />,
    },
    {
      id: 'contractor',
      header: 'Компания',
      words: true,
      cell: (item) => <Chosen person={item.contractor} onChoose={(contractor_id) => onChange({ contractor_id })} />,
    },
    { id: 'object', header: 'О чём', words: true, cell: (item) => item.object },
    { id: 'changes', header: 'Изменения', words: true, cell: (item) => <ChangeList items={item.changes} /> },
    { id: 'address', header: 'Адрес', cell: (item) => item.address },
  ]
}

/** Finds the names of the hidden filters in the rows. */
function namesIn(items: readonly AuditItem[], { user_id, contractor_id }: SettingsSearch) {
  const people = items.flatMap(({ actor, subject, on_behalf_of }) => [actor, subject, on_behalf_of])
  return {
    user: people.find((person) => person?.id === user_id)?.name,
    contractor: items.find(({ contractor }) => contractor?.id === contractor_id)?.contractor?.name,
  }
}

interface Props {
  search: SettingsSearch
  onChange: (next: SettingsSearch) => void
  onReset: () => void
}

/** Audit log: actor, subject, action and address; rows cannot be changed. */
export function Journal({ search, onChange, onReset }: Props) {
  const list = useQuery(auditQuery(search))
  const shown = useMemo(() => columns(onChange), [onChange])
  return (
    <>
      <JournalFilters search={search} names={namesIn(list.data?.results ?? [], search)} onChange={onChange} />
      <Panel flush>
        <PagedTable
          label="Журнал действий"
          columns={shown}
          query={list}
          rowId={(item) => String(item.id)}
          empty={
            <EmptyState
              title="Записей нет"
              text="Измените событие или период."
              action={<Button onClick={onReset}>Сбросить</Button>}
            />
          }
        />
      </Panel>
      {list.data?.pagination.total_count === MAX_AUDIT_ROWS && (
        <p className="mt-3 text-sm text-text-2">
          Показаны последние {formatQty(MAX_AUDIT_ROWS)} записей: чтобы найти более ранние, уточните фильтр.
        </p>
      )}
      <Pages query={list} search={search} onChange={onChange} />
    </>
  )
}
