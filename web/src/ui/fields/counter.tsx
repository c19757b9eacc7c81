import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { cx } from '../cx.ts'

interface CounterProps {
  label: string
  ofWhat: string
  value: number | null
  onValueChange: (value: number | null) => void
  /** Start value of − before anything is counted. */
  start?: number
  most?: number
  placeholder?: string
}

const MOST = 999_999

/** Counter large enough for a gloved thumb; an empty field means not counted. */
export function Counter({ label, ofWhat, value, onValueChange, start = 0, most = MOST, placeholder }: CounterProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const put = (wanted: number) => onValueChange(Math.min(Math.max(wanted, 0), most))
  const commit = () => {
    if (typed === null) return
    const wanted = Number(typed.replace(',', '.'))
    if (typed.trim() === '') onValueChange(null)
    else if (Number.isFinite(wanted)) put(Math.round(wanted * 1000) / 1000)
    setTyped(null)
  }
  const shown = value === null ? '' : String(value).replace('.', ',')
  const button = 'grid w-12 flex-none place-items-center text-text-2 hover:not-disabled:bg-group disabled:opacity-40'
  return (
    <div>
      <p className="mb-1 text-xs font-semibold text-text-2">{label}</p>
      <div className="flex h-12 w-44 overflow-hidden rounded-md border border-control bg-surface focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-ring">
        <button
          type="button"
          aria-label={`Меньше, ${label.toLowerCase()}: ${ofWhat}`}
          className={button}
          disabled={value === 0}
          onClick={() => put((value ?? start) - 1)}
        >
          <IconMinus size={18} />
        </button>
        <input
          inputMode="decimal"
          aria-label={`${label}: ${ofWhat}`}
          placeholder={placeholder}
          value={typed ?? shown}
          onChange={(event) => setTyped(event.target.value.replace(/[^\d.,]/g, '').slice(0, 10))}
          onFocus={(event) => event.target.select()}
          onBlur={commit}
          onKeyDown={(event) => event.key === 'Enter' && commit()}
          className={cx(
            'min-w-0 flex-1 bg-transparent text-center text-lg outline-none!',
            value !== null && 'font-semibold',
          )}
        />
        <button
          type="button"
          aria-label={`Больше, ${label.toLowerCase()}: ${ofWhat}`}
          className={button}
          disabled={value !== null && value >= most}
          onClick={() => put((value ?? 0) + 1)}
        >
          <IconPlus size={18} />
        </button>
      </div>
    </div>
  )
}
