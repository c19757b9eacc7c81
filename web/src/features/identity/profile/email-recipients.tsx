import {
  MAX_RECIPIENTS,
  RECIPIENT_STATES,
  RECIPIENT_WAYS,
  recipientTopicLabel,
  emailRecipientRoutes,
  type EmailRecipient,
  type RecipientState,
} from '@artikul/contract/companies/email-recipients'
import { useQuery } from '@tanstack/react-query'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'

const RecipientDialog = lazyWindow(() => import('./recipient-dialog.tsx'))

const TONES = { asked: 'info', overdue: 'warn', confirmed: 'success', stopped: 'neutral' } as const satisfies Record<
  RecipientState,
  string
>

/** Email recipients without an account, for the company's administrator. */
export function Recipients() {
  const { data, error, refetch } = useQuery(query(emailRecipientRoutes.list, {}))
  const [edited, setEdited] = useState<EmailRecipient | 'new' | null>(null)
  const isFull = (data?.results.length ?? 0) >= MAX_RECIPIENTS
  return (
    <Panel title="Получатели без учётной записи" className="max-w-3xl">
      <p className="mb-3 text-sm text-text-2">
        Бухгалтеру, складу или точке. Сначала мы спросим согласия письмом; отказаться можно из любого письма.
      </p>
      {data ? (
        <List items={data.results} onEdit={setEdited} />
      ) : (
        <QueryFallback error={error} onRetry={refetch} rows={3} />
      )}
      {data && (
        <Button className="mt-3" icon={<IconPlus size={16} />} disabled={isFull} onClick={() => setEdited('new')}>
          Добавить получателя
        </Button>
      )}
      {isFull && <p className="mt-1 text-sm text-text-2">Получателей не больше {MAX_RECIPIENTS}: уберите лишних.</p>}
      {edited && (
        <Suspense>
          <RecipientDialog
            recipient={edited === 'new' ? null : (data?.results.find(({ id }) => id === edited.id) ?? edited)}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </Panel>
  )
}

function List({ items, onEdit }: { items: readonly EmailRecipient[]; onEdit: (one: EmailRecipient) => void }) {
  const refresh = useInvalidate('email-recipients')
  const { mutate, isPending } = useApiMutation(emailRecipientRoutes.remove, {
    onSuccess: () => {
      toast({ severity: 'success', summary: 'Получатель убран' })
      return refresh()
    },
    onError: toastRefusal('Получатель не убран'),
  })
  const ask = async (one: EmailRecipient) => {
    const title = `Убрать получателя ${one.email}?`
    if (await confirm({ title, text: 'Письма ему больше не придут.', dangerous: true }))
      mutate({ params: { id: one.id } })
  }
  if (items.length === 0) return <p className="text-sm">Пока никого нет.</p>
  return (
    <ul className="flex flex-col border-t border-hairline">
      {items.map((one) => (
        <Item key={one.id} one={one} busy={isPending} onEdit={() => onEdit(one)} onRemove={() => void ask(one)} />
      ))}
    </ul>
  )
}

interface ItemProps {
  one: EmailRecipient
  busy: boolean
  onEdit: () => void
  onRemove: () => void
}

const Item = ({ one, busy, onEdit, onRemove }: ItemProps) => (
  <li className="flex items-start gap-3 border-b border-hairline py-2">
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold break-all">{one.email}</span>
        <Tag tone={TONES[one.state]}>{RECIPIENT_STATES[one.state]}</Tag>
        <span className="text-xs text-text-2">{moment(one.since)}</span>
      </p>
      <p className="text-sm">{one.topics.map(recipientTopicLabel).join(', ')}</p>
      <p className="text-sm text-text-2">
        {[
          RECIPIENT_WAYS[one.mail],
          one.consignee ? `только ${one.consignee.name}` : 'вся компания',
          one.sees_prices ? 'с ценами' : 'без цен',
        ].join(' · ')}
      </p>
      {one.state === 'overdue' && (
        <p className="text-sm text-text-2">Срок подтверждения прошёл: уберите и добавьте адрес снова.</p>
      )}
    </div>
    <IconButton
      size="row"
      disabled={busy}
      label={`Изменить: ${one.email}`}
      icon={<IconPencil size={16} />}
      onClick={onEdit}
    />
    <IconButton
      size="row"
      disabled={busy}
      label={`Убрать: ${one.email}`}
      icon={<IconTrash size={16} />}
      onClick={onRemove}
    />
  </li>
)
