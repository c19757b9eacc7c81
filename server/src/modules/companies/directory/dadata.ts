import type { AddressSuggestion, BankSuggestion, PartySuggestion } from '@artikul/contract/companies/suggestions'
import { z } from 'zod'

const PATIENCE_MS = 3000
const MAX_BYTES = 1024 * 1024

/** Any field of the directory may be null. */
const nullableText = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const orNull = z
  .string()
  .nullish()
  .transform((value) => value || null)

const Party = z.object({
  value: nullableText,
  data: z.object({
    inn: z.string(),
    kpp: orNull,
    ogrn: orNull,
    okpo: orNull,
    name: z.object({ short_with_opf: nullableText, full_with_opf: nullableText }).nullish(),
    management: z.object({ name: nullableText, post: nullableText }).nullish(),
    state: z.object({ status: nullableText }).nullish(),
    address: z.object({ value: nullableText, unrestricted_value: nullableText }).nullish(),
  }),
})

const Bank = z.object({
  value: nullableText,
  data: z.object({
    bic: z.string(),
    correspondent_account: nullableText,
    payment_city: nullableText,
    name: z.object({ payment: nullableText }).nullish(),
  }),
})

const Address = z.object({
  value: z.string(),
  unrestricted_value: nullableText,
  data: z.object({ geo_lat: orNull, geo_lon: orNull }).nullish(),
})

const answerOf = <T extends z.ZodType>(item: T) => z.object({ suggestions: z.array(item) })

const party = ({ value, data }: z.output<typeof Party>): PartySuggestion => ({
  name: data.name?.short_with_opf || value,
  full_name: data.name?.full_with_opf || value,
  inn: data.inn,
  kpp: data.kpp,
  ogrn: data.ogrn,
  okpo: data.okpo,
  address: data.address?.unrestricted_value || data.address?.value || '',
  director_title: data.management?.post ?? '',
  director: data.management?.name ?? '',
  is_active: (data.state?.status ?? 'ACTIVE') === 'ACTIVE',
})

const bank = ({ value, data }: z.output<typeof Bank>): BankSuggestion => ({
  bic: data.bic,
  bank_name: [data.name?.payment || value, data.payment_city].filter(Boolean).join(', '),
  correspondent_account: data.correspondent_account,
})

/** The directory lists latitude first; maps expect longitude first. */
function address({ value, unrestricted_value, data }: z.output<typeof Address>): AddressSuggestion {
  const [longitude, latitude] = [Number(data?.geo_lon ?? NaN), Number(data?.geo_lat ?? NaN)]
  return {
    value: unrestricted_value || value,
    coordinates: Number.isFinite(longitude) && Number.isFinite(latitude) ? [longitude, latitude] : null,
  }
}

export interface CompanyDirectory {
  parties: (inn: string) => Promise<PartySuggestion[]>
  banks: (bic: string) => Promise<BankSuggestion[]>
  addresses: (query: string) => Promise<AddressSuggestion[]>
}

/**
 * Creates a DaData client with the portal's own key, which never reaches the browser. Every method throws when the
 * directory fails.
 */
export function createDadata(origin: string, key: string): CompanyDirectory {
  const ask = async <T extends z.ZodType>(path: string, body: object, item: T): Promise<z.output<T>[]> => {
    const response = await fetch(`${origin}/suggestions/api/4_1/rs/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', authorization: `Token ${key}` },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (!response.ok) throw new Error(`the directory answered ${response.status}`)
    const text = await response.text()
    if (text.length > MAX_BYTES) throw new Error('the directory answered too much')
    return answerOf(item).parse(JSON.parse(text)).suggestions
  }
  return {
    parties: async (inn) => (await ask('findById/party', { query: inn, count: 20 }, Party)).map(party),
    banks: async (bic) => (await ask('findById/bank', { query: bic, count: 5 }, Bank)).map(bank),
    addresses: async (query) => (await ask('suggest/address', { query, count: 7 }, Address)).map(address),
  }
}
