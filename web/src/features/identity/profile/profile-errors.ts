import { ApiError } from '../../../lib/api/api-error.ts'
import { formErrors } from '../../../lib/api/form-errors.ts'

const BESIDE: Partial<Record<ApiError['code'], 'password' | 'code'>> = {
  'auth.wrong_password': 'password',
  'auth.bad_code': 'code',
}

/** Assigns a wrong password or code to its field, which the server does not name. */
export function profileErrors(error: unknown, known: readonly string[]) {
  const field = error instanceof ApiError ? BESIDE[error.code] : undefined
  if (error instanceof ApiError && field) return { fields: { [field]: error.message }, form: null }
  return formErrors(error, known)
}
