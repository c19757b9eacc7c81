import {
  ENTRY_KINDS,
  ENTRY_SIDES,
  EntryKind,
  EntrySide,
  NewEntry,
  ledgerEntryRoutes,
  type EntryKind as Kind,
  type EntrySide as Side,
} from '@artikul/contract/billing/ledger-entries'
import { roubles, todayIso } from '../../../lib/text/format.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { MoneyField } from '../../../ui/fields/number-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { BuyerFields } from './buyer-fields.tsx'

interface Draft {
  kind: Kind
  side: Side
  buyer: { id: number; name: string } | null
  contract_id: number | null
  number: string
  day: string | null
  due_on: string | null
  sum: number | null
  note: string
}

const EMPTY: Draft = {
  kind: 'opening',
  side: 'debit',
  buyer: null,
  contract_id: null,
  number: '',
  day: null,
  due_on: null,
  sum: null,
  note: '',
}

const missingOf = ({ buyer, contract_id: contract, sum }: Draft) => ({
  ...(!buyer && { buyer: 'Выберите покупателя' }),
  ...(buyer && contract === null && { contract_id: 'Выберите договор' }),
  ...((sum === null || sum <= 0) && { sum_kop: 'Укажите сумму' }),
})

function useNewEntry(onClose: () => void) {
  const form = useForm<Draft>({
    defaultValues: { ...EMPTY, day: todayIso() },
    paths: { buyer: ['buyer', 'contract_id'], sum: 'sum_kop', day: ['day', 'due_on'] },
  })
  const create = useApiMutation(ledgerEntryRoutes.create, {
    onSuccess: useInvalidate('ledger-entries', 'payments', 'debts'),
  })
  const { draft } = form
  const submit = () => {
    const { buyer: _, sum, ...rest } = draft
    const isDebt = draft.side === 'debit'
    const body = form.checked(
      NewEntry,
      {
        ...rest,
        contract_id: draft.contract_id ?? 0,
        day: draft.day ?? '',
        due_on: isDebt ? draft.due_on : null,
        sum_kop: sum ?? 0,
      },
      missingOf(draft),
    )
    if (!body) return
    create.mutate(
      { body },
      {
        onSuccess: () => {
          toast({
            severity: 'success',
            summary: `${ENTRY_KINDS[body.kind]} № ${body.number}: ${roubles(body.sum_kop)}`,
          })
          onClose()
        },
        onError: (error) =>
          form.refuse(error, ['kind', 'side', 'contract_id', 'number', 'day', 'due_on', 'sum_kop', 'note']),
      },
    )
  }
  return { ...form, busy: create.isPending, submit }
}

/** «Новая запись»: records a ledger entry without a shipment or a payment. */
export default function NewEntryDialog({ onClose }: { onClose: () => void }) {
  const { draft, errors, isDirty, change, field, busy, submit } = useNewEntry(onClose)
  const { fields } = errors
  return (
    <FormDialog
      title="Новая запись"
      submit="Записать"
      form={{ errors, busy, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      <div className="grid gap-3.5 sm:grid-cols-2">
        <Select
          label="Что записать"
          required
          items={EntryKind.options.map((value) => ({ value, label: ENTRY_KINDS[value] }))}
          value={draft.kind}
          // A refund always increases the debt.
          onValueChange={(kind) => kind && change({ kind, ...(kind === 'refund' && { side: 'debit' }) })}
          error={fields['kind']}
        />
        <Select
          label="Как меняет задолженность"
          required
          disabled={draft.kind === 'refund'}
          items={EntrySide.options.map((value) => ({ value, label: ENTRY_SIDES[value] }))}
          value={draft.side}
          onValueChange={(side) => side && change({ side })}
          error={fields['side']}
        />
      </div>
      <BuyerFields
        buyer={draft.buyer}
        contractId={draft.contract_id}
        onBuyerChange={(buyer) => change({ buyer, contract_id: null })}
        onContractChange={(contract_id) => change({ contract_id })}
        errors={{ buyer: fields['buyer'], contract: fields['contract_id'] }}
      />
      <div className="grid gap-3.5 sm:grid-cols-2">
        <TextField label="Номер документа" required maxLength={50} {...field('number')} />
        <MoneyField label="Сумма" required {...field('sum')} />
        <DateField label="Дата" required max={todayIso()} {...field('day')} />
        {draft.side === 'debit' && (
          <DateField
            label="Оплатить до"
            hint="Не указан: долг просрочен на следующий день."
            {...(draft.day !== null && { min: draft.day })}
            {...field('due_on')}
          />
        )}
      </div>
      <TextArea label="Примечание" maxLength={500} {...field('note')} />
    </FormDialog>
  )
}
