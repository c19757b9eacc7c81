import { useMutation } from '@tanstack/react-query'
import { useForm } from '../../lib/browser/use-form.ts'
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
  const { draft, errors, field, isDirty, refuse } = useForm({ defaultValues: { name: before } })
  const name = draft.name.trim()
  const save = useMutation({
    mutationFn: () => send(name),
    onSuccess: async () => {
      await onSaved(name)
      onClose()
    },
    onError: (error) => refuse(error),
  })
  return (
    <FormDialog
      title={title}
      {...(description !== undefined && { description })}
      width="sm"
      submit={submit}
      form={{ errors, busy: save.isPending, submit: save.mutate }}
      isDirty={isDirty}
      onClose={onClose}
    >
      <TextField label="Название" required autoComplete="off" maxLength={60} {...field('name')} />
    </FormDialog>
  )
}
