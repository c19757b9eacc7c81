import { expect, test } from 'vitest'
import { z } from 'zod'
import { API } from './api.ts'
import { FILE } from './core/route.ts'

/** Schema types that change a value instead of only validating it. */
const CHANGING = new Set(['transform', 'default', 'prefault', 'catch', 'success'])

const schemasIn = (value: unknown): z.core.$ZodType[] => {
  if (value instanceof z.core.$ZodType) return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(schemasIn) : []
}

function changes(schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): boolean {
  if (seen.has(schema)) return false
  seen.add(schema)
  const { def } = schema._zod
  return CHANGING.has(def.type) || schemasIn({ ...def }).some((inner) => changes(inner, seen))
}

test('schema that transforms its value is detected at any depth', () => {
  expect(changes(z.object({ rows: z.array(z.string().transform(Number)) }))).toBe(true)
  expect(changes(z.object({ kind: z.enum(['one']).catch('one') }))).toBe(true)
  expect(changes(z.object({ rows: z.array(z.string().nullable().optional()) }))).toBe(false)
})

/** Replies containing form fields as stored, whose schema is not expected to be transform-free. */
const OF_STORED_FORMS = [
  'GET /api/v1/contractors/:id',
  'GET /api/v1/contractors/:id/consignees',
  'GET /api/v1/consignees',
  'POST /api/v1/consignees/read-list',
]

test('reply schemas do not transform values, so a browser needs no schema to read a reply', () => {
  const changed = Object.values(API)
    .flatMap((routes) => Object.values(routes))
    .filter(({ reply }) => reply !== FILE && changes(reply))
  expect(changed.map(({ method, path }) => `${method} ${path}`)).toEqual(OF_STORED_FORMS)
})

test('the example of a route is a body that it accepts', () => {
  const wrong = Object.values(API)
    .flatMap((routes) => Object.values(routes))
    .filter(({ body, example }) => example !== undefined && !body?.safeParse(example).success)
  expect(wrong.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})
