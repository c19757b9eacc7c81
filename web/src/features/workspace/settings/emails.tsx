import type { EmailItem } from '@artikul/contract/platform/emails'
import type { EmailState } from '@artikul/contract/platform/email-states'
import { useQuery } from '@tanstack/react-query'
import { IconMail } from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { FilterField } from '../../../ui/fields/filter-field.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { emailsQuery, type SettingsSearch } from './settings.api.ts'
import { EMAIL_STATE_LABELS, EmailStateTag } from './email-state.tsx'

const MailDialog = lazyWindow(() => import('./email-dialog.tsx'))

const STATES = Object.entries(EMAIL_STATE_LABELS).map(([value, label]) => ({ value: value as EmailState, label }))

const columns = (onOpen: (id: number) => void): readonly Column<EmailItem>[] => [
  {
    id: 'subject',
    header: 'Тема',
    width: 'w-1/3',
    lead: true,
    opens: true,
    cell: (mail) => (
      <button
        type="button"
        className="text-left font-semibold quiet-link lg:max-xl:min-w-52"
        onClick={() => onOpen(mail.id)}
      >
        {mail.subject}
      </button>
    ),
  },
  { id: 'to', header: 'Кому', cell: (mail) => <span className="wrap-anywhere lg:block lg:min-w-36">{mail.to}</span> },
  { id: 'created', header: 'Создано', cell: (mail) => moment(mail.created_at) },
  { id: 'state', header: 'Статус', cell: (mail) => <EmailStateTag state={mail.state} /> },
  { id: 'sent', header: 'Отправлено', cell: (mail) => mail.sent_at && moment(mail.sent_at) },
  { id: 'attempts', header: 'Попыток', numeric: true, cell: (mail) => mail.attempts },
  { id: 'error', header: 'Ошибка', cell: (mail) => mail.last_error },
]

interface Props {
  search: SettingsSearch
  onChange: (next: SettingsSearch) => void
  onReset: () => void
}

/** Emails composed by the portal, with their delivery state. */
export function Emails({ search, onChange, onReset }: Props) {
  const list = useQuery(emailsQuery(search))
  const [open, setOpen] = useState<number | null>(null)
  const shown = useMemo(() => columns(setOpen), [])
  const kept = list.data?.results.some(({ state }) => state === 'kept') ?? false
  return (
    <>
      <search className="mb-3 grid gap-2 sm:grid-cols-[minmax(14rem,22rem)_14rem]" data-screen-only="">
        <FilterField label="Адрес или тема" maxLength={200} value={search.q} onCommit={(q) => onChange({ q })} />
        <Select
          label="Статус"
          placeholder="Любой"
          items={STATES}
          value={search.state ?? null}
          onValueChange={(state) => onChange({ state: state ?? undefined })}
        />
      </search>
      {kept && (
        <div className="mb-3">
          <Notice tone="warn">Письма не отправляются: почта не настроена. Они хранятся здесь</Notice>
        </div>
      )}
      <PagedPanel
        label="Исходящая почта"
        columns={shown}
        query={list}
        rowId={(mail) => String(mail.id)}
        empty={<NoEmails search={search} onReset={onReset} />}
        search={search}
        onChange={onChange}
      />
      {open !== null && (
        <Suspense>
          <MailDialog id={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}

const NoEmails = ({ search: { q, state }, onReset }: { search: SettingsSearch; onReset: () => void }) =>
  q !== undefined || state !== undefined ? (
    <EmptyState
      title="Таких писем нет"
      text="Измените адрес, тему или статус."
      action={<Button onClick={onReset}>Сбросить</Button>}
    />
  ) : (
    <EmptyState
      icon={<IconMail size={32} stroke={1.5} />}
      title="Писем ещё не было"
      text="Здесь появятся приглашения, ссылки для пароля и уведомления."
    />
  )
