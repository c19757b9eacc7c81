import { WriteOff } from '@artikul/contract/fulfilment/new-claim'
import { claimRoutes } from '@artikul/contract/fulfilment/claims'
import { useForm } from '../../../lib/browser/use-form.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import type { ClaimDialogProps } from './claim-actions.tsx'
import { CLAIM_KEYS } from './claims.api.ts'

/** Removes a claim's goods from shipping; the billed sum is credited. */
export default function WriteOffDialog({ claim, onClose }: ClaimDialogProps) {
  const form = useForm({ defaultValues: { text: '', correction_number: '' } })
  const writeOff = useApiMutation(claimRoutes.writeOff, { invalidates: CLAIM_KEYS })
  const isBilled = (claim.granted_outcome ?? claim.outcome) === 'resupply'
  const submit = () => {
    const { text, correction_number: number } = form.draft
    const body = form.checked(WriteOff, {
      version: claim.version,
      text,
      ...(number.trim() !== '' && { correction_number: number }),
    })
    if (!body) return
    writeOff.mutate(
      { params: { id: claim.id }, body },
      {
        onSuccess: () => {
          toast({ severity: 'success', summary: `Товар по обращению ${claim.number} снят с отправки` })
          onClose()
        },
        onError: (error) => form.refuse(error),
      },
    )
  }
  return (
    <FormDialog
      width="sm"
      title="Не отправлять товар"
      description={
        isBilled
          ? 'Что ещё не ушло, снимется с резерва, а его стоимость уменьшит долг клиента корректировкой.'
          : 'Что ещё не ушло, снимется с резерва. Деньги за возвращённый товар уже зачтены корректировкой.'
      }
      submit="Снять с отправки"
      dangerous
      form={{ errors: form.errors, busy: writeOff.isPending, submit }}
      isDirty={form.isDirty}
      onClose={onClose}
    >
      <TextArea label="Причина" hint="Её прочтёт клиент" required maxLength={2000} {...form.field('text')} />
      {isBilled && claim.needs_number && (
        <TextField label="Номер корректировки из 1С" required maxLength={50} {...form.field('correction_number')} />
      )}
    </FormDialog>
  )
}
