import { NewLegalText, legalRoutes, type LegalDesk } from '@artikul/contract/companies/legal'
import { useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { formErrors, NO_ERRORS, refusalsOf } from '../../../lib/api/form-errors.ts'
import { todayIso } from '../../../lib/text/format.ts'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useLeaveQuestion } from '../../../ui/windows/use-leave-question.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'

const FIELDS = ['body', 'in_force_from', 'note'] as const

interface Typed {
  body: string | null
  in_force_from: string | null
  note: string
}

/**
 * Form state as changes over the text in force, so that a newer version never overwrites typed text.
 * @param stored the text in force
 */
export function useLegalForm({ kind, last_version }: LegalDesk, stored: string, onPublished: () => void) {
  const [typed, setTyped] = useState<Typed>({ body: null, in_force_from: todayIso(), note: '' })
  const [errors, setErrors] = useState(NO_ERRORS)
  const [stale, setStale] = useState(false)
  const body = typed.body ?? stored
  const isDirty = body.trim() !== stored
  const meanToLeave = useLeaveQuestion(isDirty)
  const askAnew = useInvalidate('legal', 'manager/legal')
  const fields = { version: last_version, body, in_force_from: typed.in_force_from ?? '', note: typed.note }
  const publishing = useApiMutation(legalRoutes.publish, {
    onSuccess: async ({ version }) => {
      toast({ severity: 'success', summary: `Редакция ${version} опубликована` })
      meanToLeave()
      await askAnew()
      onPublished()
    },
    onError: (error) => {
      setStale(error instanceof ApiError && error.code === 'stale')
      setErrors(formErrors(error, FIELDS))
    },
  })
  return {
    ...typed,
    body,
    errors,
    /** True when another user published first: their version must be fetched before publishing again. */
    stale,
    isDirty,
    busy: publishing.isPending,
    change: (next: Partial<Typed>) => {
      setTyped((before) => ({ ...before, ...next }))
      setErrors(NO_ERRORS)
    },
    refresh: async () => {
      await askAnew()
      setErrors(NO_ERRORS)
      setStale(false)
    },
    submit: async () => {
      const refused = refusalsOf(NewLegalText, fields)
      setErrors({ fields: refused, form: null })
      setStale(false)
      if (Object.keys(refused).length > 0) return
      const question = {
        title: `Опубликовать редакцию ${last_version + 1}?`,
        text: 'Изменить или удалить её будет нельзя: ошибку исправит следующая редакция.',
      }
      if (await confirm(question)) publishing.mutate({ params: { kind }, body: fields })
    },
  }
}
