import { isCorrected } from '@artikul/contract/fulfilment/claim-rules'
import { claimRoutes, type Claim } from '@artikul/contract/fulfilment/claims'
import { ClaimSettlement } from '@artikul/contract/fulfilment/new-claim'
import { useForm } from '../../../lib/browser/use-form.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import type { ClaimDialogProps } from './claim-actions.tsx'
import { ClosingFields, VerdictLine, withLines } from './verdict-line.tsx'
import { CLAIM_KEYS } from './claims.api.ts'

/** True when the goods can be sold again, so that they return to stock by default. */
const isAsNew = ({ kind }: Claim) => kind === 'unfit' || kind === 'wrong'

interface Draft {
  lines: { id: number; qty: number | null; to_stock: boolean; refusal: string }[]
  text: string
  correction_number: string
}

const asDraft = (claim: Claim): Draft => ({
  lines: claim.lines.map(({ id, received_qty: qty, is_own_stock: isOwn }) => ({
    id,
    qty: qty ?? 0,
    to_stock: isAsNew(claim) && isOwn === true,
    refusal: '',
  })),
  text: '',
  correction_number: '',
})

function useSettling({ claim, onClose }: ClaimDialogProps) {
  const form = withLines(useForm({ defaultValues: asDraft(claim) }))
  const settle = useApiMutation(claimRoutes.settle, { invalidates: CLAIM_KEYS })
  const submit = () => {
    const { lines, text, correction_number: number } = form.draft
    const body = form.checked(ClaimSettlement, {
      version: claim.version,
      // Goods that were not returned need no reason.
      lines: lines.map((line, at) => ({
        ...line,
        qty: line.qty ?? 0,
        refusal: claim.lines[at]?.received_qty === 0 && line.refusal === '' ? 'Не сдано' : line.refusal,
      })),
      text,
      ...(number.trim() !== '' && { correction_number: number }),
    })
    if (!body) return
    settle.mutate(
      { params: { id: claim.id }, body },
      {
        onSuccess: () => {
          toast({ severity: 'success', summary: `Обращение ${claim.number} закрыто` })
          onClose()
        },
        onError: (error) =>
          form.refuse(error, [
            'correction_number',
            ...lines.flatMap((_, at) => [`lines.${at}.qty`, `lines.${at}.refusal`]),
          ]),
      },
    )
  }
  return { ...form, busy: settle.isPending, submit }
}

/** Closes the claim: accepts the received goods and returns them to stock. */
export default function SettleDialog({ claim, onClose }: ClaimDialogProps) {
  const form = useSettling({ claim, onClose })
  const { draft, errors, isDirty, changeLine, busy, submit } = form
  const isAccepted = draft.lines.some((line) => (line.qty ?? 0) > 0)
  return (
    <FormDialog
      width="lg"
      title={`Закрыть обращение ${claim.number}`}
      description={
        (claim.granted_outcome ?? claim.outcome) === 'exchange'
          ? 'Принятое уменьшит долг корректировкой, и замена на него станет готова к отгрузке. Непринятое вернётся клиенту.'
          : 'Принятое уменьшит долг клиента корректировкой, непринятое вернётся ему.'
      }
      submit={isAccepted ? 'Закрыть' : 'Отказать'}
      dangerous={!isAccepted}
      form={{ errors, busy, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      {claim.lines.map((line, at) => (
        <VerdictLine key={line.id} line={line} at={at} form={form} label="Принять" most={line.received_qty ?? 0}>
          {claim.kind !== 'surplus' && line.is_own_stock && (
            <Checkbox
              label="В хорошем состоянии: на свой склад, в продажу"
              checked={draft.lines[at]?.to_stock ?? false}
              onCheckedChange={(to_stock) => changeLine(at, { to_stock })}
            />
          )}
        </VerdictLine>
      ))}
      <ClosingFields
        form={form}
        asksNumber={claim.needs_number && isCorrected(claim.granted_outcome ?? claim.outcome) && isAccepted}
      />
    </FormDialog>
  )
}
