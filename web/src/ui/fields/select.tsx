import { Field as BaseField } from '@base-ui/react/field'
import { cx } from '../cx.ts'
import { Field, type FieldProps } from './field.tsx'
import { LABELS } from './labels.ts'

export interface SelectOption<T extends string | number> {
  value: T
  label: string
  disabled?: boolean
}

interface ListProps<T extends string | number> {
  items: readonly SelectOption<T>[]
  value: T | null
  onValueChange: (value: T | null) => void
  /** Label of the empty choice; without it an item must be chosen. */
  placeholder?: string
  disabled?: boolean
}

const NONE = ''

/** Native select: the phone opens its own list, and all keys work as expected. */
export function Select<T extends string | number>({ items, ...props }: ListProps<T> & FieldProps) {
  const { value, onValueChange, placeholder, disabled = false, ...field } = props
  return (
    <Field {...field}>
      <BaseField.Control
        render={<select>{options(items, value, placeholder)}</select>}
        disabled={disabled}
        required={field.required}
        value={value === null ? NONE : String(value)}
        onValueChange={(text) => onValueChange(chosen(items, text))}
        className={cx('control select', value === null && 'text-text-3!')}
      />
    </Field>
  )
}

/** Select without a frame, for table rows named by their column. */
export function RowSelect<T extends string | number>({ items, label, ...props }: ListProps<T> & { label: string }) {
  const { value, onValueChange, placeholder, disabled } = props
  return (
    <select
      aria-label={label}
      disabled={disabled}
      value={value === null ? NONE : String(value)}
      onChange={(event) => onValueChange(chosen(items, event.target.value))}
      className="control control-row select"
    >
      {options(items, value, placeholder)}
    </select>
  )
}

const chosen = <T extends string | number>(items: readonly SelectOption<T>[], text: string) =>
  items.find((item) => String(item.value) === text)?.value ?? null

function options<T extends string | number>(items: readonly SelectOption<T>[], value: T | null, placeholder?: string) {
  return (
    <>
      {(placeholder !== undefined || value === null) && (
        <option value={NONE}>{items.length === 0 ? LABELS.empty : (placeholder ?? LABELS.noSelection)}</option>
      )}
      {items.map((item) => (
        <option key={item.value} value={String(item.value)} disabled={item.disabled} className="text-text">
          {item.label}
        </option>
      ))}
    </>
  )
}
