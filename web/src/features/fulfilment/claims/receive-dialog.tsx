import { ClaimReceipt } from '@artikul/contract/fulfilment/new-claim'
import { claimRoutes } from '@artikul/contract/fulfilment/claims'
import { useForm } from '../../../lib/browser/use-form.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import type { ClaimDialogProps } from './claim-actions.tsx'
import { VerdictLine, withLines } from './verdict-line.tsx'
import { CLAIM_KEYS } from './claims.api.ts'

interface Draft {
  lines: { id: number; qty: number | null }[]
}

/** Dialog that records the returned part of the approved goods. */
export default function ReceiveDialog({ claim, onClose }: ClaimDialogProps) {
  const form = withLines(
    useForm<Draft>({
      defaultValues: {
        lines: claim.lines.map(({ id, accepted_qty: qty }) => ({ id, qty: qty ?? 0 })),
      },
    }),
  )
  const receive = useApiMutation(claimRoutes.receive, { invalidates: CLAIM_KEYS })
  const submit = () => {
    const lines = form.draft.lines.map(({ id, qty }) => ({ id, qty: qty ?? 0 }))
    const body = form.checked(ClaimReceipt, { version: claim.version, lines })
    if (!body) return
    receive.mutate(
      { params: { id: claim.id }, body },
      {
        onSuccess: () => {
          toast({ severity: 'success', summary: `Товар по обращению ${claim.number} получен` })
          onClose()
        },
        onError: (error) =>
          form.refuse(
            error,
            lines.map((_, at) => `lines.${at}.qty`),
          ),
      },
    )
  }
  return (
    <FormDialog
      width="lg"
      title={`Товар по обращению ${claim.number}`}
      description="Сколько клиент сдал. После этого товар можно отправить на экспертизу или закрыть обращение."
      submit="Получено"
      form={{
        errors: { form: form.errors.form ?? form.errors.fields['lines'] ?? null },
        busy: receive.isPending,
        submit,
      }}
      isDirty={form.isDirty}
      onClose={onClose}
    >
      {claim.lines.map((line, at) => (
        <VerdictLine key={line.id} line={line} at={at} form={form} label="Получено" most={line.accepted_qty ?? 0} />
      ))}
    </FormDialog>
  )
}
