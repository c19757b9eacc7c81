import { useState } from 'react'
import type { z } from 'zod'
import { NO_ERRORS, refusalsOf, type FormErrors, type Refusals } from '../api/form-errors.ts'
import { useFormErrors } from './use-form-errors.ts'

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
  const shown = useFormErrors()
  const change = (typed: Partial<Draft>) => {
    setDraft((all) => ({ ...all, ...typed }))
    shown.show(NO_ERRORS)
  }
  return {
    ...shown,
    draft,
    isDirty: JSON.stringify(draft) !== JSON.stringify(opened),
    change,
    field: fieldsOf(draft, shown.errors, change),
    /**
     * Validates the fields and returns the request; null when there are errors, which appear beside their fields.
     *
     * @param more errors unknown to the schema
     */
    checked: <T>(schema: z.ZodType<T>, fields: unknown, more: Refusals = {}): T | null =>
      shown.passes({ ...refusalsOf(schema, fields), ...more }) ? schema.parse(fields) : null,
  }
}

/**
 * Form state with its errors as changes over the stored values, so that a newer version never overwrites typed text.
 * @param refetch fetches the stored values
 */
export function useStoredDraft<Draft extends object>(stored: Draft, refetch: () => Promise<unknown>) {
  const [typed, setTyped] = useState<Partial<Draft>>({})
  const shown = useFormErrors()
  const draft: Draft = { ...stored, ...typed }
  const change = (next: Partial<Draft>) => {
    setTyped((all) => ({ ...all, ...next }))
    shown.forget(Object.keys(next))
  }
  return {
    ...shown,
    draft,
    isDirty: Object.keys(typed).length > 0,
    change,
    field: fieldsOf(draft, shown.errors, change),
    refresh: async () => {
      await refetch()
      shown.show(NO_ERRORS)
    },
    /** Makes the typed values the stored ones. */
    settle: () => setTyped({}),
  }
}
