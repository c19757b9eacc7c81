import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { TextField } from './text-field.tsx'

interface Props {
  label: string
  placeholder?: string
  value: string | undefined
  onCommit: (value: string | undefined) => void
  maxLength: number
  inputMode?: 'numeric' | 'text'
  className?: string
}

/** A filter that is typed: taken on Enter or on leaving, so that half a word asks nobody. */
export function FilterField({ value = '', onCommit, className = '', ...field }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const commit = () => {
    if (typed !== null && typed.trim() !== value) onCommit(typed.trim() || undefined)
    setTyped(null)
  }
  return (
    <TextField
      {...field}
      className={className}
      enterKeyHint="search"
      autoComplete="off"
      value={typed ?? value}
      onValueChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}

interface BuyerProps {
  id: number | undefined
  /** What the company is called, once a row says it. */
  company: string | undefined
  onRemove: () => void
}

/** The list is of one buyer. */
export const BuyerTag = ({ id, company, onRemove }: BuyerProps) =>
  id !== undefined && (
    <div className="col-span-full w-full">
      <FilterTag label={`Покупатель: ${company ?? `№\u00a0${id}`}`} onRemove={onRemove} />
    </div>
  )

interface TagProps {
  label: string
  /** What the cross does. */
  act?: string
  onRemove: () => void
}

/** A filter that came with the address or by a press on a row: shown so that it can be taken off. */
export function FilterTag({ label, act = 'Снять отбор', onRemove }: TagProps) {
  return (
    <span className="inline-flex h-7 max-w-full items-center gap-1 rounded-full bg-group pr-1 pl-3 text-sm">
      <span className="min-w-0 truncate">{label}</span>
      <button
        type="button"
        aria-label={`${act}: ${label}`}
        className="grid size-6 flex-none place-items-center rounded-full text-text-2 hover:text-text"
        onClick={onRemove}
      >
        <IconX size={14} />
      </button>
    </span>
  )
}
