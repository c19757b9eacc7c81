import { can, ROLES, type Role } from '@artikul/contract/core/roles'
import type { Route } from '@artikul/contract/core/route'
import fc from 'fast-check'
import type { z } from 'zod'
import { madeBy } from '../../server/src/testing/made-inputs.ts'

const deep = (depth: number): unknown => {
  let value: unknown = 'a'
  for (let left = depth; left > 0; left -= 1) value = left % 2 === 0 ? [value] : { a: value }
  return value
}

/** Values that often break programs, inserted anywhere. */
const NASTY: readonly unknown[] = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\ufeff',
    '\u202egpj.exe',
    'а'.repeat(70_000),
    '%',
    '\\',
    '_',
    "' or 1=1 --",
    '{}',
    '$1',
  ],
  ...[
    'null',
    'NaN',
    '1e400',
    '0x10',
    '２',
    '-0',
    '1.',
    '2026-02-30',
    '0000-00-00',
    '99999-01-01',
    '2026-11-17T24:00:00Z',
  ],
  ...['__proto__', 'constructor', 'toString', '../../etc/passwd', 'http://169.254.169.254/', '(a+)+$'],
  ...[0, -1, 1.5, 0.0004, 2_147_483_647, 2_147_483_648, 2 ** 53, -(2 ** 53), 1e21, 1e308, 5e-324],
  ...[null, true, false, [], {}, [[]], [null], { $ne: 1 }, deep(200), Array(2000).fill(1), ['__proto__', 'a']],
]

type Path = readonly string[]
const isHolder = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const pathsOf = (value: unknown, path: Path = []): Path[] => [
  path,
  ...(isHolder(value) ? Object.entries(value).flatMap(([key, own]) => pathsOf(own, [...path, key])) : []),
]

/** Returns the value with one part replaced, or removed when nothing is inserted. */
function changed(value: unknown, [key, ...rest]: Path, put: unknown): unknown {
  if (key === undefined) return put
  if (!isHolder(value)) return value
  const copy: Record<string, unknown> = Array.isArray(value)
    ? ([...value] as unknown as Record<string, unknown>)
    : { ...value }
  copy[key] = changed(copy[key], rest, put)
  return copy
}

/** Generates a value that the schema accepts, or one with a single invalid part. */
function anything(schema: z.ZodType): fc.Arbitrary<unknown> {
  const good = madeBy(schema)
  const wrong = fc
    .tuple(good, fc.nat(), fc.oneof(fc.constantFrom(...NASTY, undefined), fc.jsonValue({ maxDepth: 2 })))
    .map(([value, at, put]) => {
      const paths = pathsOf(value)
      return changed(value, paths[at % paths.length] ?? [], put)
    })
  return fc.oneof({ weight: 2, arbitrary: good }, { weight: 3, arbitrary: wrong })
}

/** Encodes lone surrogates as the bytes that a client would send. */
const escaped = (value: unknown) =>
  encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value ?? null)).toWellFormed().slice(0, 6000))

const fieldsOf = (value: unknown): [string, unknown][] => (isHolder(value) ? Object.entries(value) : [])

/** One call of an arbitrary client. */
export interface AnyCall {
  role: Role
  url: string
  body: unknown
  key: string
}

/** Roles allowed by the route. */
const rolesOf = ({ access }: Route): Role[] =>
  ROLES.filter((role) => access === 'public' || access === 'signed-in' || can([role], access))

const urlOf = (route: Route, params: unknown, query: unknown): string => {
  const pathParams = Object.fromEntries(fieldsOf(params))
  const path = route.path.replace(/:(\w+)/g, (_, key: string) => escaped(pathParams[key] ?? '') || '1')
  const queryFields = fieldsOf(query).filter(([, value]) => value !== undefined)
  return `${path}${queryFields.length > 0 ? '?' : ''}${queryFields.map(([key, value]) => `${escaped(key)}=${escaped(value)}`).join('&')}`
}

/** Generates calls of the route: most are valid and reach its handler, the others have one invalid part. */
export const callsOf = (route: Route): fc.Arbitrary<AnyCall> =>
  fc.record({
    role: fc.constantFrom(...rolesOf(route)),
    url: fc
      .tuple(
        route.params ? anything(route.params) : fc.constant({}),
        route.query ? anything(route.query) : fc.constant({}),
      )
      .map(([params, query]) => urlOf(route, params, query)),
    body: route.body ? anything(route.body) : fc.constant(undefined),
    key: fc.oneof(
      { weight: 6, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: fc.constantFrom('', 'a', 'ключ', 'a'.repeat(300)) },
    ),
  })
