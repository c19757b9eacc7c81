import { z } from 'zod'
import { AbcpError } from './abcp-errors.ts'

type Row = Record<string, string>

/** Fields of a call: single values, and lists written as `positions[0][number]` or `orders[0]`. */
export interface AbcpFields {
  values: Row
  rows: (name: string) => Row[]
  list: (name: string) => string[]
}

/** Most rows of a list; the largest order of the protocol has 500. */
const ROW_LIMIT = 1000
/** Most fields of a call: a row of the protocol has fewer than ten. */
const FIELD_LIMIT = 10_000

/** Reads the fields of a query or a form with the brackets of PHP. */
export function readFields(fields: URLSearchParams): AbcpFields {
  const values: Row = {}
  if (fields.size > FIELD_LIMIT) throw new AbcpError(4, 'Bad parameter: too many fields')
  const nested = new Map<string, Row[]>()
  for (const [field, value] of fields) {
    // PostgreSQL stores neither zero bytes nor halves of a character.
    if (value.includes('\0') || !value.isWellFormed()) throw new AbcpError(4, 'Bad parameter: text')
    const [, name, at, part = ''] = /^(\w{1,40})\[(\d{0,4})\](?:\[(\w{1,40})\])?$/.exec(field) ?? []
    if (name === undefined) values[field] = value
    else {
      const rows = nested.get(name) ?? []
      nested.set(name, rows)
      const index = at === '' ? rows.length : Number(at)
      if (index >= ROW_LIMIT) throw new AbcpError(4, `Bad parameter: ${name}`)
      const row = (rows[index] ??= {})
      row[part] = value
    }
  }
  // Programs may leave out indexes.
  const rows = (name: string) => Object.values(nested.get(name) ?? [])
  return { values, rows, list: (name) => rows(name).map((row) => row[''] ?? '') }
}

const JsonBody = z.record(
  z.string().max(40),
  z.union([z.string(), z.number(), z.array(z.record(z.string().max(40), z.union([z.string(), z.number()])))]),
)

/** Writes a JSON body, which only `advices/batch` has, as the fields of a form. */
export function jsonFields(text: string): URLSearchParams {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new AbcpError(4, 'Bad parameter: JSON')
  }
  const body = JsonBody.safeParse(json)
  if (!body.success) throw new AbcpError(4, 'Bad parameter: JSON')
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(body.data))
    if (!Array.isArray(value)) fields.append(name, String(value))
    else
      for (const [at, row] of value.entries())
        for (const [part, text_] of Object.entries(row)) fields.append(`${name}[${at}][${part}]`, String(text_))
  return fields
}

/** Longest value that is searched for, as in the search of the portal. */
const MAX_TEXT = 100

/** Cuts a text without leaving half of a character. */
export const cutText = (text: string, length: number) => text.slice(0, length).toWellFormed()

/** A required value. */
export function requireField({ values }: AbcpFields, name: string): string {
  const value = values[name]?.trim() ?? ''
  if (value === '') throw new AbcpError(2, `Required parameter is missing: ${name}`)
  if (value.length > MAX_TEXT) throw new AbcpError(4, `Bad parameter: ${name}`)
  return value
}

/** A whole number within limits, or the default. */
export function wholeField(
  { values }: AbcpFields,
  name: string,
  { least = 0, most = 1_000_000, usual = 0 } = {},
): number {
  const value = values[name]?.trim() ?? ''
  if (value === '') return usual
  const number = z.coerce.number().int().min(least).max(most).safeParse(value)
  if (!number.success) throw new AbcpError(4, `Bad parameter: ${name}`)
  return number.data
}
