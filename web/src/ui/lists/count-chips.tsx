import { useLayoutEffect, useRef } from 'react'
import { cx } from '../cx.ts'

export interface Chip<T extends string> {
  value: T
  label: string
  /** Undefined while loading. */
  count?: number | undefined
  /** Highlights a value other than zero. */
  isUrgent?: boolean
}

interface Props<T extends string> {
  label: string
  chips: readonly Chip<T>[]
  value: T
  onValueChange: (value: T) => void
  /** Limit of counting: «999+». */
  most?: number
}

const shownCount = (count: number, most: number) =>
  count >= most ? `${(most - 1).toLocaleString('ru-RU')}+` : count.toLocaleString('ru-RU')

/** Scrolls the chosen chip into view: on a phone the chips are one scrollable row. */
function useChosenInView(value: string) {
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-pressed=true]')
    if (!row.current || !chosen) return
    const { left, right } = row.current.getBoundingClientRect()
    const at = chosen.getBoundingClientRect()
    if (at.left < left || at.right > right) row.current.scrollLeft += at.left - left
  }, [value])
  return row
}

/** Single-choice filters of a list, each with its count. */
export function CountChips<T extends string>({ label, chips, value, onValueChange, most = Infinity }: Props<T>) {
  const row = useChosenInView(value)
  return (
    <div
      ref={row}
      role="group"
      aria-label={label}
      className="-m-0.5 flex max-w-full gap-1.5 p-0.5 max-sm:overflow-x-auto sm:flex-wrap"
    >
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          aria-pressed={chip.value === value}
          onClick={() => onValueChange(chip.value)}
          className={cx(
            'h-8 flex-none rounded-full border px-3 text-sm whitespace-nowrap pointer-coarse:h-11',
            chip.value === value
              ? 'border-ring bg-brand-soft text-brand'
              : 'border-hairline bg-surface hover:bg-raised',
          )}
        >
          {chip.label}
          {chip.count !== undefined && (
            <span className={chip.isUrgent && chip.count > 0 ? 'font-medium text-warn' : 'text-text-2'}>
              {' '}
              {shownCount(chip.count, most)}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
