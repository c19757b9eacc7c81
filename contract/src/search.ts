import { z } from 'zod'
import { OfferGroup, ProductBrief } from './catalog.ts'
import { Id, Moment, PathId, ShownKop, text } from './fields.ts'
import { defineRoutes } from './route.ts'

/** A maker who has the asked article: the row of «Выберите производителя». */
export const Maker = ProductBrief.extend({
  brand_id: Id,
  offers_count: z.int(),
  min_price_kop: ShownKop,
})
export type Maker = z.infer<typeof Maker>

export const SearchReply = z.object({
  /** The article key that was looked up. */
  key: z.string(),
  /** `exact`: by the strict key; `loose`: «возможно, вы искали»; `nothing`: not found. */
  found: z.enum(['exact', 'loose', 'nothing']),
  /** Several makers: the buyer chooses one, `groups` then hold the asked article of each, without analogues. */
  makers: z.array(Maker),
  groups: z.array(OfferGroup),
  offers_count: z.int(),
})
export type SearchReply = z.infer<typeof SearchReply>

export const searchRoutes = defineRoutes({
  byArticle: {
    method: 'GET',
    path: '/api/v1/search',
    summary: 'Поиск по артикулу: предложения, замены и аналоги',
    access: 'catalog:read',
    query: z.strictObject({
      q: text(100).min(2, 'Введите не меньше двух знаков'),
      brand: z
        .string()
        .regex(/^[1-9]\d{0,8}$/, 'Неверный производитель')
        .transform(Number)
        .optional(),
      /** «Куда»: dates are for this point; the default one unless told. */
      consignee_id: PathId.optional(),
    }),
    reply: SearchReply,
  },
  cutoff: {
    method: 'GET',
    path: '/api/v1/search/cutoff',
    summary: 'До какого часа заказать сегодня: после него сроки сдвигаются',
    access: 'catalog:read',
    query: z.strictObject({ consignee_id: PathId.optional() }),
    reply: z.object({
      /** `of`: «рейса 16:00», «склада Москва, Южный»; null: today nothing is missed any more. */
      cutoff: z.object({ of: z.string(), at: Moment }).nullable(),
    }),
  },
})
