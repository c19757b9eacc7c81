import type { JsonSchema, PartnerOpenApi } from './openapi-document.ts'

/** Texts that programs do not depend on. */
const TEXTS = new Set(['description', 'summary', 'examples', 'example', 'title', 'tags', 'headers', 'required'])

type Side = 'request' | 'reply'

interface Comparison {
  released: PartnerOpenApi
  current: PartnerOpenApi
  side: Side
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Follows references to components. */
function resolve(document: PartnerOpenApi, value: unknown): unknown {
  const name = isObject(value) ? /^#\/components\/schemas\/(.+)$/.exec(String(value['$ref']))?.[1] : undefined
  return name === undefined ? value : document.components.schemas[name]
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Fields that a reply no longer always has, or that a request newly requires. */
function requiredChanges(before: JsonSchema, now: JsonSchema, at: string, side: Side): string[] {
  const [was, is] = [listOf(before['required']), listOf(now['required'])]
  return side === 'reply'
    ? was.filter((name) => !is.includes(name)).map((name) => `${at}: «${String(name)}» is no longer always present`)
    : is.filter((name) => !was.includes(name)).map((name) => `${at}: «${String(name)}» is now required`)
}

function listChanges(comparison: Comparison, before: unknown[], now: unknown, at: string): string[] {
  const current = listOf(now)
  return before.flatMap((value, index) => {
    if (!isObject(value)) return current.includes(value) ? [] : [`${at}: ${JSON.stringify(value)} is gone`]
    return changesOf(comparison, value, current[index], `${at}[${index}]`)
  })
}

/** Lists what a program of the released schema would miss: added fields, values and optional parameters are no change. */
function changesOf(comparison: Comparison, releasedValue: unknown, currentValue: unknown, at: string): string[] {
  const [before, now] = [resolve(comparison.released, releasedValue), resolve(comparison.current, currentValue)]
  if (Array.isArray(before)) return listChanges(comparison, before, now, at)
  if (!isObject(before)) return before === now ? [] : [`${at}: ${String(before)} is now ${String(now)}`]
  if (!isObject(now)) return [`${at} is gone`]
  const added = Object.keys(now).filter((key) => comparison.side === 'request' && LIMITS.has(key) && !(key in before))
  return [
    ...added.map((key) => `${at}: «${key}» is new`),
    ...requiredChanges(before, now, at, comparison.side),
    ...Object.entries(before)
      .filter(([key]) => !TEXTS.has(key))
      .flatMap(([key, value]) => changesOf(comparison, value, now[key], `${at}.${key}`)),
  ]
}

/** Rules that would refuse requests accepted before. */
const LIMITS = new Set([
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'multipleOf',
])

interface Parameter extends JsonSchema {
  name?: string
  required?: boolean
  schema?: JsonSchema
  $ref?: string
}

const keyOf = ({ name, $ref, in: place }: Parameter) => $ref ?? `${String(place)} ${name ?? ''}`

function parameterChanges(comparison: Comparison, before: Parameter[], now: Parameter[], at: string): string[] {
  const known = new Set(before.map(keyOf))
  const kept = before.flatMap((parameter) => {
    const same = now.find((other) => keyOf(other) === keyOf(parameter))
    if (!same) return [`${at}: parameter «${keyOf(parameter)}» is gone`]
    const hardened =
      same.required === true && parameter.required !== true ? [`${at}: «${same.name}» is now required`] : []
    return [
      ...hardened,
      ...changesOf(comparison, parameter.schema ?? {}, same.schema ?? {}, `${at} ${keyOf(parameter)}`),
    ]
  })
  const added = now.filter((other) => other.required !== false && !known.has(keyOf(other)))
  return [...kept, ...added.map((other) => `${at}: parameter «${keyOf(other)}» is new and required`)]
}

/**
 * Compares a document with the released one.
 * @returns every removal or change in words; empty when only something was added
 */
export function changesSince(released: PartnerOpenApi, current: PartnerOpenApi): string[] {
  return Object.entries(released.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const at = `${method.toUpperCase()} ${path}`
      const now = current.paths[path]?.[method]
      if (!now) return [`${at} is gone`]
      const asked = { released, current, side: 'request' } as const
      // Parameters are lists of objects in both documents.
      const [before, after] = [operation['parameters'], now['parameters']] as [Parameter[], Parameter[]]
      return [
        ...parameterChanges(asked, before, after, at),
        ...(operation['requestBody'] === undefined && now['requestBody'] !== undefined
          ? [`${at} now needs a body`]
          : []),
        ...changesOf(asked, operation['requestBody'] ?? {}, now['requestBody'] ?? {}, `${at} body`),
        ...changesOf({ released, current, side: 'reply' }, operation['responses'], now['responses'], `${at} reply`),
      ]
    }),
  )
}
