import { useId, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Dialog, DialogClose, type DialogProps } from './dialog.tsx'
import { Form } from '../fields/form.tsx'
import { StaleNotice } from '../hints/stale-notice.tsx'

interface SentForm {
  errors: { form: string | null }
  busy: boolean
  submit: () => void
  /** True when another user saved first: their version must be fetched before saving again. */
  stale?: boolean
  refresh?: () => Promise<void>
}

interface Props extends Omit<DialogProps, 'open' | 'actions' | 'isDirty'> {
  /** Name of the form, when it differs from the title. */
  label?: string
  /** `null` for read-only forms. */
  submit: string | null
  form: SentForm
  /** True when the user has typed something: closing requires a confirmation. */
  isDirty: boolean
  dangerous?: boolean
  /** True when there is nothing to send yet. */
  disabled?: boolean
  /** Buttons before «Отмена». */
  acts?: ReactNode
  /** Content below the form. */
  below?: ReactNode
  /** Class of the form. */
  className?: string
}

/** Form in a window: submits on Enter, preserves typed text and confirms before discarding it. */
export function FormDialog(props: Props) {
  const { label, submit, form, dangerous, disabled = false, acts, below, className = '', children, ...window } = props
  const id = useId()
  return (
    <Dialog
      {...window}
      open
      actions={
        <>
          {acts}
          <DialogClose>{submit === null ? 'Закрыть' : 'Отмена'}</DialogClose>
          {submit !== null && (
            <Button
              type="submit"
              form={id}
              look={dangerous ? 'danger' : 'primary'}
              busy={form.busy}
              disabled={disabled || form.busy}
            >
              {submit}
            </Button>
          )}
        </>
      }
    >
      <Form id={id} label={label ?? window.title} onSubmit={form.submit} error={form.errors.form} className={className}>
        {form.stale && form.refresh && <StaleNotice onRefresh={() => void form.refresh?.()} />}
        {children}
      </Form>
      {below}
    </Dialog>
  )
}
