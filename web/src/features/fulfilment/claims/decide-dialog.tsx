import {
  CLAIM_OUTCOMES,
  CLAIM_TERMS,
  isOfMoney,
  isSupplied,
  type ClaimOutcome,
} from '@artikul/contract/fulfilment/claim-rules'
import { claimRoutes, type Claim } from '@artikul/contract/fulfilment/claims'
import { ClaimDecision } from '@artikul/contract/fulfilment/new-claim'
import type { DecisionAdvice } from '@artikul/contract/purchasing/supplier-returns'
import { useQuery } from '@tanstack/react-query'
import { returnsOfClaimQuery } from '../../../lib/queries/supplier-returns-query.ts'
import { todayIso } from '../../../lib/text/format.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { MoneyField } from '../../../ui/fields/number-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import type { ClaimDialogProps } from './claim-actions.tsx'
import { ClosingFields, VerdictLine, withLines } from './verdict-line.tsx'
import { CLAIM_KEYS } from './claims.api.ts'

const HAND_OVER_DAYS = 14
const inDays = (days: number) => todayIso(new Date(Date.now() + days * 86_400_000))

interface Draft {
  lines: { id: number; qty: number | null; price_kop: number | null; to_stock: boolean; refusal: string }[]
  outcome: ClaimOutcome
  text: string
  hand_over_until: string | null
  hand_over_to: string
  correction_number: string
}

/** Begins with the decision that follows from the suppliers' answers. */
const asDraft = (claim: Claim, advice: readonly DecisionAdvice[]): Draft => ({
  lines: claim.lines.map(({ id, qty, asked_kop: requestedKop }) => {
    const advised = advice.find((one) => one.claim_line_id === id)
    return {
      id,
      qty: Math.min(advised?.qty ?? qty, qty),
      price_kop: requestedKop,
      to_stock: false,
      refusal: advised?.refusal ?? '',
    }
  }),
  outcome: claim.outcome,
  text: '',
  hand_over_until: CLAIM_TERMS[claim.kind].comesBack ? inDays(HAND_OVER_DAYS) : null,
  hand_over_to: '',
  correction_number: '',
})

const isAccepted = ({ lines }: Draft) => lines.some((line) => (line.qty ?? 0) > 0)

interface AdvisedProps extends ClaimDialogProps {
  advice: readonly DecisionAdvice[]
}

function useDeciding({ claim, advice, onClose }: AdvisedProps) {
  const form = withLines(useForm({ defaultValues: asDraft(claim, advice) }))
  const decide = useApiMutation(claimRoutes.decide, { invalidates: CLAIM_KEYS })
  const comesBack = CLAIM_TERMS[claim.kind].comesBack && isAccepted(form.draft)
  const submit = () => {
    const { lines, correction_number: number, ...rest } = form.draft
    const body = form.checked(ClaimDecision, {
      ...rest,
      version: claim.version,
      lines: lines.map((line) => ({
        ...line,
        qty: line.qty ?? 0,
        price_kop: claim.kind === 'price' ? line.price_kop : null,
      })),
      ...(!comesBack && { hand_over_until: null, hand_over_to: '' }),
      ...(number.trim() !== '' && { correction_number: number }),
    })
    if (!body) return
    decide.mutate(
      { params: { id: claim.id }, body },
      {
        onSuccess: () => {
          toast({ severity: 'success', summary: `Решение по обращению ${claim.number} отправлено` })
          onClose()
        },
        onError: (error) =>
          form.refuse(error, [
            'outcome',
            'hand_over_until',
            'hand_over_to',
            'correction_number',
            ...lines.flatMap((_, at) => [`lines.${at}.qty`, `lines.${at}.refusal`, `lines.${at}.price_kop`]),
          ]),
      },
    )
  }
  return { ...form, comesBack, busy: decide.isPending, submit }
}

/** Decides on each line: the accepted quantity and the reason for declining the rest. */
export default function DecideDialog(props: ClaimDialogProps) {
  const { data, isPending } = useQuery(returnsOfClaimQuery(props.claim.id))
  return isPending ? null : <AdvisedDialog {...props} advice={data?.advice ?? []} />
}

function AdvisedDialog({ claim, advice, onClose }: AdvisedProps) {
  const form = useDeciding({ claim, advice, onClose })
  const { draft, errors, isDirty, field, changeLine, comesBack, busy, submit } = form
  const isPrice = claim.kind === 'price' && isOfMoney(claim.outcome)
  const corrects = isOfMoney(draft.outcome) && !CLAIM_TERMS[claim.kind].comesBack && isAccepted(draft)
  return (
    <FormDialog
      width="lg"
      title={`Решение по обращению ${claim.number}`}
      submit={isAccepted(draft) ? 'Принять' : 'Отказать'}
      dangerous={!isAccepted(draft)}
      form={{ errors, busy, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      {advice.length > 0 && (
        <Notice tone="info">Предложено по решению поставщика: проверьте, что увидит покупатель.</Notice>
      )}
      {claim.kind !== 'price' && isAccepted(draft) && <Granted claim={claim} form={form} />}
      {claim.lines.map((line, at) => (
        <VerdictLine
          key={line.id}
          line={line}
          at={at}
          form={form}
          label="Принять"
          most={line.qty}
          isWhole={claim.kind === 'price'}
        >
          {claim.kind === 'shortage' && line.is_own_stock && (draft.lines[at]?.qty ?? 0) > 0 && (
            <Checkbox
              label="Нашли у себя: вернуть в остаток склада"
              checked={draft.lines[at]?.to_stock ?? false}
              onCheckedChange={(to_stock) => changeLine(at, { to_stock })}
            />
          )}
          {isPrice && (draft.lines[at]?.qty ?? 0) > 0 && (
            <MoneyField
              label="Верная цена"
              ofWhat={`${line.brand} ${line.article}`}
              value={draft.lines[at]?.price_kop ?? null}
              onValueChange={(price_kop) => changeLine(at, { price_kop })}
              error={errors.fields[`lines.${at}.price_kop`]}
            />
          )}
        </VerdictLine>
      ))}
      {comesBack && (
        <div className="grid gap-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <DateField label="Сдать до" required min={todayIso()} {...field('hand_over_until')} />
          <TextField
            label="Куда сдать"
            required
            placeholder="Склад, адрес и часы или «водителю ближайшего рейса»"
            maxLength={300}
            {...field('hand_over_to')}
          />
        </div>
      )}
      <ClosingFields form={form} asksNumber={corrects && claim.needs_number} />
    </FormDialog>
  )
}

const GOODS_HINTS: Partial<Record<ClaimOutcome, string>> = {
  exchange: 'Замена резервируется на своём складе сейчас и уйдёт, когда вернётся прежний товар',
  resupply: 'Товар резервируется на своём складе и уйдёт без доплаты: он уже в документе отгрузки',
}

/** Granted outcome: the requested one or another of its kind. */
function Granted({ claim, form }: { claim: Claim; form: ReturnType<typeof useDeciding> }) {
  const items = CLAIM_TERMS[claim.kind].outcomes.map((value) => ({ value, label: CLAIM_OUTCOMES[value] }))
  if (items.length === 1) return null
  const { outcome } = form.draft
  return (
    <Select
      label="Исход"
      hint={
        isSupplied(outcome) ? GOODS_HINTS[outcome] : `Клиент просит: ${CLAIM_OUTCOMES[claim.outcome].toLowerCase()}`
      }
      items={items}
      value={outcome}
      onValueChange={(value) => form.change({ outcome: value ?? claim.outcome })}
      error={form.errors.fields['outcome']}
    />
  )
}
