import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

interface Address {
  id: number
  name: string
  address: string
  /** Additional details of the place. */
  details?: ReactNode
}

interface Props {
  label: string
  items: readonly Address[]
  selectedId: number | null
  onSelect: (id: number) => void
}

/** List of places, beside a map or instead of it. */
export function AddressList({ label, items, selectedId, onSelect }: Props) {
  return (
    <ul aria-label={label} className="divide-y divide-hairline rounded-lg border border-hairline bg-surface text-sm">
      {items.map(({ id, name, address, details }) => (
        <li key={id} className={cx('px-3 py-2.5', id === selectedId && 'shadow-[inset_3px_0_0_var(--primary)]')}>
          <button
            type="button"
            aria-pressed={id === selectedId}
            className="min-h-6 text-left font-semibold break-words quiet-link"
            onClick={() => onSelect(id)}
          >
            {name}
          </button>
          <p className="break-words text-text-2">{address}</p>
          {details}
        </li>
      ))}
    </ul>
  )
}
