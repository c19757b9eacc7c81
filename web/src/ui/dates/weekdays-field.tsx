import { useId, type ReactNode } from 'react'
import { WEEKDAYS } from '../../lib/text/weekdays.ts'
import { cx } from '../cx.ts'

interface Props {
  /** Label; only for screen readers when `bare`. */
  label: string
  bare?: boolean
  hint?: ReactNode
  error?: string | undefined
  /** ISO weekdays: Monday is 1. */
  value: readonly number[]
  onValueChange: (weekdays: number[]) => void
}

/** Selects days of the week one by one. */
export function WeekdaysField({ label, bare, hint, error, value, onValueChange }: Props) {
  const id = useId()
  const toggle = (weekday: number) =>
    onValueChange(
      value.includes(weekday) ? value.filter((one) => one !== weekday) : [...value, weekday].sort((a, b) => a - b),
    )
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={hint ? `${id}-hint` : undefined}>
      <p id={`${id}-label`} className={bare ? 'sr-only' : 'mb-1 text-sm font-medium'}>
        {label}
      </p>
      <div className="flex flex-wrap gap-1">
        {WEEKDAYS.map(({ weekday, short, name }) => {
          const isChosen = value.includes(weekday)
          return (
            <button
              key={weekday}
              type="button"
              aria-pressed={isChosen}
              aria-invalid={error !== undefined || undefined}
              onClick={() => toggle(weekday)}
              className={cx(
                'h-8 w-9 rounded-md border text-sm pointer-coarse:h-11',
                isChosen
                  ? 'border-brand bg-brand-soft font-semibold text-brand'
                  : 'border-control text-text-2 hover:bg-group',
              )}
            >
              <span aria-hidden="true">{short}</span>
              <span className="sr-only">{name}</span>
            </button>
          )
        })}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-text-2">
          {hint}
        </p>
      )}
      {error && (
        <p role="alert" className="mt-1 text-xs text-accent">
          {error}
        </p>
      )}
    </div>
  )
}
