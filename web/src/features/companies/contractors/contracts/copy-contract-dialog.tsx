import { contractRoutes, type ContractItem } from '@artikul/contract/companies/contracts'
import { REQUIRED } from '../../../../lib/api/form-errors.ts'
import { useForm } from '../../../../lib/browser/use-form.ts'
import { DateField } from '../../../../ui/dates/date-field.tsx'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { useSaving } from '../company-fields/use-saving.ts'
import { call } from '../../../../lib/api/call.ts'

interface Props {
  contract: ContractItem
  onClose: () => void
}

/** Returns the same day of the next year; 29 February becomes the 28th. */
export const yearLater = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`.replace(/-02-29$/, '-02-28')

/** Returns the next day: the new contract starts when the old one ends. */
export function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}

/** Dialog that copies a contract for a new year with another number and days. */
export default function CopyContractDialog({ contract, onClose }: Props) {
  const form = useForm({
    defaultValues: {
      number: '',
      signed_on: contract.valid_to && dayAfter(contract.valid_to),
      valid_to: contract.valid_to && yearLater(contract.valid_to),
    },
    paths: { signed_on: ['signed_on', 'valid_to'] },
  })
  const { number, signed_on: signedOn, valid_to: validTo } = form.draft
  const saving = useSaving(form, {
    send: () =>
      call(contractRoutes.copy, {
        params: { id: contract.id },
        body: { version: contract.version, number, signed_on: signedOn ?? '', valid_to: validTo },
      }),
    known: ['number', 'signed_on', 'valid_to'],
    check: () => ({
      number: number.trim() === '' && REQUIRED,
      signed_on: signedOn === null && 'Укажите дату',
      valid_to: signedOn && validTo && validTo < signedOn && 'Раньше даты договора',
    }),
    saved: 'Договор создан',
    onSaved: onClose,
  })
  return (
    <FormDialog
      width="sm"
      title="Договор на новый срок"
      description={`Условия те же, что в договоре ${contract.number}; ${contract.is_default ? 'с первого дня нового основным станет он' : 'основной договор остаётся прежним'}.`}
      submit="Создать"
      form={saving}
      isDirty={form.isDirty}
      onClose={onClose}
    >
      <TextField label="Номер договора" required autoComplete="off" maxLength={50} {...form.field('number')} />
      <DateField label="Дата договора" required {...form.field('signed_on')} />
      <DateField label="Действует по" hint="Без ограничения, если не заполнено" {...form.field('valid_to')} />
    </FormDialog>
  )
}
