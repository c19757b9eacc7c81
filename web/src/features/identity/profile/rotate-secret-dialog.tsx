import type { KEY_OVERLAP_HOURS } from '@artikul/contract/integrations/api-keys'
import { useMutation } from '@tanstack/react-query'
import { useForm } from '../../../lib/browser/use-form.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'

export type Overlap = (typeof KEY_OVERLAP_HOURS)[number]

const OVERLAPS: readonly { value: Overlap; label: string }[] = [
  { value: 0, label: 'Перестаёт сразу' },
  { value: 1, label: 'Ещё час' },
  { value: 24, label: 'Ещё сутки' },
  { value: 168, label: 'Ещё неделю' },
]

interface Props {
  title: string
  /** Replaces the secret; the previous one works for so many hours more. */
  rotate: (overlap: Overlap) => Promise<void>
  onClose: () => void
}

/** New secret of a key or webhook; the previous one works for the chosen time, so that the program need not stop. */
export default function RotateSecretDialog({ title, rotate, onClose }: Props) {
  const { draft, errors, change, refuse } = useForm<{ overlap: Overlap }>({ defaultValues: { overlap: 24 } })
  const { mutate, isPending } = useMutation({
    mutationFn: rotate,
    onError: (error) => refuse(error, []),
  })
  return (
    <FormDialog
      title={title}
      submit="Заменить"
      form={{ errors, busy: isPending, submit: () => mutate(draft.overlap) }}
      isDirty={false}
      onClose={onClose}
    >
      <Select
        label="Прежний секрет"
        items={OVERLAPS}
        value={draft.overlap}
        onValueChange={(overlap) => overlap !== null && change({ overlap })}
      />
    </FormDialog>
  )
}
