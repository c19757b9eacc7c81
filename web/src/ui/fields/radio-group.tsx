import { useId } from 'react'
import { cx } from '../cx.ts'
import type { SelectOption } from './select.tsx'

interface Props<T extends string | number> {
  label: string
  items: readonly SelectOption<T>[]
  /** `null` while nothing is chosen. */
  value: T | null
  onValueChange: (value: T) => void
  error?: string | undefined
}

export function RadioGroup<T extends string | number>({ label, items, value, onValueChange, error }: Props<T>) {
  const name = useId()
  return (
    <fieldset className="min-w-0" aria-describedby={error && `${name}-error`}>
      <legend className="mb-1 text-xs font-semibold text-text-2">{label}</legend>
      {items.map((item) => (
        <label
          key={item.value}
          className={cx(
            'flex min-h-6 items-center gap-2 py-0.5 text-sm pointer-coarse:min-h-11',
            item.disabled ? 'text-text-2' : 'cursor-pointer',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={item.value === value}
            disabled={item.disabled}
            onChange={() => onValueChange(item.value)}
            className="radio-dot"
          />
          {item.label}
        </label>
      ))}
      {error && (
        <p id={`${name}-error`} role="alert" className="text-xs text-accent">
          {error}
        </p>
      )}
    </fieldset>
  )
}
