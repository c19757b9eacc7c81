import { keysOf } from '@artikul/contract/core/keys'
import { WEBHOOK_EVENTS } from '@artikul/contract/core/webhook-events'
import {
  NewWebhook,
  WebhookPatch,
  webhookRoutes,
  type Webhook,
  type WebhookSecret,
} from '@artikul/contract/integrations/webhooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { invalidate } from '../../../lib/api/use-api-mutation.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { consigneesQuery } from '../../../lib/queries/consignees-query.ts'
import { CheckboxGroup } from '../../../ui/fields/checkbox-group.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'

const EVENTS = keysOf(WEBHOOK_EVENTS).map((value) => ({ value, label: WEBHOOK_EVENTS[value] }))
const NEW: NewWebhook = { name: '', url: '', events: keysOf(WEBHOOK_EVENTS), consignee_id: null }

const draftOf = ({ name, url, events, consignee_id }: Webhook): NewWebhook => ({ name, url, events, consignee_id })

interface Props {
  shown: Webhook | null
  onCreated: (secret: WebhookSecret) => void
  onClose: () => void
}

function useWebhookForm({ shown, onCreated, onClose }: Props) {
  const queryClient = useQueryClient()
  const form = useForm<NewWebhook>({
    values: shown ? draftOf(shown) : NEW,
    refetch: () => queryClient.refetchQueries({ queryKey: ['webhooks'] }),
  })
  const { draft } = form
  const body = { ...draft, version: shown?.version ?? 1, is_paused: (shown?.pause ?? '') !== '' }
  const { mutate, isPending } = useMutation({
    mutationFn: async (): Promise<WebhookSecret | null> => {
      if (!shown) return call(webhookRoutes.create, { body: draft })
      await call(webhookRoutes.change, { params: { id: shown.id }, body })
      return null
    },
    onSuccess: (secret) => {
      if (secret) onCreated(secret)
      else {
        toast({ severity: 'success', summary: 'Вебхук изменён' })
        onClose()
      }
      return invalidate(queryClient, ['webhooks'])
    },
    onError: (error) => form.refuse(error),
  })
  return {
    ...form,
    busy: isPending,
    submit: () => {
      if (shown ? form.checked(WebhookPatch, body) : form.checked(NewWebhook, draft)) mutate()
    },
  }
}

/** Form of a webhook. */
export default function WebhookDialog(props: Props) {
  const { shown, onClose } = props
  const points = useQuery(consigneesQuery)
  const form = useWebhookForm(props)
  const { field } = form
  return (
    <FormDialog
      title={shown ? `Вебхук «${shown.name}»` : 'Новый вебхук'}
      submit={shown ? 'Сохранить' : 'Создать'}
      form={form}
      isDirty={form.isDirty}
      onClose={onClose}
      className="flex flex-col gap-4"
    >
      <TextField
        label="Название"
        required
        autoComplete="off"
        hint="Программа, которая принимает: «Сайт магазина»."
        {...field('name')}
      />
      <TextField
        label="Адрес"
        required
        autoComplete="off"
        placeholder="https://shop.example.ru/artikul"
        hint="Принимает POST с JSON и отвечает кодом 200–299 за 15 секунд."
        {...field('url')}
      />
      <CheckboxGroup label="О чём сообщать *" items={EVENTS} {...field('events')} />
      <Select
        label="Точка доставки"
        items={(points.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        placeholder="Все точки компании"
        hint="С точкой приходят только её заказы, отгрузки и обращения; оплаты, прайсы и подписки – нет."
        {...field('consignee_id')}
      />
    </FormDialog>
  )
}
