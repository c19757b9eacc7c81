import { z } from 'zod'
import { asClientQuery, Inside, Offer, OfferGroup, ProductBrief } from '../catalog/catalog.ts'
import { Id, IdParams, Moment, PathId, ShownKop, text } from '../core/fields.ts'
import { keysOf } from '../core/keys.ts'
import { defineRoutes } from '../core/route.ts'

/** Product to choose with its offers: «Выберите производителя», or a match by name. */
export const Maker = ProductBrief.extend({
  brand_id: Id,
  offers_count: z.int(),
  min_price_kop: ShownKop,
})
export type Maker = z.infer<typeof Maker>

/** Reasons for interpreting the typed text differently, in words that follow «Найдено как …:». */
export const MATCH_REASONS = {
  brand: 'производитель отделён от артикула',
  layout: 'набрано в другой раскладке',
  barcode: 'это штрихкод',
  own_code: 'это ваш код',
  zeros: 'нули в начале и в конце пишут по-разному',
  letter: 'букву «A» в начале пишут не все',
  look_alikes: 'похожие буквы и цифры, сверьте артикул',
} as const
export type MatchReason = keyof typeof MATCH_REASONS

/** Rows of lists are also matched by the words of their names. */
export const LIST_MATCH_REASONS = { ...MATCH_REASONS, name: 'подобрано по словам наименования' } as const
export type ListMatchReason = keyof typeof LIST_MATCH_REASONS

/** Misspelt word and the word of product names searched instead. */
export const Correction = z.object({ typed: z.string(), read: z.string() })
export type Correction = z.infer<typeof Correction>

/** Most products found by words; more precise words narrow the search. */
export const MAX_NAMED = 30

/** Choice by a property of the found products: «Вязкость: 5W-30, 5W-40». */
export const Facet = z.object({
  name: z.string(),
  unit: z.string(),
  values: z.array(z.object({ value: z.string(), product_ids: z.array(Id) })),
})
export type Facet = z.infer<typeof Facet>

export const SearchReply = z.object({
  /** Article key used for the search. */
  key: z.string(),
  /**
   * `exact`: as written; `read`: as `interpreted_as` explains; `loose`: «возможно, вы искали»; `name`: by words of names,
   * `products` then contain the best matches; `nothing`: not found.
   */
  found: z.enum(['exact', 'read', 'loose', 'name', 'nothing']),
  /** «Найдено как …, потому что …»; `null` when found as written or not found. */
  interpreted_as: z
    .object({
      /** Maker separated from the article, as named in the catalogue. */
      brand: z.string().nullable(),
      /** Article as written in the catalogue. */
      article: z.string(),
      match_reason: z.enum(keysOf(MATCH_REASONS)),
    })
    .nullable(),
  /** «Исправлено: «фильрт» → «фильтр»»: corrected words that found `products`; empty when none were corrected. */
  corrected: z.array(Correction),
  /** Several matching makers: the user chooses one; `groups` then contain the article of each, without analogues. */
  makers: z.array(Maker),
  /** Products found by words of their names, available ones first; at most `MAX_NAMED`. */
  products: z.array(Maker),
  /** Properties that narrow `products`; absent unless found by name. */
  facets: z.array(Facet).optional(),
  /** Offers of each product; when found by name, only of the available ones, in the order of `products`. */
  groups: z.array(OfferGroup),
  offers_count: z.int(),
})
export type SearchReply = z.infer<typeof SearchReply>

/** Inventory group shown to clients. */
export const ShownGroup = z.object({
  id: Id,
  parent_id: Id.nullable(),
  name: z.string(),
  /** Products of the group and of all its subgroups, at least one. */
  products_count: z.int().positive(),
})
export type ShownGroup = z.infer<typeof ShownGroup>

/** Products on a page of a group. */
export const GROUP_PAGE_SIZE = 50
/** Last page of a group: nobody reads further, and later pages cost more. */
export const MAX_GROUP_PAGE = 40

/** Available products of a group and of its subgroups, like products found by name. */
export const GroupReply = SearchReply.pick({ products: true, groups: true, offers_count: true }).extend({
  group: ShownGroup.pick({ id: true, name: true }),
  facets: z.array(Facet),
  has_more: z.boolean(),
})
export type GroupReply = z.infer<typeof GroupReply>

/** Offer of an online supplier; `reference` adds it to the cart within 15 minutes. */
export const OnlineOffer = Offer.omit({ id: true }).extend({ reference: z.string() })
export type OnlineOffer = z.infer<typeof OnlineOffer>

/** Offers of a supplier for one article; the product may be missing in the catalogue. */
export const OnlineGroup = z.object({
  kind: OfferGroup.shape.kind,
  product: ProductBrief.extend({ id: Id.nullable(), code: z.string().nullable() }),
  offers: z.array(OnlineOffer),
})
export type OnlineGroup = z.infer<typeof OnlineGroup>

