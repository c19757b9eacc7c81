import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface Props {
  label: string
  /** By which a button outside the form sends it. */
  id?: string
  onSubmit: () => void
  /** What belongs to no field. */
  error?: string | null
  children: ReactNode
  className?: string
}

/** Sends itself by Enter; keeps what was typed whatever the server answers. */
export function Form({ label, id, onSubmit, error, children, className }: Props) {
  return (
    <form
      id={id}
      noValidate
      aria-label={label}
      className={cx('flex flex-col gap-3.5', className)}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {error && <FormError text={error} />}
      {children}
    </form>
  )
}

export function FormError({ text }: { text: string }) {
  return (
    <p role="alert" className="flex items-start gap-2 rounded-md bg-accent-soft px-3 py-2 text-sm text-accent">
      <IconAlertCircle size={16} aria-hidden="true" className="mt-px" />
      {text}
    </p>
  )
}
