import { ClaimQuestion } from '@artikul/contract/fulfilment/claim-handling'
import { claimRoutes } from '@artikul/contract/fulfilment/claims'
import { useForm } from '../../../lib/browser/use-form.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import type { ClaimDialogProps } from './claim-actions.tsx'
import { CLAIM_KEYS } from './claims.api.ts'

/** Sends a question to the client by email; the claim waits for the answer. */
export default function RequestDetailsDialog({ claim, onClose }: ClaimDialogProps) {
  const form = useForm({ defaultValues: { text: '' } })
  const requestDetails = useApiMutation(claimRoutes.requestDetails, { invalidates: CLAIM_KEYS })
  const submit = () => {
    const body = form.checked(ClaimQuestion, { ...form.draft, version: claim.version, file_ids: [] })
    if (!body) return
    requestDetails.mutate(
      { params: { id: claim.id }, body },
      {
        onSuccess: () => {
          toast({ severity: 'success', summary: `Вопрос по обращению ${claim.number} отправлен` })
          onClose()
        },
        onError: (error) => form.refuse(error),
      },
    )
  }
  return (
    <FormDialog
      width="sm"
      title={`Вопрос по обращению ${claim.number}`}
      description="Клиент получит письмо. После ответа обращение вернётся на рассмотрение."
      submit="Спросить"
      form={{ errors: form.errors, busy: requestDetails.isPending, submit }}
      isDirty={form.isDirty}
      onClose={onClose}
    >
      <TextArea label="Вопрос" required maxLength={2000} {...form.field('text')} />
    </FormDialog>
  )
}
