import { z } from 'zod'
import { toPageSize } from './page-size.ts'

type Plain = string | number | boolean | null | undefined

/** Values stay text: an article like `26300` or `04152` must not become a number on its way through the URL. */
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

/** What an address may carry: made when the page is first opened, for there are many pages, and one is. */
export function lazySearch<Schema extends z.ZodType>(make: () => Schema): Pick<Schema, '~standard'> {
  let made: Schema | undefined
  return {
    get '~standard'() {
      return (made ??= make())['~standard']
    },
  }
}

/** A wrong value in an address is dropped, never an error page. */
export const textParam = (max = 200) => z.string().trim().max(max).optional().catch(undefined)

export const listParam = z
  .preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(z.string().max(200)).max(50))
  .optional()
  .catch(undefined)

export const numberParam = (max = 2_147_483_647) =>
  z.coerce.number().int().positive().max(max).optional().catch(undefined)

export const dayParam = z.iso.date().optional().catch(undefined)

export const choiceParam = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values).optional().catch(undefined)

export const pageParams = {
  page: numberParam(999_999),
  page_size: z
    .preprocess(toPageSize, z.literal([50, 100, 150]).optional())
    .optional()
    .catch(undefined),
}
