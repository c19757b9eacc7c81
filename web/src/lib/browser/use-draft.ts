import { useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '../api/api-error.ts'
import { formErrors, NO_ERRORS, refusalsOf, type FormErrors } from '../api/form-errors.ts'

/**
 * Binds components of the kit to the fields of a form: the value of each, its change and its error, whose path in the
 * request may differ from the name.
 */
export const fieldsOf =
  <Draft extends object>(draft: Draft, errors: Pick<FormErrors, 'fields'>, change: (typed: Partial<Draft>) => void) =>
  <Name extends keyof Draft & string>(name: Name, path: string = name) => ({
    value: draft[name],
    onValueChange: (value: Draft[Name]) => {
      // TypeScript widens a computed key to any string.
      change({ [name]: value } as unknown as Partial<Draft>)
    },
    error: errors.fields[path],
  })

/**
 * Form state with its errors.
 * @param initial initial values; later ones are ignored
 */
export function useDraft<Draft extends object>(initial: Draft) {
  const [opened] = useState(initial)
  const [draft, setDraft] = useState(initial)
  const [errors, setErrors] = useState(NO_ERRORS)
  const change = (typed: Partial<Draft>) => {
    setDraft((all) => ({ ...all, ...typed }))
    setErrors(NO_ERRORS)
  }
  return {
    draft,
    errors,
    isDirty: JSON.stringify(draft) !== JSON.stringify(opened),
    change,
    field: fieldsOf(draft, errors, change),
    /** Assigns errors of the server to the fields of the form. */
    refuse: (error: unknown, known: readonly string[]) => setErrors(formErrors(error, known)),
    /**
     * Validates the fields and returns the request; null when there are errors, which appear beside their fields.
     *
     * @param more errors unknown to the schema
     */
    checked: <T>(schema: z.ZodType<T>, fields: unknown, more: Record<string, string> = {}): T | null => {
      const refused = { ...refusalsOf(schema, fields), ...more }
      setErrors({ fields: refused, form: null })
      return Object.keys(refused).length > 0 ? null : schema.parse(fields)
    },
  }
}

/**
 * Form state with its errors as changes over the stored values, so that a newer version never overwrites typed text.
 * @param refetch fetches the stored values
 */
export function useStoredDraft<Draft extends object>(stored: Draft, refetch: () => Promise<unknown>) {
  const [typed, setTyped] = useState<Partial<Draft>>({})
  const [errors, setErrors] = useState(NO_ERRORS)
  const [stale, setStale] = useState(false)
  const draft: Draft = { ...stored, ...typed }
  const show = (next: FormErrors, isStale = false) => {
    setErrors(next)
    setStale(isStale)
  }
  /** Removes the errors of changed fields. */
  const forget = (isOf: (path: string) => boolean) =>
    setErrors(({ fields, form }) => ({
      fields: Object.fromEntries(Object.entries(fields).filter(([path]) => !isOf(path))),
      form,
    }))
  const change = (next: Partial<Draft>) => {
    setTyped((all) => ({ ...all, ...next }))
    forget((path) => path in next)
  }
  return {
    draft,
    errors,
    /** True when another user saved first: their version must be fetched before saving again. */
    stale,
    isDirty: Object.keys(typed).length > 0,
    change,
    forget,
    field: fieldsOf(draft, errors, change),
    /**
     * Assigns errors of the server to the fields of the form.
     * @param place changes where they appear
     */
    refuse: (error: unknown, known: readonly string[], place = (shown: FormErrors) => shown) =>
      show(place(formErrors(error, known)), error instanceof ApiError && error.code === 'stale'),
    /** Shows errors found before sending; true when there are none. */
    passes: (refusals: Record<string, string>) => {
      show({ fields: refusals, form: null })
      return Object.keys(refusals).length === 0
    },
    refresh: async () => {
      await refetch()
      show(NO_ERRORS)
    },
    /** Makes the typed values the stored ones. */
    settle: () => setTyped({}),
  }
}
