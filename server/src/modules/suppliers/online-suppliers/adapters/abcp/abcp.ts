import { z } from 'zod'
import { MAX_BATCH_SIZE, type Adapter, type SupplierField, type SupplierError } from '../../querying/adapter.ts'
import { readBrands, readOffers } from './read-offers.ts'
import { ordering } from './ordering.ts'
import { passwordOf, signedBy } from './signed.ts'

const NOT_FOUND = 301
const ErrorBody = z.object({ errorCode: z.coerce.number(), errorMessage: z.string().catch('') })

function errorOf(status: number, body: unknown): SupplierError | null {
  const error = ErrorBody.safeParse(body)
  if (status < 400 && !error.success) return null
  const { errorCode, errorMessage } = error.data ?? { errorCode: 0, errorMessage: '' }
  if (errorCode === NOT_FOUND) return { kind: 'nothing', text: 'У поставщика ничего не найдено' }
  const words = errorMessage === '' ? '' : `: ${errorMessage.slice(0, 200)}`
  return { kind: 'refused', text: `Поставщик ответил ошибкой ${errorCode || status}${words}` }
}

/** Client API of ABCP: GET queries, POST forms with PHP-style brackets, JSON answers. */
export const abcp = {
  format: 'json',
  search: (access, { article, brand }) => ({
    method: 'GET',
    path: '/search/articles',
    query: [...signedBy(access), ['number', article], ['brand', brand], ['useOnlineStocks', '1']],
  }),
  readOffers,
  brands: (access, article) => ({
    method: 'GET',
    path: '/search/brands',
    query: [...signedBy(access), ['number', article], ['useOnlineStocks', '1']],
  }),
  readBrands,
  batch: (access, questions) => {
    if (questions.length > MAX_BATCH_SIZE) throw new RangeError(`a batch holds at most ${MAX_BATCH_SIZE} pairs`)
    const pairs = questions.flatMap(({ article, brand }, at): SupplierField[] => [
      [`search[${at}][number]`, article],
      [`search[${at}][brand]`, brand],
    ])
    return { method: 'POST', path: '/search/batch', form: [...signedBy(access), ...pairs] }
  },
  errorOf,
  secretsOf: (access) => [access.secret, passwordOf(access)],
  ordering,
} satisfies Adapter
