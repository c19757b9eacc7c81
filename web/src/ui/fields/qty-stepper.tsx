import { IconMinus, IconPlus } from '@tabler/icons-react'
import { ONE_BY_ONE, type SaleStep } from '@artikul/contract/catalog/sale-step'
import { useState, type KeyboardEvent } from 'react'
import { cx } from '../cx.ts'
import { roundQtyUp } from '../../lib/text/sale-step.ts'

interface Props {
  label: string
  value: number
  onValueChange: (value: number) => void
  /** Quantities that are sold; any whole number by default. */
  step?: SaleStep
  max?: number
  disabled?: boolean
  /** Called on Enter, after the typed quantity has been applied. */
  onEnter?: (value: number) => void
  /** Called when a quantity was rounded up to the multiplicity. */
  onRounded?: (typed: number, rounded: number) => void
  large?: boolean
}

/** Quantity field as a plain input and two buttons, because tables render hundreds of them. */
export function QtyStepper({
  label,
  value,
  onValueChange,
  step: saleStep = ONE_BY_ONE,
  max,
  disabled,
  onEnter,
  onRounded,
  large,
}: Props) {
  const { multiplicity: step, min_qty: min = step } = saleStep
  const [typed, setTyped] = useState<string | null>(null)
  const put = (wanted: number, shouldNotify: boolean) => {
    const rounded = roundQtyUp(wanted, saleStep)
    setTyped(null)
    if (rounded !== value) onValueChange(rounded)
    if (shouldNotify && rounded !== wanted) onRounded?.(wanted, rounded)
    return rounded
  }
  const commit = () => {
    if (typed === null) return value
    const wanted = Number(typed.replace(',', '.'))
    return put(Number.isFinite(wanted) && wanted > 0 ? wanted : value, true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      event.stopPropagation()
      put(commit() + (event.key === 'ArrowUp' ? step : -step), false)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      event.stopPropagation()
      const qty = commit()
      onEnter?.(qty)
    }
  }
  const button =
    'grid flex-none place-items-center text-text-2 hover:not-disabled:bg-group disabled:cursor-default disabled:opacity-40 ' +
    (large ? 'w-11' : 'w-6 pointer-coarse:w-9')
  return (
    <div
      className={cx(
        'flex overflow-hidden rounded-md border border-control bg-surface focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-ring',
        large ? 'h-11 w-36' : 'h-7 w-[92px] pointer-coarse:h-9 pointer-coarse:w-28',
        disabled && 'opacity-50',
      )}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Уменьшить: ${label}`}
        className={button}
        disabled={disabled ?? value <= min}
        onClick={() => put(commit() - step, false)}
      >
        <IconMinus size={12} />
      </button>
      <input
        inputMode="decimal"
        role="spinbutton"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        disabled={disabled}
        value={typed ?? String(value).replace('.', ',')}
        onChange={(event) => setTyped(event.target.value.replace(/[^\d.,]/g, '').slice(0, 10))}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={onKeyDown}
        className="min-w-0 flex-1 bg-transparent text-center text-sm outline-none!"
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Увеличить: ${label}`}
        className={button}
        disabled={disabled ?? (max !== undefined && value + step > max)}
        onClick={() => put(commit() + step, false)}
      >
        <IconPlus size={12} />
      </button>
    </div>
  )
}
