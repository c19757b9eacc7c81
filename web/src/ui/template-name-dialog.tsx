import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formErrors, NO_ERRORS } from '../lib/form-errors.ts'
import { templatesQuery } from '../lib/order-templates.ts'
import { FormDialog } from './form-dialog.tsx'
import { TextField } from './text-field.tsx'
import { toast } from './toast.ts'

interface Props {
  title: string
  description?: string
  name?: string
  send: (name: string) => Promise<unknown>
  saved: string
  onClose: () => void
}

/** Asks how a template is called. */
export default function TemplateNameDialog({ title, description, name: before = '', send, saved, onClose }: Props) {
  const [name, setName] = useState(before)
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: () => send(name.trim()),
    onSuccess: async () => {
      toast({ severity: 'success', summary: saved, detail: `«${name.trim()}»` })
      onClose()
      await queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey })
    },
  })
  const errors = save.error ? formErrors(save.error, ['name']) : NO_ERRORS
  return (
    <FormDialog
      title={title}
      {...(description !== undefined && { description })}
      width="sm"
      submit="Сохранить"
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
