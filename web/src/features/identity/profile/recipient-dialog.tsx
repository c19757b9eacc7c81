import {
  NewRecipient,
  RECIPIENT_TOPICS,
  RECIPIENT_WAYS,
  RecipientChange,
  recipientTopicLabel,
  TOPICS_OF_SUMS,
  emailRecipientRoutes,
  type EmailRecipient,
  type RecipientWay,
} from '@artikul/contract/companies/email-recipients'
import type { Topic } from '@artikul/contract/workspace/notification-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from '../../../lib/browser/use-form.ts'
import { consigneesQuery } from '../../../lib/queries/consignees-query.ts'
import { CheckboxGroup } from '../../../ui/fields/checkbox-group.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { invalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'

const TOPICS = RECIPIENT_TOPICS.map((value) => ({
  value,
  label: recipientTopicLabel(value) + (TOPICS_OF_SUMS.includes(value) ? ' (с суммами)' : ''),
}))
const WAYS = (Object.entries(RECIPIENT_WAYS) as [RecipientWay, string][]).map(([value, label]) => ({ value, label })) // its own keys
const NEW = {
  email: '',
  topics: [] as Topic[],
  mail: 'at_once' as RecipientWay,
  consignee_id: null,
  sees_prices: false,
}

const fieldsOf = ({ email, topics, mail, consignee, sees_prices }: EmailRecipient): NewRecipient => ({
  email,
  topics,
  mail,
  consignee_id: consignee?.id ?? null,
  sees_prices,
})

function useRecipientForm(recipient: EmailRecipient | null, onClose: () => void) {
  const queryClient = useQueryClient()
  const form = useForm<NewRecipient>({
    values: recipient ? fieldsOf(recipient) : NEW,
    refetch: () => queryClient.refetchQueries({ queryKey: ['email-recipients'] }),
    paths: { topics: ['topics', 'sees_prices', 'consignee_id'] },
  })
  const { draft } = form
  const { email: _, ...fields } = draft
  const body = { ...fields, version: recipient?.version ?? 1 }
  const { mutate, isPending } = useMutation({
    mutationFn: async (): Promise<void> => {
      await (recipient
        ? call(emailRecipientRoutes.change, { params: { id: recipient.id }, body })
        : call(emailRecipientRoutes.add, { body: draft }))
    },
    onSuccess: () => {
      toast({
        severity: 'success',
        summary: recipient ? 'Получатель изменён' : 'Письмо со ссылкой отправлено',
        ...(!recipient && { detail: `Как только ${draft.email.trim()} согласится, письма начнут приходить.` }),
      })
      onClose()
      return invalidate(queryClient, ['email-recipients'])
    },
    onError: (error) => form.refuse(error),
  })
  return {
    ...form,
    busy: isPending,
    submit: () => {
      if (recipient ? form.checked(RecipientChange, body) : form.checked(NewRecipient, draft)) mutate()
    },
  }
}

/** Form of a recipient. */
export default function RecipientDialog({
  recipient,
  onClose,
}: {
  recipient: EmailRecipient | null
  onClose: () => void
}) {
  const points = useQuery(consigneesQuery)
  const form = useRecipientForm(recipient, onClose)
  const { draft, change, field } = form
  const { fields: errors } = form.errors
  const choices = (points.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FormDialog
      title={recipient ? `Получатель ${recipient.email}` : 'Новый получатель'}
      submit={recipient ? 'Сохранить' : 'Добавить'}
      form={form}
      isDirty={form.isDirty}
      onClose={onClose}
      className="flex flex-col gap-4"
    >
      {!recipient && (
        <TextField
          label="Электронная почта"
          type="email"
          required
          autoComplete="off"
          hint="Придёт письмо со ссылкой: без согласия другие письма не приходят."
          {...field('email')}
        />
      )}
      <CheckboxGroup label="О чём писать *" items={TOPICS} {...field('topics')} />
      <RadioGroup label="Когда писать" items={WAYS} {...field('mail')} />
      <Select label="О заказах какой точки" items={choices} placeholder="Вся компания" {...field('consignee_id')} />
      <div>
        <Switch
          label="Показывать цены и суммы"
          checked={draft.sees_prices}
          onCheckedChange={(sees_prices) => change({ sees_prices })}
        />
        {errors['sees_prices'] && (
          <p role="alert" className="mt-1 text-xs text-accent">
            {errors['sees_prices']}
          </p>
        )}
      </div>
    </FormDialog>
  )
}
