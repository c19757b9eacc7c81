import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { cx } from '../cx.ts'

interface Props {
  label: string
  /** Id by which a button outside the form submits it. */
  id?: string
  onSubmit: () => void
  /** Error of the form as a whole. */
  error?: string | null
  children: ReactNode
  className?: string
}

/** Form that submits on Enter, preserves typed text on errors and focuses the first invalid field. */
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

/** Focuses the first invalid field after a submit: in a long form it may be far above the button. */
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
    /** Typing cancels the pending focus. */
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
