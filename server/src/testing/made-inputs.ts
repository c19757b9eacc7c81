import type { Route } from '@artikul/contract/core/route'
import fc from 'fast-check'
import { z } from 'zod'

/** Part of JSON Schema used by the contract's descriptions. */
interface Described {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Described[]
  oneOf?: Described[]
  allOf?: Described[]
  properties?: Record<string, Described>
  required?: string[]
  additionalProperties?: Described | boolean
  items?: Described
  prefixItems?: Described[]
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  format?: string
  pattern?: string
}

/** Valid values of fields whose rules are not part of the description: check digits, addresses, future dates. */
const KNOWN: Record<string, readonly string[]> = {
  inn: ['7701234560', '7812345675'],
  kpp: ['770101001'],
  ogrn: ['1257700001239'],
  bic: ['044525225'],
  account: ['40702810200000012345'],
  email: ['any@client.test', 'other@client.test'],
  document_email: ['any@client.test'],
  orders_email: ['any@client.test', ''],
  phone: ['+79990000002', '8 846 000-00-03'],
  url: ['https://example.ru/price'],
  article: ['HU-1', '26300-35503'],
  vin: ['XTA210990Y2766389'],
  sender: ['@example.ru'],
  password: ['Artikul-Demo-2026'],
  new_password: ['Long-Enough-2026'],
  from: ['2026-11-17'],
  to: ['2026-12-01', 'any@client.test'],
  time_zone: ['Europe/Moscow'],
}

const MAX_ITEMS = 3
const MAX_TEXT = 40

const describe = (schema: z.ZodType): Described =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described

function integer(described: Described, isWhole: boolean): fc.Arbitrary<number> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = described
  const least = Math.max(minimum ?? -Infinity, (exclusiveMinimum ?? -Infinity) + 1)
  const most = Math.min(maximum ?? Infinity, (exclusiveMaximum ?? Infinity) - 1)
  const min = Math.max(least, Number.MIN_SAFE_INTEGER)
  const max = Math.min(most, Number.MAX_SAFE_INTEGER)
  // Rows of the test have small ids.
  const near = Math.min(max, Math.max(min, 1))
  if (isWhole) return fc.constant(near)
  return fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: near, max: Math.min(max, near + 3) }) },
    { weight: 1, arbitrary: fc.constantFrom(min, max) },
  )
}

function text(described: Described, name: string, isWhole: boolean): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = MAX_TEXT } = described
  const known = KNOWN[name]
  if (known) return fc.constantFrom(...known)
  if (format === 'date') return fc.constantFrom('2026-11-17', '2026-11-18', '2026-12-01')
  if (format === 'date-time') return fc.constantFrom('2026-11-18T09:00:00.000Z', '2026-12-01T09:00:00Z')
  if (format === 'uuid') return fc.uuid()
  if (pattern === '^[1-9]\\d{0,9}$' || pattern === '^[1-9]\\d{0,5}$')
    return isWhole ? fc.constant('1') : fc.constantFrom('1', '2', '3', '2147483000')
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'))
  const letters = fc.string({
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, MAX_TEXT)),
    unit: 'binary',
  })
  const words = fc.constantFrom('Любой', 'HU-1', "О'Нил", 'a').filter((word) => word.length <= maxLength)
  if (isWhole && minLength < 8) return fc.constant('HU-1'.slice(0, maxLength))
  return minLength > 7 ? letters : fc.oneof({ weight: 3, arbitrary: words }, { weight: 1, arbitrary: letters })
}

/** Generates objects with all fields, or sometimes without optional ones. */
function object({ properties = {}, required = [], additionalProperties }: Described, isWhole: boolean) {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, made(field, name, isWhole)]),
  )
  if (Object.keys(fields).length === 0 && typeof additionalProperties === 'object')
    return fc.dictionary(fc.constantFrom('1', '2', 'a'), made(additionalProperties, '', isWhole), { maxKeys: 2 })
  return isWhole ? fc.record(fields) : fc.record(fields, { requiredKeys: required })
}

function list(described: Described, name: string, isWhole: boolean): fc.Arbitrary<unknown> {
  const { prefixItems, items = {}, minItems = 0, maxItems = MAX_ITEMS } = described
  if (prefixItems) return fc.tuple(...prefixItems.map((item) => made(item, name, isWhole)))
  const minLength = Math.max(minItems, isWhole ? Math.min(1, maxItems) : 0)
  const maxLength = isWhole ? minLength : Math.max(minLength, Math.min(maxItems, MAX_ITEMS))
  return fc.array(made(items, name, isWhole), { minLength, maxLength })
}

function byType(described: Described, type: string | undefined, name: string, isWhole: boolean): fc.Arbitrary<unknown> {
  if (type === 'object') return object(described, isWhole)
  if (type === 'array') return list(described, name, isWhole)
  if (type === 'string') return text(described, name, isWhole)
  if (type === 'integer') return integer(described, isWhole)
  if (type === 'number') return integer({ ...described, minimum: Math.max(described.minimum ?? 0, 0) }, isWhole)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  return fc.jsonValue({ maxDepth: 2 })
}

/** Generates values that match a description as far as it specifies them. */
function made(described: Described, name: string, isWhole: boolean): fc.Arbitrary<unknown> {
  const choices = described.anyOf ?? described.oneOf
  if (choices) {
    const filled = choices.filter(({ type }) => !isWhole || type !== 'null')
    return fc.oneof(...(filled.length > 0 ? filled : choices).map((choice) => made(choice, name, isWhole)))
  }
  if (described.allOf)
    return fc
      .tuple(...described.allOf.map((part) => made(part, name, isWhole)))
      .map((parts) => Object.assign({}, ...parts) as unknown)
  if ('const' in described) return fc.constant(described.const)
  if (described.enum) return fc.constantFrom(...described.enum)
  const types = [described.type].flat()
  return fc.oneof(...types.map((type) => byType(described, type, name, isWhole)))
}

/** Generates values of a part of a route, most of them valid; `whole` ones have every field. */
export const madeBy = (schema: z.ZodType, { isWhole = false } = {}): fc.Arbitrary<unknown> =>
  made(describe(schema), '', isWhole)

const TRIES = 400

/** Generates a valid value of the schema, with every field if possible; deterministic. */
export function madeFor(schema: z.ZodType): unknown {
  for (const isWhole of [true, false])
    for (const value of fc.sample(madeBy(schema, { isWhole }), { numRuns: TRIES, seed: 22 }))
      if (schema.safeParse(value).success) return value
  return undefined
}

/** Parts of a route's request; a missing one accepts no value. */
export const partsOf = ({ params, query, body }: Route) => ({
  ...(params && { params: madeFor(params) }),
  ...(query && { query: madeFor(query) }),
  ...(body && { body: madeFor(body) }),
})
