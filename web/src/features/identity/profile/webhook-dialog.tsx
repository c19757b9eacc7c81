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
import { useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { call } from '../../../lib/api/call.ts'
import { formErrors, NO_ERRORS, refusalsOf } from '../../../lib/api/form-errors.ts'
import { invalidate } from '../../../lib/api/use-api-mutation.ts'
import { consigneesQuery } from '../../../lib/queries/consignees-query.ts'
import { CheckboxGroup } from '../../../ui/fields/checkbox-group.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'

const EVENTS = keysOf(WEBHOOK_EVENTS).map((value) => ({ value, label: WEBHOOK_EVENTS[value] }))
const NEW: NewWebhook = { name: '', url: '', events: keysOf(WEBHOOK_EVENTS), consignee_id: null }
const KNOWN = Object.keys(NEW)

const draftOf = ({ name, url, events, consignee_id }: Webhook): NewWebhook => ({ name, url, events, consignee_id })

interface Props {
  shown: Webhook | null
  onCreated: (secret: WebhookSecret) => void
  onClose: () => void
}

function useSaving(shown: Webhook | null, draft: NewWebhook, { onCreated, onClose }: Omit<Props, 'shown'>) {
  const queryClient = useQueryClient()
  const [errors, setErrors] = useState(NO_ERRORS)
  const body = { ...draft, version: shown?.version ?? 1, is_paused: (shown?.pause ?? '') !== '' }
  const { mutate, isPending, error } = useMutation({
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
    onError: (refusal) => setErrors(formErrors(refusal, KNOWN)),
  })
  return {
    errors,
    busy: isPending,
    stale: error instanceof ApiError && error.code === 'stale',
    refresh: async () => {
      await queryClient.refetchQueries({ queryKey: ['webhooks'] })
      setErrors(NO_ERRORS)
    },
    submit: () => {
      const refusals = shown ? refusalsOf(WebhookPatch, body) : refusalsOf(NewWebhook, draft)
      setErrors({ fields: refusals, form: null })
      if (Object.keys(refusals).length === 0) mutate()
    },
  }
}

/** Form of a webhook as changes over the stored values. */
export default function WebhookDialog({ shown, onCreated, onClose }: Props) {
  const points = useQuery(consigneesQuery)
  const [typed, setTyped] = useState<Partial<NewWebhook>>({})
  const draft: NewWebhook = { ...(shown ? draftOf(shown) : NEW), ...typed }
  const change = (fields: Partial<NewWebhook>) => setTyped((all) => ({ ...all, ...fields }))
  const form = useSaving(shown, draft, { onCreated, onClose })
  const { fields: errors } = form.errors
  return (
    <FormDialog
      title={shown ? `Вебхук «${shown.name}»` : 'Новый вебхук'}
      submit={shown ? 'Сохранить' : 'Создать'}
      form={form}
      isDirty={Object.keys(typed).length > 0}
      onClose={onClose}
      className="flex flex-col gap-4"
    >
      <TextField
        label="Название"
        required
        autoComplete="off"
        hint="Программа, которая принимает: «Сайт магазина»."
        value={draft.name}
        onValueChange={(name) => change({ name })}
        error={errors['name']}
      />
      <TextField
        label="Адрес"
        required
        autoComplete="off"
        placeholder="https://shop.example.ru/artikul"
        hint="Принимает POST с JSON и отвечает кодом 200–299 за 15 секунд."
        value={draft.url}
        onValueChange={(url) => change({ url })}
        error={errors['url']}
      />
      <CheckboxGroup
        label="О чём сообщать *"
        items={EVENTS}
        value={draft.events}
        onValueChange={(events) => change({ events })}
        error={errors['events']}
      />
      <Select
        label="Точка доставки"
        items={(points.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        placeholder="Все точки компании"
        hint="С точкой приходят только её заказы, отгрузки и обращения; оплаты, прайсы и подписки – нет."
        value={draft.consignee_id}
        onValueChange={(point) => change({ consignee_id: point })}
        error={errors['consignee_id']}
      />
    </FormDialog>
  )
}
