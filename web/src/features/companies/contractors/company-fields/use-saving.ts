import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../../lib/api/api-error.ts'
import { formErrors, NO_ERRORS } from '../../../../lib/api/form-errors.ts'
import { LABELS } from '../../../../ui/fields/labels.ts'
import { toast } from '../../../../ui/hints/toast.ts'
import { invalidate } from '../../../../lib/api/use-api-mutation.ts'
import { CONTRACTOR_KEYS } from '../contractors.api.ts'

interface Saving<T> {
  send: () => Promise<T>
  /** Paths of the fields that can display an error. */
  known: readonly string[]
  /** Returns errors that can be found before sending. */
  check?: () => Record<string, string>
  /** Toast text after success. */
  saved: string
  onSaved: (reply: T) => void
  onRefused?: (error: unknown) => void
}

/** Sends a form about a company, assigns errors to fields, detects a newer version and refreshes the company. */
export function useSaving<T>({ send, known, check, saved, onSaved, onRefused }: Saving<T>) {
  const queryClient = useQueryClient()
  const [errors, setErrors] = useState(NO_ERRORS)
  const [stale, setStale] = useState(false)
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: async (reply) => {
      toast({ severity: 'success', summary: LABELS.completed, detail: saved })
      onSaved(reply)
      await invalidate(queryClient, CONTRACTOR_KEYS)
    },
    onError: (error) => {
      setStale(error instanceof ApiError && error.code === 'stale')
      setErrors(formErrors(error, known))
      onRefused?.(error)
    },
  })
  return {
    errors,
    /** True when another user saved first: their version must be fetched before saving again. */
    stale,
    busy: mutation.isPending,
    refresh: async () => {
      await queryClient.refetchQueries({ queryKey: ['contractors'], type: 'active' })
      setErrors(NO_ERRORS)
      setStale(false)
    },
    forget: (paths: readonly string[]) =>
      setErrors(({ fields, form }) => ({
        fields: Object.fromEntries(Object.entries(fields).filter(([path]) => !paths.includes(path))),
        form,
      })),
    submit: () => {
      const fields = check?.() ?? {}
      setErrors({ fields, form: null })
      setStale(false)
      if (Object.keys(fields).length === 0) mutation.mutate()
    },
  }
}
