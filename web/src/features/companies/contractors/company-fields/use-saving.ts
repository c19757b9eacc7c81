import { useMutation, useQueryClient } from '@tanstack/react-query'
import { NO_ERRORS, type Refusals } from '../../../../lib/api/form-errors.ts'
import type { ShownErrors } from '../../../../lib/browser/use-form.ts'
import { LABELS } from '../../../../ui/fields/labels.ts'
import { toast } from '../../../../ui/hints/toast.ts'
import { invalidate } from '../../../../lib/api/use-api-mutation.ts'
import { CONTRACTOR_KEYS } from '../contractors.api.ts'

interface Saving<T> {
  send: () => Promise<T>
  /** Paths of the fields that can display an error. */
  known: readonly string[]
  /** Returns errors that can be found before sending. */
  check?: () => Refusals
  /** Toast text after success. */
  saved: string
  onSaved: (reply: T) => void
  onRefused?: (error: unknown) => void
}

/** Sends a form about a company, assigns errors to its fields, detects a newer version and refreshes the company. */
export function useSaving<T>(shown: ShownErrors, { send, known, check, saved, onSaved, onRefused }: Saving<T>) {
  const queryClient = useQueryClient()
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: async (reply) => {
      toast({ severity: 'success', summary: LABELS.completed, detail: saved })
      onSaved(reply)
      await invalidate(queryClient, CONTRACTOR_KEYS)
    },
    onError: (error) => {
      shown.refuse(error, known)
      onRefused?.(error)
    },
  })
  return {
    ...shown,
    busy: mutation.isPending,
    refresh: async () => {
      await queryClient.refetchQueries({ queryKey: ['contractors'], type: 'active' })
      shown.show(NO_ERRORS)
    },
    submit: () => shown.passes(check?.() ?? {}) && mutation.mutate(),
  }
}
