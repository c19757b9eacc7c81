import { assistedOrderRoutes, type AssistedOrder } from '@artikul/contract/ordering/assisted-orders'
import { useNavigate } from '@tanstack/react-router'
import { chooseBuyer } from '../../../../lib/session/buyer.ts'
import { useForm } from '../../../../lib/browser/use-form.ts'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { TextArea, TextField } from '../../../../ui/fields/text-field.tsx'
import { toast } from '../../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../../lib/api/use-api-mutation.ts'
import { useForgetDraft } from './assisted-orders.api.ts'

/** «Отправить клиенту на подтверждение»: turns the assisted order into a cart of the client's company. */
export default function AssistedOrderSendDialog({ draft, onClose }: { draft: AssistedOrder; onClose: () => void }) {
  const navigate = useNavigate()
  const forget = useForgetDraft(draft.id)
  const form = useForm({ defaultValues: { name: draft.name, message: '' } })
  const body = { name: form.draft.name.trim(), message: form.draft.message.trim() }
  const send = useApiMutation(assistedOrderRoutes.send, {
    onSuccess: async ({ sent_to: people, name }) => {
      toast({ severity: 'success', summary: `Отправлено: корзина «${name}»`, detail: `Кому: ${people.join(', ')}` })
      chooseBuyer(draft.contractor)
      await navigate({ to: '/orders/new' })
      await forget()
    },
    onError: (error) => form.refuse(error),
  })
  const { errors, isDirty, field } = form
  return (
    <FormDialog
      title="Отправить клиенту на подтверждение"
      description={`Покупатель увидит корзину с обещанными ценами и оформит её сам. Письмо получат: ${draft.people.join(', ')}.`}
      width="sm"
      submit="Отправить"
      form={{ errors, busy: send.isPending, submit: () => send.mutate({ params: { id: draft.id }, body }) }}
      isDirty={isDirty}
      onClose={onClose}
    >
      <TextField label="Название корзины" required maxLength={60} {...field('name')} />
      <TextArea label="Сообщение" maxLength={1000} {...field('message')} />
    </FormDialog>
  )
}
