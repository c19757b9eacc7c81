import type { ApiField, ApiReading } from '@artikul/contract/suppliers/adapter-settings'

const MAX_DEPTH = 6
/** Names under which suppliers send a field, the surest first. */
const NAMES: readonly (readonly [ApiField, RegExp])[] = [
  [
    'article',
    /^(?:article|articul|artikul|part_?(?:number|no|num)?|detail_?(?:num|number)?|number|num|pin|sku|oem|code|артикул|номер)$/i,
  ],
  ['brand', /^(?:brand|brand_?name|maker|make|manufacturer|producer|vendor|make_?name|бренд|производитель|марка)$/i],
  ['name', /^(?:name|title|description|descr|part_?name|goods?_?name|detail_?name|наименование|название)$/i],
  ['price', /^(?:price|cost|price_?(?:rub|value|client)|amount_?price|цена|стоимость)$/i],
  ['currency', /^(?:currency|cur|currency_?code|валюта)$/i],
  [
    'quantity',
    /^(?:quantity|qty|count|stock|rest|available|availability|amount|balance|количество|наличие|остаток|кол_?во)$/i,
  ],
  ['term', /^(?:term|days|delivery|delivery_?(?:days|time|term|period)|period|срок|дней)$/i],
  ['warehouse', /^(?:warehouse|stock_?name|store|sklad|storage|place|warehouse_?(?:name|code|id)|склад)$/i],
  ['multiplicity', /^(?:multiplicity|pack|packing|multiple|min_?(?:qty|count)|lot|кратность|упаковка)$/i],
]

interface Seen {
  path: string[]
  /** Names of the element with the path from an offer. */
  names: [name: string, path: string][]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPlain = (value: unknown) => !isObject(value) && !Array.isArray(value)

/** Lists of objects in an answer with what their first element names. */
function* listsIn(value: unknown, path: string[], around: [string, string][], depth = 0): Generator<Seen> {
  if (depth > MAX_DEPTH) return
  if (Array.isArray(value)) {
    const first: unknown = value.find(isObject)
    if (first === undefined) return
    yield { path, names: [...plainNames(first), ...around] }
    yield* listsIn(first, [...path, '*'], around, depth + 1)
    return
  }
  if (!isObject(value)) return
  const outer: [string, string][] = [...plainNames(value), ...around].map(([name, at]) => [name, `^.${at}`])
  for (const [name, inner] of Object.entries(value)) {
    if (isPlain(inner)) continue
    // XML: a list of one element is the element.
    if (isObject(inner)) yield { path: [...path, name], names: [...plainNames(inner), ...outer] }
    yield* listsIn(inner, [...path, name], outer, depth + 1)
  }
}

const plainNames = (element: unknown): [string, string][] =>
  isObject(element) ? Object.entries(element).flatMap(([name, value]) => (isPlain(value) ? [[name, name]] : [])) : []

/** Proposes where the offers of a sample answer are by common names of fields; null when nothing looks like offers. */
export function proposeReading(body: unknown, format: ApiReading['format']): ApiReading | null {
  const guesses = [...listsIn(body, [], [])].map(({ path, names }) => {
    const free = new Set(names.map(([, at]) => at))
    const fields = Object.fromEntries(
      NAMES.map(([field, pattern]) => {
        const at = names.find(([name, where]) => pattern.test(name) && free.has(where))?.[1] ?? ''
        free.delete(at)
        return [field, at]
      }),
    ) as ApiReading['fields']
    const found = Object.values(fields).filter((at) => at !== '').length
    return {
      list: path.join('.'),
      fields,
      found,
      depth: path.length,
    }
  })
  const [best] = guesses.toSorted((a, b) => b.found - a.found || a.depth - b.depth)
  if (!best || best.found < 3) return null
  const isHours = /hour|час/i.test(best.fields.term)
  return { format, list: best.list, fields: best.fields, price_unit: 'rub', term_unit: isHours ? 'hours' : 'days' }
}
