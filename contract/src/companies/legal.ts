import { z } from 'zod'
import { Day, Empty, listOf, Moment, pageQuery, requiredText, text, Version } from '../core/fields.ts'
import { RichText } from '../core/rich-text.ts'
import { defineRoutes, FILE } from '../core/route.ts'
import { AgreedKind, LegalKind } from './legal-kinds.ts'

export const LegalText = z.object({
  kind: LegalKind,
  version: z.int(),
  title: z.string(),
  /** Markdown: headings, paragraphs, lists. */
  body: z.string(),
  /** Parsed text, ready to be drawn. */
  parts: RichText,
  /** SHA-256 of the text in hex, stored with a consent. */
  hash: z.string(),
  published_at: Moment,
  /** First day in Moscow on which this version applies. */
  in_force_from: Day,
})
export type LegalText = z.infer<typeof LegalText>

/** State of a version today; a withdrawn one was never in force. */
export const LegalState = z.enum(['future', 'current', 'former', 'withdrawn'])
export type LegalState = z.infer<typeof LegalState>

/** One version in the list of all. */
export const LegalVersion = LegalText.pick({
  version: true,
  hash: true,
  published_at: true,
  in_force_from: true,
}).extend({
  /** Description of the change; may be empty. */
  note: z.string(),
  state: LegalState,
})
export type LegalVersion = z.infer<typeof LegalVersion>

export const LegalVersionText = LegalText.extend({ note: z.string(), state: LegalState })
export type LegalVersionText = z.infer<typeof LegalVersionText>

/** Version as seen by staff. */
export const LegalDeskVersion = LegalVersion.extend({
  /** Publisher; `null` for texts delivered with the portal. */
  by: z.string().nullable(),
})
export type LegalDeskVersion = z.infer<typeof LegalDeskVersion>

/** Consents are counted up to this number. */
export const MAX_COUNTED_CONSENTS = 10_000

export const LegalDesk = z.object({
  kind: LegalKind,
  current: LegalDeskVersion.extend({
    /**
     * Companies that accepted the offer, or people who consented; at most {@link MAX_COUNTED_CONSENTS} plus one when
     * there are more. `null` for texts that require no consent.
     */
    agreed: z.int().min(0).nullable(),
  }),
  /** Published and not in force yet. */
  waiting: LegalDeskVersion.nullable(),
  /** Newest number ever assigned, including withdrawn versions. */
  last_version: z.int().positive(),
})
export type LegalDesk = z.infer<typeof LegalDesk>

export const MAX_LEGAL_TEXT_LENGTH = 60_000
export const NewLegalText = z.strictObject({
  /** Newest version displayed to the user. */
  version: Version,
  body: requiredText(MAX_LEGAL_TEXT_LENGTH),
  /** Today or later. */
  in_force_from: Day,
  note: text(500),
})
export type NewLegalText = z.infer<typeof NewLegalText>

/** Most missed versions shown to a company at once. */
export const MAX_CHANGES = 10

/** Offer in force that a company has not accepted and must accept before its next order. */
export const OfferToAccept = z.object({
  version: z.int(),
  in_force_from: Day,
  /** True when the company accepted an earlier version. */
  is_changed: z.boolean(),
  /**
   * Versions that came into force since, newest first, at most {@link MAX_CHANGES}; only this one for a company that
   * accepted none.
   */
  changes: z.array(LegalVersion.pick({ version: true, in_force_from: true, note: true })),
})
export type OfferToAccept = z.infer<typeof OfferToAccept>

/** One recorded consent. */
export const ConsentItem = z.object({
  kind: AgreedKind,
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
  /** `[longitude, latitude]`, the order of map services. */
  coordinates: z.tuple([z.number(), z.number()]).nullable(),
  phone: z.string(),
  email: z.string(),
  hours: z.string(),
})
export type Office = z.infer<typeof Office>

