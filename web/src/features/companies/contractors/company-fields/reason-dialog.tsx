import { REQUIRED } from '../../../../lib/api/form-errors.ts'
import { useForm } from '../../../../lib/browser/use-form.ts'
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
  const form = useForm({ defaultValues: { reason: '' }, paths: { reason: path } })
  const { reason } = form.draft
  const saving = useSaving(form, {
    send: () => send(reason),
    known: [path],
    check: () => ({ [path]: reason.trim() === '' && REQUIRED }),
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
      isDirty={form.isDirty}
      onClose={onClose}
    >
      <TextArea label="Причина" required maxLength={500} {...form.field('reason')} />
    </FormDialog>
  )
}
