import { z } from 'zod'
import type { SupplierCredentials, Adapter, SupplierField, SupplierError } from '../../querying/adapter.ts'
import { ordering } from './ordering.ts'
import { readBrands, readOffers } from './read-offers.ts'
import { signedBy } from './signed.ts'

const ErrorBody = z.object({ error: z.string().min(1) })

function errorOf(status: number, body: unknown): SupplierError | null {
  if (status < 400) return null
  if (status === 404) return { kind: 'nothing', text: 'У поставщика ничего не найдено' }
  const words = ErrorBody.safeParse(body).data?.error.slice(0, 200)
  return { kind: 'refused', text: `Поставщик ответил ошибкой ${status}${words ? `: ${words}` : ''}` }
}

const get = (access: SupplierCredentials, path: string, query: readonly SupplierField[]) =>
  ({ method: 'GET', path, headers: signedBy(access), query }) as const

/** Plain HTTP with JSON and a token; README.md is the specification for suppliers. */
export const rest = {
  format: 'json',
  search: (access, { article, brand }) =>
    get(access, '/offers', [
      ['article', article],
      ['brand', brand],
    ]),
  readOffers,
  brands: (access, article) => get(access, '/brands', [['article', article]]),
  readBrands,
  batch: null,
  errorOf,
  secretsOf: ({ secret }) => [secret],
  ordering,
} satisfies Adapter