/** Legal entity of the supplier with the requisites required by law (ЗоЗПП, ст. 9; ГК, ст. 54). */
export const SellerRequisites = z.object({
  name: z.string(),
  inn: z.string(),
  kpp: z.string().nullable(),
  ogrn: z.string(),
  address: z.string(),
  phone: z.string(),
})

/** Public information about the supplier. */
export const supplierRoutes = defineRoutes({
  legal: {
    method: 'GET',
    path: '/api/v1/legal/:kind',
    summary: 'Действующая редакция оферты, согласия или политики',
    access: 'public',
    params: z.strictObject({ kind: LegalKind }),
    reply: LegalText,
  },
  contacts: {
    method: 'GET',
    path: '/api/v1/contacts',
    summary: 'Офисы и реквизиты поставщика',
    access: 'public',
    page: 'contacts',
    reply: z.object({ offices: z.array(Office), sellers: z.array(SellerRequisites) }),
  },
})

const OneKind = z.strictObject({ kind: LegalKind })
const ACCEPTANCE = '/api/v1/legal/offer/acceptance'
const OneVersion = OneKind.extend({
  version: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'Неверный номер')
    .transform(Number),
})
const PUBLIC = '/api/v1/legal/:kind/versions'
const DESK = '/api/v1/manager/legal'

/** Versions of the offer, of consents and of the policy: readable by everybody, published by order managers. */
export const legalRoutes = defineRoutes({
  versions: {
    method: 'GET',
    path: PUBLIC,
    summary: 'Редакции оферты, согласия или политики, новые сверху',
    access: 'public',
    params: OneKind,
    query: z.strictObject(pageQuery),
    reply: listOf(LegalVersion),
  },
  version: {
    method: 'GET',
    path: `${PUBLIC}/:version`,
    summary: 'Одна редакция оферты, согласия или политики',
    access: 'public',
    params: OneVersion,
    reply: LegalVersionText,
  },
  pdf: {
    method: 'GET',
    path: `${PUBLIC}/:version/pdf`,
    summary: 'Одна редакция оферты, согласия или политики (PDF)',
    access: 'public',
    params: OneVersion,
    reply: FILE,
  },
  toAccept: {
    method: 'GET',
    path: ACCEPTANCE,
    summary: 'Оферта, которую текущая компания ещё не приняла: без этого заказ не оформить',
    access: 'orders:place',
    reply: z.object({ to_accept: OfferToAccept.nullable() }),
  },
  accept: {
    method: 'POST',
    path: ACCEPTANCE,
    summary: 'Принять условия действующей оферты за текущую компанию',
    access: 'orders:place',
    selfOnly: true,
    /** Version displayed to the user. */
    body: z.strictObject({ version: z.int('Примите условия оферты').positive() }),
    reply: Empty,
  },
  desk: {
    method: 'GET',
    path: DESK,
    summary: 'Действующие редакции документов и сколько с ними согласились, если с ними соглашаются',
    access: 'site:manage',
    reply: z.object({ results: z.array(LegalDesk) }),
  },
  publish: {
    method: 'POST',
    path: `${DESK}/:kind`,
    summary: 'Опубликовать новую редакцию',
    access: 'site:manage',
    params: OneKind,
    body: NewLegalText,
    reply: z.object({ version: z.int() }),
  },
  allVersions: {
    method: 'GET',
    path: `${DESK}/:kind/versions`,
    summary: 'Все редакции с авторами и отозванными, новые сверху',
    access: 'site:manage',
    params: OneKind,
    query: z.strictObject(pageQuery),
    reply: listOf(LegalDeskVersion),
  },
  anyVersion: {
    method: 'GET',
    path: `${DESK}/:kind/versions/:version`,
    summary: 'Текст любой редакции, отозванной тоже',
    access: 'site:manage',
    params: OneVersion,
    reply: LegalVersionText,
  },
  withdraw: {
    method: 'DELETE',
    path: `${DESK}/:kind/versions/:version`,
    summary: 'Отозвать редакцию, которая ещё не вступила в силу',
    access: 'site:manage',
    params: OneVersion,
    reply: Empty,
  },
})
