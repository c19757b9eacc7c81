import { ConditionsChange } from '@artikul/contract/price-conditions'
import { counted } from '@artikul/contract/plural'
import { useId, useState } from 'react'
import { refusalOf } from '../../lib/form-errors.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'

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

/** One change of many conditions. */
export function BulkDialog({ count, busy, onClose, onChange }: Props) {
  const id = useId()
  const [kind, setKind] = useState<Kind>('shift')
  const [percent, setPercent] = useState<number | null>(null)
  const [day, setDay] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const submit = () => {
    const hundredths = percent === null ? null : Math.round(percent * 100)
    const asked = kind === 'valid_to' ? { kind, day } : { kind, hundredths }
    const refusal = hundredths === null && kind !== 'valid_to' ? 'Укажите процент' : refusalOf(ConditionsChange, asked)
    setError(refusal)
    if (refusal === undefined) onChange(ConditionsChange.parse(asked))
  }
  return (
    <Dialog
      title={`Изменить ${counted(count, 'условие', 'условия', 'условий')}`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" form={id} look="primary" busy={busy}>
            Изменить
          </Button>
        </>
      }
    >
      <Form id={id} label="Изменить условия" onSubmit={submit} error={null}>
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
            hint="Пусто — без срока."
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
      </Form>
    </Dialog>
  )
}
