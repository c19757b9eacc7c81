import { NewOverrideRequest, waitingOrderRoutes } from '@artikul/contract/ordering/orders/held-orders'
import { useForm } from '../../../../lib/browser/use-form.ts'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { TextArea } from '../../../../ui/fields/text-field.tsx'
import { toast } from '../../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../../lib/api/use-api-mutation.ts'
import { ORDER_KEYS } from '../order-acts.ts'

/** «Запросить разблокировку»: a message to the employee responsible for debts. */
export function OverrideRequestDialog({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const form = useForm({ defaultValues: { message: '' } })
  const ask = useApiMutation(waitingOrderRoutes.askCreditHoldOverride, { invalidates: ORDER_KEYS })
  const submit = () => {
    const body = form.checked(NewOverrideRequest, form.draft)
    if (!body) return
    // Awaited as a promise: this window unmounts once the order is no longer on hold.
    void ask.mutateAsync({ params: { id: orderId }, body }).then(
      () => {
        toast({ severity: 'success', summary: 'Разблокировка запрошена' })
        onClose()
      },
      (error: unknown) => form.refuse(error),
    )
  }
  return (
    <FormDialog
      width="sm"
      title="Запросить разблокировку"
      description="Менеджер увидит запрос сразу. Напишите, когда и чем закроете долг."
      submit="Отправить"
      form={{ errors: form.errors, busy: ask.isPending, submit }}
      isDirty={form.isDirty}
      onClose={onClose}
    >
      <TextArea
        label="Сообщение"
        placeholder="Оплатим 27.11, платёжное поручение отправим сегодня"
        maxLength={500}
        {...form.field('message')}
      />
    </FormDialog>
  )
}