/** Outcome of a supplier's answer; `late` follows a `timed_out` of the same supplier. */
export const ONLINE_STATES = ['answered', 'late', 'timed_out', 'failed', 'resting', 'paused'] as const
export type OnlineState = (typeof ONLINE_STATES)[number]

/** Event of a live search; suppliers are distinguished by numbers, never by names. */
export const OnlineEvent = z.discriminatedUnion('kind', [
  /** Queried suppliers; empty when there are none or the maker is ambiguous. */
  z.object({ kind: z.literal('suppliers'), numbers: z.array(Id) }),
  z.object({
    kind: z.literal('offers'),
    number: Id,
    state: z.enum(ONLINE_STATES),
    /** Time until the answer. */
    took_ms: z.int(),
    /** Age of the answer; more than `took_ms` when it was cached. */
    age_ms: z.int(),
    groups: z.array(OnlineGroup),
  }),
  /** No more answers follow. */
  z.object({ kind: z.literal('done') }),
])
export type OnlineEvent = z.infer<typeof OnlineEvent>

export const Suggestion = ProductBrief.pick({ code: true, brand: true, article: true, name: true }).extend({
  brand_id: Id,
})
export type Suggestion = z.infer<typeof Suggestion>

const articleQuery = {
  q: text(100).min(2, 'Введите не меньше двух знаков'),
  brand: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'Неверный производитель')
    .transform(Number)
    .optional(),
}

const groupPage = z
  .string()
  .regex(/^[1-9]\d?$/, 'Неверная страница')
  .transform(Number)
  .refine((page) => page <= MAX_GROUP_PAGE, `Не дальше страницы ${MAX_GROUP_PAGE}`)
  .default(1)

export const searchRoutes = defineRoutes({
  byArticle: {
    method: 'GET',
    path: '/api/v1/search',
    summary: 'Поиск по артикулу: предложения, замены и аналоги',
    access: 'catalog:read',
    query: z.strictObject({
      ...articleQuery,
      /** «Куда»: dates are for this consignee; the default one when absent. */
      consignee_id: PathId.optional(),
    }),
    reply: SearchReply,
  },
  online: {
    method: 'GET',
    path: '/api/v1/search/online',
    summary: 'Предложения поставщиков, опрошенных сейчас, поток событий; артикул одного производителя',
    access: 'catalog:read',
    query: z.strictObject({ ...articleQuery, consignee_id: PathId.optional() }),
    stream: true,
    reply: OnlineEvent,
  },
  asClient: {
    method: 'GET',
    path: '/api/v1/search/as-client',
    summary: 'Поиск глазами покупателя, с закупкой и наценкой',
    access: 'contractors:manage',
    query: z.strictObject({ ...articleQuery, ...asClientQuery }),
    reply: SearchReply.extend(Inside.shape),
  },
  groups: {
    method: 'GET',
    path: '/api/v1/search/groups',
    summary: 'Группы товаров, которые видит покупатель',
    access: 'catalog:read',
    reply: z.object({ results: z.array(ShownGroup) }),
  },
  ofGroup: {
    method: 'GET',
    path: '/api/v1/search/groups/:id',
    summary: 'Товары группы и её подгрупп, у которых есть предложения',
    access: 'catalog:read',
    params: IdParams,
    query: z.strictObject({ page: groupPage, consignee_id: PathId.optional() }),
    reply: GroupReply,
  },
  ofGroupAsClient: {
    method: 'GET',
    path: '/api/v1/search/groups/:id/as-client',
    summary: 'Товары группы глазами покупателя, с закупкой и наценкой',
    access: 'contractors:manage',
    params: IdParams,
    query: z.strictObject({ page: groupPage, ...asClientQuery }),
    reply: GroupReply.extend(Inside.shape),
  },
  suggest: {
    method: 'GET',
    path: '/api/v1/search/suggest',
    summary: 'Подсказки при наборе: по началу артикула и словам названия',
    access: 'catalog:read',
    query: z.strictObject({ q: text(100) }),
    reply: z.object({ results: z.array(Suggestion) }),
  },
  cutoff: {
    method: 'GET',
    path: '/api/v1/search/cutoff',
    summary: 'До какого часа заказать сегодня: после него сроки сдвигаются',
    access: 'catalog:read',
    query: z.strictObject({ consignee_id: PathId.optional() }),
    reply: z.object({
      /** `of`: «рейса 16:00», «склада Москва, Южный»; `null` when no cutoff remains today. */
      cutoff: z.object({ of: z.string(), at: Moment }).nullable(),
    }),
  },
})
