import { useState } from 'react'
import type { z } from 'zod'
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
