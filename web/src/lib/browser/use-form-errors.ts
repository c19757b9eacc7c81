import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { formErrors, NO_ERRORS, type FormErrors, type Refusals } from '../api/form-errors.ts'

/** Errors of a form: of its fields and of the form as a whole. */
export function useFormErrors() {
  const [errors, setErrors] = useState(NO_ERRORS)
  const [stale, setStale] = useState(false)
  const show = (next: FormErrors, isStale = false) => {
    setErrors(next)
    setStale(isStale)
  }
  return {
    errors,
    /** True when another user saved first: their version must be fetched before saving again. */
    stale,
    show,
    /** Removes the errors of changed fields; a path with a final dot stands for all fields below it. */
    forget: (paths: readonly string[]) =>
      setErrors(({ fields, form }) => ({
        fields: Object.fromEntries(
          Object.entries(fields).filter(
            ([field]) => !paths.some((path) => field === path || (path.endsWith('.') && field.startsWith(path))),
          ),
        ),
        form,
      })),
    /**
     * Assigns errors of the server to the fields of the form.
     * @param place changes where they appear
     */
    refuse: (error: unknown, known: readonly string[], place = (shown: FormErrors) => shown) =>
      show(place(formErrors(error, known)), error instanceof ApiError && error.code === 'stale'),
    /** Shows errors found before sending; true when there are none. */
    passes: (refusals: Refusals) => {
      const fields = Object.entries(refusals).filter((one): one is [string, string] => Boolean(one[1]))
      show({ fields: Object.fromEntries(fields), form: null })
      return fields.length === 0
    },
  }
}
export type ShownErrors = ReturnType<typeof useFormErrors>
