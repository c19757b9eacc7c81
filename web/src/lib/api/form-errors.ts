import type { z } from 'zod'
import { ApiError, messageOf } from './api-error.ts'

export interface FormErrors {
  /** Errors by field path. */
  fields: Readonly<Record<string, string>>
  /** Error of the form as a whole. */
  form: string | null
}

/** Errors found before sending, by field path; paths without a text have none. */
export type Refusals = Readonly<Record<string, string | false | null | undefined>>

export const REQUIRED = 'Заполните поле'

export const NO_ERRORS: FormErrors = { fields: {}, form: null }

/** Divides an error between the known fields and the form as a whole. */
export function formErrors(error: unknown, known: readonly string[]): FormErrors {
  const fields: Record<string, string> = {}
  const rest: string[] = []
  for (const { path, message } of error instanceof ApiError ? error.errors : []) {
    if (known.includes(path)) fields[path] ??= message
    else rest.push(message)
  }
  if (Object.keys(fields).length > 0) return { fields, form: rest.length > 0 ? rest.join('. ') : null }
  return { fields, form: rest.length > 0 ? rest.join('. ') : messageOf(error) }
}

/** Assigns every error to its path, for forms with rows, and shows the message of the refusal above them. */
export const pathErrors = (error: unknown): FormErrors => ({
  fields: Object.fromEntries((error instanceof ApiError ? error.errors : []).map((one) => [one.path, one.message])),
  form: messageOf(error),
})

/** Returns the contract's message about a value; `undefined` when valid. */
export const refusalOf = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message

/** Returns the contract's errors of a form before sending, by field path. */
export function refusalsOf(schema: z.ZodType, value: unknown): Record<string, string> {
  const refusals: Record<string, string> = {}
  for (const { path, message } of schema.safeParse(value).error?.issues ?? []) refusals[path.join('.')] ??= message
  return refusals
}
