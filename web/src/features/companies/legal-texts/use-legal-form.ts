import { NewLegalText, legalRoutes, type LegalDesk } from '@artikul/contract/companies/legal'
import { useState } from 'react'
import { useForm } from '../../../lib/browser/use-form.ts'
import { todayIso } from '../../../lib/text/format.ts'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useLeaveQuestion } from '../../../ui/windows/use-leave-question.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'

interface Draft {
  body: string
  in_force_from: string | null
  note: string
}

/**
 * Form state of the next version.
 * @param stored the text in force
 */
export function useLegalForm({ kind, last_version }: LegalDesk, stored: string, onPublished: () => void) {
  const [today] = useState(todayIso)
  const askAnew = useInvalidate('legal', 'manager/legal')
  const form = useForm<Draft>({ values: { body: stored, in_force_from: today, note: '' }, refetch: askAnew })
  const { draft } = form
  const isDirty = draft.body.trim() !== stored
  const meanToLeave = useLeaveQuestion(isDirty)
  const publishing = useApiMutation(legalRoutes.publish, {
    onSuccess: async ({ version }) => {
      toast({ severity: 'success', summary: `Редакция ${version} опубликована` })
      meanToLeave()
      await askAnew()
      onPublished()
    },
    onError: (error) => form.refuse(error),
  })
  return {
    ...form,
    isDirty,
    busy: publishing.isPending,
    submit: async () => {
      const fields = { ...draft, version: last_version, in_force_from: draft.in_force_from ?? '' }
      if (!form.checked(NewLegalText, fields)) return
      const question = {
        title: `Опубликовать редакцию ${last_version + 1}?`,
        text: 'Изменить или удалить её будет нельзя: ошибку исправит следующая редакция.',
      }
      if (await confirm(question)) publishing.mutate({ params: { kind }, body: fields })
    },
  }
}
