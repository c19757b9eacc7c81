import { shipmentRoutes, type Shipment } from '@artikul/contract/shipments'
import { useDraft } from '../../lib/use-draft.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useCancel } from './shipments.api.ts'

/** Takes the shipment back, with the reason that the buyer reads too. */
export default function CancelDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const form = useDraft({ reason: '' })
  const cancel = useCancel(shipment)
  const submit = () => {
    const body = form.checked(shipmentRoutes.cancel.body, form.draft)
    if (!body) return
    cancel.mutate(body, {
      onSuccess: () => {
        toast({ severity: 'success', summary: `Отгрузка № ${shipment.number} отменена` })
        onClose()
      },
      onError: (error) => form.refuse(error, ['reason']),
    })
  }
  return (
    <FormDialog
      width="sm"
      title={`Отменить отгрузку № ${shipment.number}`}
      description="Номер останется за ней, товар вернётся на склад и в заказы."
      submit="Отменить отгрузку"
      dangerous
      form={{ errors: form.errors, busy: cancel.isPending, submit }}
      isDirty={form.isDirty}
      onClose={onClose}
    >
      <TextArea
        label="Причина"
        hint="Её увидит и покупатель"
        required
        maxLength={500}
        value={form.draft.reason}
        onValueChange={(reason) => form.change({ reason })}
        error={form.errors.fields['reason']}
      />
    </FormDialog>
  )
}
