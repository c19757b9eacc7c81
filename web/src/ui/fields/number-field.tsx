import { NumberField as BaseNumberField } from '@base-ui/react/number-field'
import { Field, type FieldProps } from './field.tsx'

type Props = FieldProps & {
  value: number | null
  onValueChange: (value: number | null) => void
  min?: number
  max?: number
  disabled?: boolean
  placeholder?: string
  format?: Intl.NumberFormatOptions
}

export function NumberField({ value, onValueChange, min, max, disabled, placeholder, format, ...field }: Props) {
  return (
    <Field {...field}>
      <BaseNumberField.Root
        locale="ru-RU"
        value={value}
        onValueChange={onValueChange}
        disabled={disabled ?? false}
        {...(min !== undefined && { min })}
        {...(max !== undefined && { max })}
        {...(format && { format })}
      >
        <BaseNumberField.Input placeholder={placeholder} className="control" />
      </BaseNumberField.Root>
    </Field>
  )
}

const ROUBLES: Intl.NumberFormatOptions = { style: 'currency', currency: 'RUB' }

/** Money field: the value is in kopecks, the user types roubles. */
export function MoneyField({ value, onValueChange, ...rest }: Omit<Props, 'format'>) {
  return (
    <NumberField
      {...rest}
      min={rest.min ?? 0}
      placeholder={rest.placeholder ?? '0,00 ₽'}
      format={ROUBLES}
      value={value === null ? null : value / 100}
      onValueChange={(typed) => onValueChange(typed === null ? null : Math.round(typed * 100))}
    />
  )
}
