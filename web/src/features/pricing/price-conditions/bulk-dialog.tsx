import { ConditionsChange } from '@artikul/contract/pricing/price-conditions'
import { counted } from '@artikul/contract/core/plural'
import { useState } from 'react'
import { NO_ERRORS, refusalOf } from '../../../lib/api/form-errors.ts'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'

interface Props {
  count: number
  busy: boolean
  onClose: () => void
  onChange: (change: ConditionsChange) => void
}

const KINDS = [
  { value: 'shift', label: 'Прибавить к проценту' },
  { value: 'percent', label: 'Заменить процент' },
  { value: 'valid_to', label: 'Изменить последний день' },
] as const
type Kind = (typeof KINDS)[number]['value']

/** Applies one change to many conditions. */
export function BulkDialog({ count, busy, onClose, onChange }: Props) {
  const [kind, setKind] = useState<Kind>('shift')
  const [percent, setPercent] = useState<number | null>(null)
  const [day, setDay] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const submit = () => {
    const hundredths = percent === null ? null : Math.round(percent * 100)
    const input = kind === 'valid_to' ? { kind, day } : { kind, hundredths }
    const refusal = hundredths === null && kind !== 'valid_to' ? 'Укажите процент' : refusalOf(ConditionsChange, input)
    setError(refusal)
    if (refusal === undefined) onChange(ConditionsChange.parse(input))
  }
  return (
    <FormDialog
      title={`Изменить ${counted(count, 'условие', 'условия', 'условий')}`}
      label="Изменить условия"
      submit="Изменить"
      form={{ errors: NO_ERRORS, busy, submit }}
      isDirty={percent !== null || day !== null}
      onClose={onClose}
    >
      <RadioGroup
        label="Что изменить"
        items={KINDS}
        value={kind}
        onValueChange={(next) => {
          setKind(next)
          setError(undefined)
        }}
      />
      {kind === 'valid_to' ? (
        <DateField
          label="Последний день"
          hint="Без ограничения, если не заполнено."
          value={day}
          onValueChange={setDay}
          error={error}
        />
      ) : (
        <NumberField
          label="Процент"
          hint={
            kind === 'shift'
              ? 'Меньше нуля — убавить. Цены артикулов и колонки не меняются.'
              : 'Меняются только наценки и скидки.'
          }
          value={percent}
          onValueChange={setPercent}
          error={error}
        />
      )}
    </FormDialog>
  )
}
