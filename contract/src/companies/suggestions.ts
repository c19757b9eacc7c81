import { z } from 'zod'
import { text } from '../core/fields.ts'
import { Bic, Inn } from '../core/identifiers.ts'
import { defineRoutes } from '../core/route.ts'

/** Company of the state register; a head office and its branches share ИНН and differ by КПП. */
export const PartySuggestion = z.object({
  name: z.string(),
  full_name: z.string(),
  inn: z.string(),
  kpp: z.string().nullable(),
  ogrn: z.string().nullable(),
  okpo: z.string().nullable(),
  address: z.string(),
  director_title: z.string(),
  director: z.string(),
  is_active: z.boolean(),
})
export type PartySuggestion = z.infer<typeof PartySuggestion>

export const BankSuggestion = z.object({ bic: z.string(), bank_name: z.string(), correspondent_account: z.string() })
export type BankSuggestion = z.infer<typeof BankSuggestion>

export const AddressSuggestion = z.object({
  value: z.string(),
  /** `[longitude, latitude]`; `null` when the directory does not know the house. */
  coordinates: z.tuple([z.number(), z.number()]).nullable(),
})
export type AddressSuggestion = z.infer<typeof AddressSuggestion>

/**
 * Fields filled from the directory of companies, banks and addresses. Without a key, when the directory does not
 * respond within three seconds, or when one client or address queries it too often, the reply is empty and fields are
 * typed by hand.
 */
export const suggestionRoutes = defineRoutes({
  party: {
    method: 'POST',
    path: '/api/v1/suggestions/party',
    summary: 'Реквизиты организации по ИНН',
    access: 'public',
    body: z.strictObject({ inn: Inn }),
    reply: z.object({ results: z.array(PartySuggestion) }),
  },
  bank: {
    method: 'POST',
    path: '/api/v1/suggestions/bank',
    summary: 'Банк по БИК',
    access: 'signed-in',
    body: z.strictObject({ bic: Bic }),
    reply: z.object({ results: z.array(BankSuggestion) }),
  },
  address: {
    method: 'POST',
    path: '/api/v1/suggestions/address',
    summary: 'Адреса, похожие на начатый',
    access: 'signed-in',
    body: z.strictObject({ query: text(300).min(3, 'Введите хотя бы три буквы') }),
    reply: z.object({ results: z.array(AddressSuggestion) }),
  },
})
