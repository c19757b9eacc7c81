import { keysOf } from '@artikul/contract/core/keys'
import { toPageSize } from './page-size.ts'

type Plain = string | number | boolean | null | undefined

/** Parses values as text: an article such as `26300` or `04152` must not become a number. */
export function parseSearch(search: string): Record<string, string | string[]> {
  const params = new URLSearchParams(search)
  const result: Record<string, string | string[]> = {}
  for (const key of new Set(params.keys())) {
    const values = params.getAll(key)
    result[key] = values.length > 1 ? values : (values[0] ?? '')
  }
  return result
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search as Record<string, Plain | Plain[]>)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') params.append(key, String(item))
    }
  }
  const text = params.toString()
  return text ? `?${text}` : ''
}

/** Parser of an address parameter; `undefined` when invalid. */
type Param<T> = (value: unknown) => T | undefined
type Params = Record<string, Param<unknown>>
type Address<P extends Params> = { [Name in keyof P]?: ReturnType<P[Name]> }

/**
 * Creates the parser of a page's address parameters. Invalid values are dropped and never cause an error page. Works
 * without schemas, because every page has an address and should not load a library for it.
 */
export const addressOf = <P extends Params>(params: P) => ({
  parse: (search: Record<string, unknown>): Address<P> => {
    // Invalid parameters are set to undefined, because the router keeps parameters that are not mentioned.
    const given = Object.entries(params).filter(([name]) => name in search)
    return Object.fromEntries(given.map(([name, read]) => [name, read(search[name])])) as Address<P>
  },
})

export const textParam =
  (max = 200): Param<string> =>
  (value) => {
    const text = typeof value === 'string' ? value.trim() : undefined
    return text !== undefined && text.length <= max ? text : undefined
  }

const MAX_LISTED = 50

export const listParam: Param<string[]> = (given) => {
  const values: unknown[] = Array.isArray(given) ? given : [given]
  const texts = values.filter((value): value is string => typeof value === 'string' && value.length <= 200)
  return texts.length === values.length && texts.length <= MAX_LISTED ? texts : undefined
}

const fromText = (value: unknown) => (typeof value === 'string' && value !== '' ? Number(value) : value)

export const numberParam =
  (max = 2_147_483_647, min = 1): Param<number> =>
  (value) => {
    const number = fromText(value)
    if (typeof number !== 'number' || !Number.isInteger(number)) return undefined
    return number >= min && number <= max ? number : undefined
  }

/** Quantity, possibly fractional. */
export const qtyParam: Param<number> = (value) => {
  const qty = fromText(value)
  return typeof qty === 'number' && qty > 0 && qty <= 999_999 ? qty : undefined
}

export const flagParam: Param<true> = (value) => value === true || value === 'true' || undefined

/** Existing calendar day as `YYYY-MM-DD`. */
export const dayParam: Param<string> = (value) => {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : undefined
}

export const choiceParam =
  <const T extends string>(values: readonly T[]): Param<T> =>
  (given) =>
    values.find((value) => value === given)

/** One of the keys of a record of labels. */
export const keyParam = <T extends string>(labels: Readonly<Record<T, unknown>>): Param<T> =>
  choiceParam(keysOf(labels))

export const pageParams = { page: numberParam(999_999), page_size: toPageSize }
