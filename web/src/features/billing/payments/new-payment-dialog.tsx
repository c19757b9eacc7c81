import { NewPayment, paymentRoutes } from '@artikul/contract/billing/payments'
import { useQuery } from '@tanstack/react-query'
import { roubles, todayIso } from '../../../lib/text/format.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { MoneyField } from '../../../ui/fields/number-field.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { NO_PARTS, partsOf, type PartsDraft } from './parts-draft.ts'
import { PartsFields } from './parts-fields.tsx'
import { buyerQuery, PAYMENT_KEYS } from './payments.api.ts'

interface Draft {
  number: string
  day: string | null
  sum: number | null
  purpose: string
  external_number: string
  parts: PartsDraft
}

const EMPTY: Draft = { number: '', day: null, sum: null, purpose: '', external_number: '', parts: NO_PARTS }

function missingOf({ parts, sum }: Draft, isEmpty: boolean): Record<string, string> {
  return {
    ...(!parts.buyer && { contractor_id: 'Выберите покупателя' }),
    ...(parts.buyer && parts.contractId === null && { contract: 'Выберите договор' }),
    ...((sum === null || sum <= 0) && { sum: 'Укажите сумму' }),
    ...(sum !== null && sum > 0 && parts.contractId !== null && isEmpty && { parts: 'Укажите, за что платёж' }),
  }
}

/** Returns errors that no displayed field shows. */
const shownOf = (errors: Record<string, string>, missing: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => path !== 'parts' || 'parts' in missing))

function useNewPayment(onClose: () => void) {
  const form = useForm<Draft>({
    defaultValues: { ...EMPTY, day: todayIso() },
    paths: { sum: ['sum', 'parts'], parts: ['parts', 'contractor_id', 'contract'] },
  })
  const { draft } = form
  const create = useApiMutation(paymentRoutes.create, { onSuccess: useInvalidate(...PAYMENT_KEYS) })
  const payable = useQuery(buyerQuery(draft.parts.buyer?.id)).data
  const parts = partsOf(draft.parts, payable, draft.sum ?? 0)
  const accounting_mode = payable?.contracts.find(({ id }) => id === draft.parts.contractId)?.accounting_mode
  const submit = () => {
    const number = draft.external_number.trim()
    const isUnnumbered = accounting_mode === '1c' && number === ''
    const missing = {
      ...missingOf(draft, parts.length === 0),
      ...(isUnnumbered && { external_number: 'Укажите номер из 1С' }),
    }
    const body = form.checked(
      NewPayment,
      {
        contractor_id: draft.parts.buyer?.id ?? 0,
        number: draft.number,
        day: draft.day ?? '',
        purpose: draft.purpose,
        parts,
        ...(accounting_mode === '1c' && !isUnnumbered && { external_number: number }),
      },
      missing,
    )
    if (!body) return
    const known = ['contractor_id', 'number', 'day', 'purpose', 'external_number', 'parts']
    create.mutate(
      { body },
      {
        onSuccess: () => {
          toast({ severity: 'success', summary: `Платёж № ${body.number} проведён`, detail: roubles(draft.sum ?? 0) })
          onClose()
        },
        onError: (error) =>
          form.refuse(error, [
            ...known,
            ...parts.flatMap((_, at) => ['sum_kop', 'invoice_id', 'contract_id'].map((name) => `parts.${at}.${name}`)),
          ]),
      },
    )
  }
  return {
    ...form,
    accounting_mode,
    submit,
    busy: create.isPending,
    fields: shownOf(form.errors.fields, missingOf(draft, parts.length === 0)),
  }
}

/** «Ввести платёж»: records a payment that is in no bank file. */
export default function NewPaymentDialog({ onClose }: { onClose: () => void }) {
  const { draft, errors, fields, isDirty, change, accounting_mode, busy, submit } = useNewPayment(onClose)
  return (
    <FormDialog
      title="Новый платёж"
      submit="Провести"
      form={{ errors, busy, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      <div className="grid gap-3.5 sm:grid-cols-3">
        <TextField
          label="Номер документа"
          required
          maxLength={50}
          value={draft.number}
          onValueChange={(number) => change({ number })}
          error={fields['number']}
        />
        <DateField
          label="Дата"
          required
          max={todayIso()}
          value={draft.day}
          onValueChange={(day) => change({ day })}
          error={fields['day']}
        />
        <MoneyField
          label="Сумма"
          required
          value={draft.sum}
          onValueChange={(sum) => change({ sum })}
          error={fields['sum']}
        />
      </div>
      <PartsFields
        draft={draft.parts}
        onChange={(parts) => change({ parts })}
        sumKop={draft.sum ?? 0}
        sellerId={undefined}
        errors={fields}
      />
      {accounting_mode === '1c' && (
        <TextField
          label="Номер из 1С"
          hint="Учёт продавца ведётся в 1С."
          required
          maxLength={50}
          value={draft.external_number}
          onValueChange={(external_number) => change({ external_number })}
          error={fields['external_number']}
        />
      )}
      <TextArea
        label="Назначение платежа"
        maxLength={1000}
        value={draft.purpose}
        onValueChange={(purpose) => change({ purpose })}
        error={fields['purpose']}
      />
    </FormDialog>
  )
}
