import { useForm as useHookForm, type DefaultValues, type Path, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../api/api-error.ts'
import { formErrors, NO_ERRORS, refusalsOf, type FormErrors, type Refusals } from '../api/form-errors.ts'

/**
 * Paths of the errors of fields, by their names in the draft, where they differ from the names. A field shows the error
 * of its first path; its change removes all.
 */
type Paths<Draft> = Partial<Record<keyof Draft & string, string | readonly string[]>>

interface NewDraft<Draft> {
  /** Initial values; later ones are ignored. */
  defaultValues: Draft
  paths?: Paths<Draft>
}

interface StoredDraft<Draft> {
  /** Stored values: newer ones replace the fields that the user has not changed. */
  values: Draft
  /** Fetches the values that another user saved. */
  refetch?: () => Promise<unknown>
  paths?: Paths<Draft>
}

/** Errors of a form: shown, checked and removed by their paths. */
function errorsIn<Draft extends object>(form: UseFormReturn<Draft>) {
  const { root, ...nested } = form.formState.errors
  const errors: FormErrors = { fields: textsOf(nested), form: root?.message ?? null }
  const show = ({ fields, form: text }: FormErrors, isStale = false) => {
    form.clearErrors()
    for (const [path, message] of Object.entries(fields)) form.setError(path as Path<Draft>, { message })
    if (text !== null) form.setError('root', { message: text, type: isStale ? 'stale' : 'refused' })
  }
  return {
    errors,
    /** True when another user saved first: their version must be fetched before saving again. */
    stale: root?.type === 'stale',
    show,
    /** Shows errors found before sending; true when there are none. */
    passes: (refusals: Refusals) => {
      const fields = given(refusals)
      show({ fields, form: null })
      return Object.keys(fields).length === 0
    },
    /** Removes errors, possibly later than this render. */
    remove: (isRemoved: (path: string) => boolean) => {
      const { root: _, ...now } = form.getErrors()
      // `clearErrors` would remove those of the rows below a list, too.
      for (const path of Object.keys(textsOf(now)).filter(isRemoved)) form.setError(path as Path<Draft>, {})
    },
  }
}

/** React Hook Form bound to components of the kit, to schemas of the contract and to errors of the server. */
export function useForm<Draft extends object>(options: NewDraft<Draft> | StoredDraft<Draft>) {
  const { paths = {} } = options
  const isStored = 'values' in options
  const form = useHookForm<Draft>({
    // A draft is complete, and a complete one satisfies its own partial type.
    ...(isStored ? { values: options.values } : { defaultValues: options.defaultValues as DefaultValues<Draft> }),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  // A registered list or object is one value: newer stored values never mix with a part of a typed one.
  for (const name of Object.keys(isStored ? options.values : options.defaultValues)) form.register(name as Path<Draft>)
  const draft = form.watch()
  const { remove, ...shown } = errorsIn(form)
  const { errors, show, passes } = shown

  /** Changes values and removes their errors, in a list those of the changed rows only. */
  const change = (typed: Partial<Draft>) => {
    const before: Draft = { ...form.getValues() }
    const changed = Object.entries(typed).filter(([name, value]) => before[name as keyof Draft] !== value)
    form.setValues(typed, { shouldDirty: true })
    // Stored values must be fetched before they can be saved again.
    if (changed.length > 0 && !(isStored && form.getErrors().root?.type === 'stale')) form.clearErrors('root')
    remove((path) =>
      changed.some(([name, value]) =>
        name in paths
          ? pathsOf(paths, name).some((own) => isWithin(path, own))
          : isWithin(path, name) && isChanged(before[name as keyof Draft], value, path.split('.').slice(1)),
      ),
    )
  }
  return {
    ...shown,
    draft,
    isDirty: form.formState.isDirty,
    change,
    /** Removes the errors at these paths and below them, for values that are not in the draft. */
    forget: (forgotten: readonly string[]) => remove((path) => forgotten.some((own) => isWithin(path, own))),
    field: fieldsOf(draft, errors, change, paths),
    /**
     * Assigns errors of the server to the fields of the form.
     * @param known paths of the fields that display errors: by default, all fields of the draft
     * @param place changes where they appear
     */
    refuse: (
      error: unknown,
      known: readonly string[] = Object.keys(draft).flatMap((name) => pathsOf(paths, name)),
      place = (refused: FormErrors) => refused,
    ) => show(place(formErrors(error, known)), error instanceof ApiError && error.code === 'stale'),
    /**
     * Validates the fields and returns the request; null when there are errors, which appear beside their fields.
     * @param more errors unknown to the schema
     */
    checked: <T>(schema: z.ZodType<T>, fields: unknown, more: Refusals = {}): T | null =>
      passes({ ...refusalsOf(schema, fields), ...given(more) }) ? schema.parse(fields) : null,
    ...(isStored &&
      options.refetch && {
        refresh: async () => {
          await options.refetch?.()
          show(NO_ERRORS)
        },
      }),
    /** Replaces the typed values by the stored ones. */
    settle: () => form.reset(undefined, { keepDirtyValues: false }),
  }
}

/** Errors of a form, whatever its values. */
export type ShownErrors = Pick<ReturnType<typeof useForm>, 'errors' | 'stale' | 'forget' | 'show' | 'passes' | 'refuse'>

/** Binds components of the kit to the fields of a form: the value of each, its change and its error. */
export const fieldsOf =
  <Draft extends object>(
    draft: Draft,
    errors: Pick<FormErrors, 'fields'>,
    change: (typed: Partial<Draft>) => void,
    paths: Paths<Draft> = {},
  ) =>
  <Name extends keyof Draft & string>(name: Name) => ({
    value: draft[name],
    onValueChange: (value: Draft[Name]) => {
      // TypeScript widens a computed key to any string.
      change({ [name]: value } as unknown as Partial<Draft>)
    },
    error: errors.fields[pathsOf(paths, name)[0] ?? name],
  })

/** Returns the paths of the errors of a field, the one that it shows first. */
const pathsOf = (paths: Paths<Record<string, unknown>>, name: string): readonly string[] => [paths[name] ?? name].flat()

const given = (refusals: Refusals): Record<string, string> =>
  Object.fromEntries(Object.entries(refusals).filter((one): one is [string, string] => Boolean(one[1])))

const isWithin = (path: string, parent: string) => path === parent || path.startsWith(`${parent}.`)
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** True when the value at the path has changed: of a list its row, of an object its field, where both have it. */
function isChanged(before: unknown, after: unknown, [step, ...rest]: readonly string[]): boolean {
  if (before === after) return false
  if (step === undefined || !isObject(before) || !isObject(after)) return true
  if (Array.isArray(before) || !(step in before) || !(step in after))
    return before[step] !== after[step] || !(step in before)
  return isChanged(before[step], after[step], rest)
}

/** Returns the messages of nested errors by their paths. */
function textsOf(errors: object, parent = ''): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, error] of Object.entries(errors) as [string, unknown][]) {
    if (name === 'ref' || typeof error !== 'object' || error === null) continue
    const path = parent + name
    if ('message' in error && typeof error.message === 'string') texts[path] = error.message
    Object.assign(texts, textsOf(error, `${path}.`))
  }
  return texts
}
