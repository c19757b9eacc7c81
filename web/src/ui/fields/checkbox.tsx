import { useEffect, useRef, type ReactNode } from 'react'
import { cx } from '../cx.ts'

interface Props {
  label: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  indeterminate?: boolean
  disabled?: boolean
  name?: string
  /** Shows the box only, with the label for screen readers: the first column of a table. */
  bare?: boolean
  className?: string
}

export function Checkbox({ label, checked, onCheckedChange, indeterminate = false, bare, className, ...rest }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <label
      className={cx(
        'flex items-center gap-2 text-sm',
        bare ? 'size-6 justify-center' : 'min-h-6 pointer-coarse:min-h-11',
        !rest.disabled && 'cursor-pointer',
        className,
      )}
    >
      <input
        {...rest}
        ref={box}
        type="checkbox"
        checked={checked}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className="check-box"
      />
      <span className={bare ? 'sr-only' : 'min-w-0 break-words'}>{label}</span>
    </label>
  )
}
