import { z } from 'zod'
import { Moment } from './fields.ts'
import { defineRoutes } from './route.ts'

/** What people are asked to agree to: the offer, and apart from it the processing of personal data (152-ФЗ, ст. 9). */
export const LegalKind = z.enum(['offer', 'personal_data'])
export type LegalKind = z.infer<typeof LegalKind>

export const LEGAL_LABELS: Record<LegalKind, string> = {
  offer: 'Оферта',
  personal_data: 'Согласие на обработку персональных данных',
}

export const LegalText = z.object({
  kind: LegalKind,
  version: z.int(),
  title: z.string(),
  /** Markdown: headings, paragraphs, lists. */
  body: z.string(),
  /** SHA-256 of the text in hex: what a consent names. */
  hash: z.string(),
  published_at: Moment,
})
export type LegalText = z.infer<typeof LegalText>

/** One consent as it was given. */
export const ConsentItem = z.object({
  kind: LegalKind,
  version: z.int(),
  text_hash: z.string(),
  person: z.string(),
  given_at: Moment,
  address: z.string(),
})
export type ConsentItem = z.infer<typeof ConsentItem>

export const Office = z.object({
  id: z.int(),
  name: z.string(),
  address: z.string(),
  /** `[longitude, latitude]`, as maps want it. */
  coordinates: z.tuple([z.number(), z.number()]).nullable(),
  phone: z.string(),
  email: z.string(),
  hours: z.string(),
})
export type Office = z.infer<typeof Office>

/** A legal person of the supplier, as the law wants him named (ЗоЗПП, ст. 9; ГК, ст. 54). */
export const SellerRequisites = z.object({
  name: z.string(),
  inn: z.string(),
  kpp: z.string().nullable(),
  ogrn: z.string(),
  address: z.string(),
  phone: z.string(),
})

/** What the supplier tells everybody of himself. */
export const supplierRoutes = defineRoutes({
  legal: {
    method: 'GET',
    path: '/api/v1/legal/:kind',
    summary: 'Действующая редакция оферты или согласия',
    access: 'public',
    params: z.strictObject({ kind: LegalKind }),
    reply: LegalText,
  },
  contacts: {
    method: 'GET',
    path: '/api/v1/contacts',
    summary: 'Офисы и реквизиты поставщика',
    access: 'public',
    reply: z.object({ offices: z.array(Office), sellers: z.array(SellerRequisites) }),
  },
})
