import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { cx } from '../cx.ts'

interface Props {
  label: string
  /** By which a button outside the form sends it. */
  id?: string
  onSubmit: () => void
  /** Error of the form as a whole. */
  error?: string | null
  children: ReactNode
  className?: string
}

/** Sends itself by Enter; keeps what was typed whatever the server answers, and leads to the first field refused. */
export function Form({ label, id, onSubmit, error, children, className }: Props) {
  const { form, sent, typing } = useFirstRefused()
  return (
    <form
      ref={form}
      onInput={typing}
      id={id}
      noValidate
      aria-label={label}
      className={cx('flex flex-col gap-3.5', className)}
      onSubmit={(event) => {
        event.preventDefault()
        sent()
        onSubmit()
      }}
    >
      {error && <FormError text={error} />}
      {children}
    </form>
  )
}

/** A long form is sent from its end: what was refused may stand far above. */
function useFirstRefused() {
  const form = useRef<HTMLFormElement>(null)
  const isSent = useRef(false)
  useEffect(() => {
    if (!isSent.current) return
    const refused = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (!refused) return
    isSent.current = false
    refused.focus()
  })
  return {
    form,
    sent: () => {
      isSent.current = true
    },
    /** Typing resets the highlighted item. */
    typing: () => {
      isSent.current = false
    },
  }
}

export function FormError({ text }: { text: string }) {
  return (
    <p role="alert" className="flex items-start gap-2 rounded-md bg-accent-soft px-3 py-2 text-sm text-accent">
      <IconAlertCircle size={16} aria-hidden="true" className="mt-px" />
      {text}
    </p>
  )
}
