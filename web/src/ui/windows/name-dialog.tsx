import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formErrors, NO_ERRORS } from '../../lib/api/form-errors.ts'
import { FormDialog } from './form-dialog.tsx'
import { TextField } from '../fields/text-field.tsx'

interface Props {
  title: string
  description?: string
  /** Current name. */
  name?: string
  submit?: string
  send: (name: string) => Promise<unknown>
  onSaved: (name: string) => unknown
  onClose: () => void
}

/** Asks for a name; an error appears beside the field, and typed text remains. */
export default function NameDialog({ title, description, name: before = '', submit = 'Сохранить', ...props }: Props) {
  const { send, onSaved, onClose } = props
  const [name, setName] = useState(before)
  const save = useMutation({
    mutationFn: () => send(name.trim()),
    onSuccess: async () => {
      await onSaved(name.trim())
      onClose()
    },
  })
  const errors = save.error ? formErrors(save.error, ['name']) : NO_ERRORS
  return (
    <FormDialog
      title={title}
      {...(description !== undefined && { description })}
      width="sm"
      submit={submit}
      form={{ errors, busy: save.isPending, submit: save.mutate }}
      isDirty={name !== before}
      onClose={onClose}
    >
      <TextField
        label="Название"
        required
        autoComplete="off"
        maxLength={60}
        value={name}
        onValueChange={setName}
        error={errors.fields['name']}
      />
    </FormDialog>
  )
}
