import { IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { cx } from '../cx.ts'
import { IconButton } from '../icon-button.tsx'
import { LABELS } from './labels.ts'
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

const TYPING_MS = 250

/** Text filter, applied after a pause in typing, on Enter and on blur. */
export function FilterField({ value = '', onCommit, className, ...field }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? value
  const commit = (text: string) => {
    if (text.trim() !== value) onCommit(text.trim() || undefined)
  }
  const commitTyped = useEffectEvent(() => commit(shown))
  useEffect(() => {
    if (typed === null) return undefined
    const timer = setTimeout(commitTyped, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <div className={cx('relative min-w-0 [&_.control]:pr-8', className)}>
      <TextField
        {...field}
        enterKeyHint="search"
        autoComplete="off"
        value={shown}
        onValueChange={setTyped}
        onBlur={() => {
          commit(shown)
          setTyped(null)
        }}
        onKeyDown={(event) => event.key === 'Enter' && commit(shown)}
      />
      {shown && (
        <div className="absolute right-1.5 bottom-1.5 pointer-coarse:bottom-2.5">
          <IconButton
            size="sm"
            label={LABELS.clear}
            icon={<IconX size={14} />}
            onClick={() => {
              setTyped(null)
              commit('')
            }}
          />
        </div>
      )}
    </div>
  )
}

interface BuyerProps {
  id: number | undefined
  /** Name of the company, found in a row. */
  company: string | undefined
  onRemove: () => void
}

/** Removable tag of the filter by buyer. */
export const BuyerTag = ({ id, company, onRemove }: BuyerProps) =>
  id !== undefined && (
    <div className="col-span-full w-full">
      <FilterTag label={`Покупатель: ${company ?? `№\u00a0${id}`}`} onRemove={onRemove} />
    </div>
  )

interface TagProps {
  label: string
  /** Text of the close button. */
  act?: string
  onRemove: () => void
}

/** Removable tag of a filter that was set by the address or by pressing a row. */
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
