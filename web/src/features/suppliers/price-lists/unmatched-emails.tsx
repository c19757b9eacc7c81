import { mailboxRoutes, type UnmatchedEmail } from '@artikul/contract/suppliers/mailboxes'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { useMayChange } from '../../../lib/session/use-may-change.ts'
import { pageQuery } from '../../../lib/api/query.ts'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { MailRuleDialog } from './mail-rule-dialog.tsx'
import type { PriceListsProps } from './price-lists.api.ts'
import { MAIL_POLL_MS } from './mail.api.ts'

/** True when a rule could import a file of the email. */
const hasUse = ({ sender, file_names: names, is_asked_again: isAskedAgain }: UnmatchedEmail) =>
  sender !== '' && names.length > 0 && !isAskedAgain

const columnsOf = (onMakeRule: ((letter: UnmatchedEmail) => void) | null): readonly Column<UnmatchedEmail>[] => [
  {
    id: 'letter',
    header: 'Письмо',
    lead: true,
    width: 'w-1/3',
    cell: ({ sender, subject }) => (
      <span className="block lg:py-1.5">
        <span className="font-semibold break-words">{subject || 'Без темы'}</span>
        <span className="block text-xs break-all text-text-2">{sender || 'отправитель не указан'}</span>
      </span>
    ),
  },
  {
    id: 'files',
    header: 'Файлы',
    width: 'w-1/5',
    cell: ({ file_names: names }) =>
      names.length > 0 && (
        <ul className="lg:py-1.5">
          {names.map((name, at) => (
            <li key={at} className="break-all">
              {name}
            </li>
          ))}
        </ul>
      ),
  },
  {
    id: 'reason',
    header: 'Почему не взято',
    cell: ({ reason, is_asked_again: isAskedAgain }) => (isAskedAgain ? 'Будет прочитано ещё раз' : reason),
  },
  {
    id: 'received',
    header: 'Пришло',
    cell: ({ received_at, mailbox }) => (
      <span className="block lg:py-1.5">
        <span className="whitespace-nowrap">{moment(received_at)}</span>
        <span className="block text-xs break-all text-text-2">{mailbox}</span>
      </span>
    ),
  },
  ...(onMakeRule
    ? [
        {
          id: 'act',
          header: 'Действие',
          width: 'w-40',
          cell: (letter: UnmatchedEmail) =>
            hasUse(letter) && (
              <Button size="sm" onClick={() => onMakeRule(letter)}>
                Создать правило
              </Button>
            ),
        },
      ]
    : []),
]

/** Lists received emails from which no file was imported, with the reasons. */
export function UnmatchedEmails({ search, onChange }: PriceListsProps) {
  const { page, page_size } = search
  const list = useQuery(
    pageQuery(mailboxRoutes.letters, { query: { page, page_size } }, { refetchInterval: MAIL_POLL_MS }),
  )
  const mayChange = useMayChange()
  const [letter, setLetter] = useState<UnmatchedEmail | null>(null)
  const columns = useMemo(() => columnsOf(mayChange ? setLetter : null), [mayChange])
  return (
    <div>
      <PagedPanel
        title="Письма, которые не подошли"
        label="Письма, которые не подошли"
        columns={columns}
        query={list}
        rowId={({ id }) => String(id)}
        expected={4}
        empty={<EmptyState title="Таких писем нет" text="Письма, из которых ничего не взято, лежат здесь 30 дней." />}
        search={search}
        onChange={onChange}
        moreThan={50}
      />
      {letter && <MailRuleDialog rule={null} letter={letter} onClose={() => setLetter(null)} />}
    </div>
  )
}
