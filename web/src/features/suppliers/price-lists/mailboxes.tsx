import { mailboxRoutes, type Mailbox } from '@artikul/contract/suppliers/mailboxes'
import { useQuery } from '@tanstack/react-query'
import { IconMail, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toastDone } from '../../../ui/hints/toast.ts'
import { useMayChange } from '../../../lib/session/use-may-change.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { mailboxesQuery, mailChange } from './mail.api.ts'
import { MailboxDialog } from './mailbox-dialog.tsx'

interface Props {
  onOpenImport: (id: number) => void
}

export function Mailboxes({ onOpenImport }: Props) {
  const boxes = useQuery(mailboxesQuery)
  const mayChange = useMayChange()
  const [open, setOpen] = useState<Mailbox | 'new' | null>(null)
  return (
    <>
      <QueryPanel
        title="Почтовые ящики"
        query={boxes}
        expected={2}
        actions={
          mayChange && (
            <Button size="sm" icon={<IconPlus size={14} />} onClick={() => setOpen('new')}>
              Добавить ящик
            </Button>
          )
        }
      >
        {(list) =>
          list.length > 0 ? (
            <ul>
              {list.map((box) => (
                <BoxRow
                  key={box.id}
                  box={box}
                  onOpen={mayChange ? () => setOpen(box) : null}
                  onOpenImport={onOpenImport}
                />
              ))}
            </ul>
          ) : (
            <EmptyState
              icon={<IconMail size={32} stroke={1.5} />}
              title="Ящиков нет"
              text="Добавьте ящик, на который поставщики присылают прайс-листы: портал будет читать его по IMAP."
            />
          )
        }
      </QueryPanel>
      {open && <MailboxDialog box={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </>
  )
}

interface RowProps {
  box: Mailbox
  /** `null` for read-only access. */
  onOpen: (() => void) | null
  onOpenImport: (id: number) => void
}

function BoxRow({ box, onOpen, onOpenImport }: RowProps) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-hairline px-4 py-3 text-sm first:border-0">
      <div className="min-w-0 flex-1 basis-60">
        {onOpen ? (
          <button type="button" className="text-left font-semibold break-all quiet-link" onClick={onOpen}>
            {box.login}
          </button>
        ) : (
          <span className="font-semibold break-all">{box.login}</span>
        )}
        <p className="text-text-2">
          {box.host}, папка {box.folder}
        </p>
        {box.taken && <LastImported taken={box.taken} onOpenImport={onOpenImport} />}
      </div>
      <MailboxState box={box} />
      {onOpen && <Acts box={box} />}
    </li>
  )
}

function LastImported({ taken: lastImport, onOpenImport }: { taken: NonNullable<Mailbox['taken']> } & Props) {
  return (
    <p className="text-text-2">
      Последний прайс-лист:{' '}
      <button
        type="button"
        className="text-left break-all text-text quiet-link"
        onClick={() => onOpenImport(lastImport.import_id)}
      >
        {lastImport.file_name}
      </button>
      , {moment(lastImport.at)}
    </p>
  )
}

function stateOf({ is_on: isOn, failure, checked_at: lookedAt }: Mailbox) {
  if (!isOn) return { tone: 'neutral', label: 'Выключен' } as const
  if (failure !== null) return { tone: 'accent', label: 'Не читается' } as const
  return lookedAt === null
    ? ({ tone: 'info', label: 'Ещё не прочитан' } as const)
    : ({ tone: 'success', label: 'Читается' } as const)
}

function MailboxState({ box }: { box: Mailbox }) {
  const { tone, label } = stateOf(box)
  const failure = box.is_on ? box.failure : null
  return (
    <div className="min-w-0 flex-1 basis-60">
      <Tag tone={tone}>{label}</Tag>
      {failure !== null && <p className="mt-0.5 text-accent">{failure}</p>}
      {box.checked_at && (
        <p className="mt-0.5 text-xs text-text-2">
          {failure === null ? 'Прочитан' : 'Последняя попытка'} {moment(box.checked_at)}
        </p>
      )}
      {failure !== null && box.next_check_at && (
        <p className="text-xs text-text-2">Следующая попытка {moment(box.next_check_at)}</p>
      )}
    </div>
  )
}

function Acts({ box }: { box: Mailbox }) {
  const look = useApiMutation(mailboxRoutes.checkNow, mailChange('Ящик не прочитан'))
  const remove = useApiMutation(mailboxRoutes.remove, mailChange('Ящик не удалён'))
  const ask = async () => {
    const text = 'Портал перестанет его читать. Письма на сервере и загруженные прайс-листы останутся.'
    if (await confirm({ title: `Удалить ящик ${box.login}?`, text, dangerous: true }))
      remove.mutate({ params: { id: box.id } })
  }
  const lookAtOnce = () =>
    look.mutate(
      { params: { id: box.id }, body: {} },
      { onSuccess: toastDone('Портал читает ящик', 'Новые прайс-листы появятся в истории') },
    )
  return (
    <div className="flex gap-1">
      <IconButton
        label={`Прочитать сейчас: ${box.login}`}
        icon={<IconRefresh size={16} />}
        disabled={!box.is_on || look.isPending}
        onClick={lookAtOnce}
      />
      <IconButton label={`Удалить ящик: ${box.login}`} icon={<IconTrash size={16} />} onClick={() => void ask()} />
    </div>
  )
}
