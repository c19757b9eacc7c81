import { get, useForm as useHookForm, type DefaultValues, type Path } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../api/api-error.ts'
import { formErrors, NO_ERRORS, refusalsOf, type FormErrors, type Refusals } from '../api/form-errors.ts'

type Values<Draft> =
  /** Initial values; later ones are ignored. */
  | { defaultValues: Draft }
  /** Stored values: newer ones replace the fields that the user has not changed. `refetch` fetches them. */
  | { values: Draft; refetch?: () => Promise<unknown> }

/** React Hook Form bound to components of the kit, to schemas of the contract and to errors of the server. */
export function useForm<Draft extends object>(options: Values<Draft>) {
  const isStored = 'values' in options
  const form = useHookForm<Draft>({
    // A draft is complete, and a complete one satisfies its own partial type.
    ...(isStored ? { values: options.values } : { defaultValues: options.defaultValues as DefaultValues<Draft> }),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  // A registered list or object is one value: newer stored values never mix with a part of a typed one.
  for (const name of Object.keys(isStored ? options.values : options.defaultValues)) form.register(name as Path<Draft>)
  const draft = form.watch()
  const { root, ...nested } = form.formState.errors
  const errors: FormErrors = { fields: textsOf(nested), form: root?.message ?? null }

  const show = ({ fields, form: text }: FormErrors, isStale = false) => {
    form.clearErrors()
    for (const [path, message] of Object.entries(fields)) form.setError(path as Path<Draft>, { message })
    if (text !== null) form.setError('root', { message: text, type: isStale ? 'stale' : 'refused' })
  }
  /** Shows errors found before sending; true when there are none. */
  const passes = (refusals: Refusals) => {
    const found = Object.entries(refusals).filter((one): one is [string, string] => Boolean(one[1]))
    show({ fields: Object.fromEntries(found), form: null })
    return found.length === 0
  }
  const removeErrors = (isRemoved: (path: string) => boolean) => {
    // Without a message, the error of a list leaves those of its rows.
    for (const path of Object.keys(errors.fields).filter(isRemoved)) form.setError(path as Path<Draft>, {})
  }
  /** Changes values and removes their errors, as well as those of no field of the draft. */
  const change = (typed: Partial<Draft>) => {
    form.setValues(typed, { shouldDirty: true })
    const next = { ...draft, ...typed }
    removeErrors((path) => get(next, path) === undefined || get(next, path) !== get(draft, path))
  }
  return {
    draft,
    errors,
    /** True when another user saved first: their version must be fetched before saving again. */
    stale: root?.type === 'stale',
    isDirty: form.formState.isDirty,
    change,
    /** Removes the errors of fields whose values are not in the draft. */
    forget: (paths: readonly string[]) => removeErrors((path) => paths.includes(path)),
    show,
    passes,
    field: fieldsOf(draft, errors, change),
    /**
     * Assigns errors of the server to the fields of the form.
     * @param known paths of the fields that display errors: by default, the fields of the draft
     * @param place changes where they appear
     */
    refuse: (error: unknown, known: readonly string[] = Object.keys(draft), place = (shown: FormErrors) => shown) =>
      show(place(formErrors(error, known)), error instanceof ApiError && error.code === 'stale'),
    /**
     * Validates the fields and returns the request; null when there are errors, which appear beside their fields.
     * @param more errors unknown to the schema
     */
    checked: <T>(schema: z.ZodType<T>, fields: unknown, more: Refusals = {}): T | null =>
      passes({ ...refusalsOf(schema, fields), ...more }) ? schema.parse(fields) : null,
    /** Fetches the values that another user saved. */
    refresh: async () => {
      if (isStored) await options.refetch?.()
      show(NO_ERRORS)
    },
    /** Treats the typed values as stored. */
    settle: () => form.reset(form.getValues(), { keepDirtyValues: false }),
  }
}

/** Errors of a form, whatever its values. */
export type ShownErrors = Pick<ReturnType<typeof useForm>, 'errors' | 'stale' | 'forget' | 'show' | 'passes' | 'refuse'>

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

/** Returns the messages of nested errors by their paths. */
function textsOf(errors: object, parent = ''): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, error] of Object.entries(errors) as [string, unknown][]) {
    if (typeof error !== 'object' || error === null) continue
    const path = parent + name
    if ('message' in error && typeof error.message === 'string') texts[path] = error.message
    Object.assign(texts, textsOf(error, `${path}.`))
  }
  return texts
}
