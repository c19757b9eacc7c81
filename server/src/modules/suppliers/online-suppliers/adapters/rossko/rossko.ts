import type { SupplierCredentials, Adapter, SupplierError } from '../../querying/adapter.ts'
import { Text } from '../parse-reply.ts'
import { ordering } from './ordering.ts'
import { readBrands, readOffers } from './read-offers.ts'
import { call, childOf, escapeXml, soapFaultOf, isSuccess, soapKeysOf, resultOf } from './soap.ts'

const refused = (words: string): SupplierError => ({
  kind: 'refused',
  text: `Поставщик ответил ошибкой: ${words.slice(0, 200)}`,
})

function errorOf(status: number, body: unknown): SupplierError | null {
  const fault = soapFaultOf(body)
  if (fault !== null || status >= 400) return refused(fault ?? String(status))
  const result = resultOf(body)
  if (!result) return refused('ответ не понят')
  // Refusals within an order are handled by its parser.
  if (isSuccess(result) || 'OrderIDS' in result || 'ItemsErrorList' in result) return null
  const words = Text.catch('').parse(childOf(result, 'message') ?? childOf(result, 'text'))
  return /не найден/i.test(words) ? { kind: 'nothing', text: 'У поставщика ничего не найдено' } : refused(words)
}

const search = (access: SupplierCredentials, text: string) => {
  const { delivery, address } = soapKeysOf(access)
  return call(access, 'GetSearch', [
    ['text', text],
    ['delivery_id', delivery],
    ['address_id', address],
  ])
}

/** SOAP 2.1 of Rossko; README.md describes the settings. */
export const rossko = {
  format: 'xml',
  search: (access, { article, brand }) => search(access, `${brand} ${article}`),
  readOffers,
  brands: search,
  readBrands,
  batch: null,
  errorOf,
  secretsOf: (access) => {
    const { key, secret } = soapKeysOf(access)
    return [secret, escapeXml(secret), key, escapeXml(key)].filter(Boolean)
  },
  ordering,
} satisfies Adapter
