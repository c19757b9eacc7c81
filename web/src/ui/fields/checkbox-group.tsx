import { useId } from 'react'
import { Checkbox } from './checkbox.tsx'
import type { SelectOption } from './select.tsx'

interface Props<T extends string> {
  label: string
  items: readonly SelectOption<T>[]
  value: readonly T[]
  /** Gets the chosen values in the order of the items. */
  onValueChange: (value: T[]) => void
  error?: string | undefined
}

/** Choice of several values, in two columns where there is room. */
export function CheckboxGroup<T extends string>({ label, items, value, onValueChange, error }: Props<T>) {
  const id = useId()
  const toggle = (toggled: T, isOn: boolean) =>
    onValueChange(items.map((item) => item.value).filter((one) => (one === toggled ? isOn : value.includes(one))))
  return (
    <fieldset className="min-w-0" aria-describedby={error && id}>
      <legend className="mb-1 text-xs font-semibold text-text-2">{label}</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {items.map((item) => (
          <Checkbox
            key={item.value}
            label={item.label}
            checked={value.includes(item.value)}
            onCheckedChange={(isOn) => toggle(item.value, isOn)}
          />
        ))}
      </div>
      {error && (
        <p id={id} role="alert" className="mt-1 text-xs text-accent">
          {error}
        </p>
      )}
    </fieldset>
  )
}
