import { blockRoutes, type UnblockRequest } from '@artikul/contract/blocks'
import { useDraft } from '../../lib/use-draft.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useDecline } from './blocks.api.ts'

/** A refusal to unblock, with the reason that the buyer reads. */
export function DeclineDialog({ request, onClose }: { request: UnblockRequest; onClose: () => void }) {
  const form = useDraft({ reason: '' })
  const decline = useDecline()
  const submit = () => {
    const body = form.checked(blockRoutes.decline.body, form.draft)
    if (!body) return
    decline.mutate(
      { id: request.id, ...body },
      {
        onSuccess: () => {
          toast({ severity: 'success', summary: `Заказ № ${request.order_number}: в разблокировке отказано` })
          onClose()
        },
        onError: (error) => form.refuse(error, ['reason']),
      },
    )
  }
  return (
    <FormDialog
      width="sm"
      title={`Отказать по заказу № ${request.order_number}`}
      description="Заказ останется приостановленным до конца резерва."
      submit="Отказать"
      dangerous
      form={{ errors: form.errors, busy: decline.isPending, submit }}
      isDirty={form.isDirty}
      onClose={onClose}
    >
      <TextArea
        label="Причина"
        hint="Её увидит покупатель"
        required
        maxLength={500}
        value={form.draft.reason}
        onValueChange={(reason) => form.change({ reason })}
        error={form.errors.fields['reason']}
      />
    </FormDialog>
  )
}
