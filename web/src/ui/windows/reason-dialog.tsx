import { Reason } from '@artikul/contract/core/fields'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useForm } from '../../lib/browser/use-form.ts'
import { FormDialog } from './form-dialog.tsx'
import { TextArea } from '../fields/text-field.tsx'
import { toast } from '../hints/toast.ts'

interface Props {
  title: string
  description: string
  /** Hint about the readers of the reason. */
  hint?: string
  submit: string
  dangerous?: boolean
  /** Buttons before «Отмена». */
  acts?: ReactNode
  send: (reason: string) => Promise<unknown>
  /** Message after success. */
  done: string
  onClose: () => void
}

/** Window that asks for the reason of an action. */
export function ReasonDialog({ send, done, hint, onClose, ...window }: Props) {
  const form = useForm({ defaultValues: { reason: '' } })
  const sending = useMutation({ mutationFn: send })
  const submit = () => {
    const body = form.checked(Reason, form.draft)
    if (!body) return
    // Awaited as a promise: the result of the action may unmount this window.
    void sending.mutateAsync(body.reason).then(
      () => {
        toast({ severity: 'success', summary: done })
        onClose()
      },
      (error: unknown) => form.refuse(error),
    )
  }
  return (
    <FormDialog
      {...window}
      width="sm"
      form={{ errors: form.errors, busy: sending.isPending, submit }}
      isDirty={form.isDirty}
      onClose={onClose}
    >
      <TextArea label="Причина" hint={hint} required maxLength={500} {...form.field('reason')} />
    </FormDialog>
  )
}
