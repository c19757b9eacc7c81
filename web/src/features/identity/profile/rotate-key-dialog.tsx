import {
  apiKeyRoutes,
  type ApiKey,
  type ApiKeySecret,
  type KEY_OVERLAP_HOURS,
} from '@artikul/contract/integrations/api-keys'
import { useState } from 'react'
import { formErrors, NO_ERRORS } from '../../../lib/api/form-errors.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'

type Overlap = (typeof KEY_OVERLAP_HOURS)[number]

const OVERLAPS: readonly { value: Overlap; label: string }[] = [
  { value: 0, label: 'Перестаёт сразу' },
  { value: 1, label: 'Ещё час' },
  { value: 24, label: 'Ещё сутки' },
  { value: 168, label: 'Ещё неделю' },
]

interface Props {
  shown: ApiKey
  onRotated: (secret: ApiKeySecret) => void
  onClose: () => void
}

/** New secret of a key; the previous one works for the chosen time, so that the program need not stop. */
export default function RotateKeyDialog({ shown, onRotated, onClose }: Props) {
  const [overlap, setOverlap] = useState<Overlap>(24)
  const [errors, setErrors] = useState(NO_ERRORS)
  const refresh = useInvalidate('api-keys')
  const { mutate, isPending } = useApiMutation(apiKeyRoutes.rotate, {
    onSuccess: async (secret) => {
      await refresh()
      onRotated(secret)
    },
    onError: (refusal) => setErrors(formErrors(refusal, [])),
  })
  return (
    <FormDialog
      title={`Новый секрет ключа «${shown.name}»`}
      submit="Заменить"
      form={{
        errors,
        busy: isPending,
        submit: () => mutate({ params: { id: shown.id }, body: { overlap_hours: overlap } }),
      }}
      isDirty={false}
      onClose={onClose}
    >
      <Select
        label="Прежний секрет"
        items={OVERLAPS}
        value={overlap}
        onValueChange={(chosen) => chosen !== null && setOverlap(chosen)}
      />
    </FormDialog>
  )
}
