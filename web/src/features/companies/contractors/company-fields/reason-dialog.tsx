import { useState } from 'react'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { TextArea } from '../../../../ui/fields/text-field.tsx'
import { useSaving } from './use-saving.ts'

interface Props {
  title: string
  description: string
  submit: string
  saved: string
  /** Path of the reason in the server's errors. */
  path: string
  send: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the reason of an action; the company sees it. */
export function CompanyReasonDialog({ title, description, submit, saved, path, send, onClose }: Props) {
  const [reason, setReason] = useState('')
  const saving = useSaving({
    send: () => send(reason),
    known: [path],
    check: (): Record<string, string> => (reason.trim() === '' ? { [path]: 'Заполните поле' } : {}),
    saved,
    onSaved: onClose,
  })
  return (
    <FormDialog
      width="sm"
      dangerous
      title={title}
      description={description}
      submit={submit}
      form={saving}
      isDirty={reason !== ''}
      onClose={onClose}
    >
      <TextArea
        label="Причина"
        required
        maxLength={500}
        value={reason}
        onValueChange={(text) => {
          setReason(text)
          saving.forget([path])
        }}
        error={saving.errors.fields[path]}
      />
    </FormDialog>
  )
}
