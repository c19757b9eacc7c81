import { NewView, orderViewRoutes, type OrderView } from '@artikul/contract/ordering/orders/order-views'
import { useForm } from '../../../../lib/browser/use-form.ts'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { toast } from '../../../../ui/hints/toast.ts'
import { useApiMutation, useInvalidate } from '../../../../lib/api/use-api-mutation.ts'

interface Props {
  filter: OrderView
  /** Name of the displayed view; empty when there is none. */
  name: string
  onClose: () => void
}

export default function NameViewDialog({ filter, name, onClose }: Props) {
  const refresh = useInvalidate('order-views')
  const { draft, errors, isDirty, field, refuse, checked } = useForm({ defaultValues: { name } })
  const keep = useApiMutation(orderViewRoutes.save, {
    onSuccess: async (_, { body }) => {
      toast({ severity: 'success', summary: 'Вид сохранён', detail: `«${body.name}»` })
      onClose()
      await refresh()
    },
    onError: (error) => refuse(error),
  })
  const submit = () => {
    const body = checked(NewView, { name: draft.name, filter })
    if (body) keep.mutate({ body })
  }
  return (
    <FormDialog
      title="Сохранить вид"
      description="Раздел и отбор под названием, без периода. Вид с тем же названием будет заменён."
      width="sm"
      submit="Сохранить"
      form={{ errors, busy: keep.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      <TextField label="Название" required autoComplete="off" maxLength={60} {...field('name')} />
    </FormDialog>
  )
}
