import { z } from 'zod'
import { Day, Id, Kop, ShownKop, Moment, PathId, textAsItStands } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'
import { PhotoHash, ProductPhoto } from './product-photos.ts'

/** Offer of one warehouse as shown to a client, never with purchase price, margin or supplier name. */
export const Offer = z.object({
  id: Id,
  /** Name of the own warehouse, or code of a supplier's («Склад 107»). */
  warehouse: z.string(),
  own_stock: z.boolean(),
  price_kop: ShownKop,
  /** Prices of larger quantities, each lower than the previous: «от 10 шт. — 1 180,00 ₽»; absent without a discount. */
  qty_prices: z.array(z.object({ qty_from: z.number(), price_kop: ShownKop })).optional(),
  /** Quantity available now, in the item's unit. */
  qty: z.number(),
  /** As written: «12», «>10», «есть». */
  qty_text: z.string(),
  /** False when the number is a lower bound; ordering more needs confirmation. */
  qty_exact: z.boolean(),
  multiplicity: z.number(),
  /** Smallest order, a multiple of the multiplicity; absent when one multiple is enough. */
  min_qty: z.number().optional(),
  /** «Ожидаем» and «Гарантируем». */
  expected_date: Day,
  guaranteed_date: Day,
  term_days: z.int(),
  /** Days to return; 0 means no return. */
  return_days: z.int(),
  /** «Выдача»: share of ordered goods delivered, per cent, as the supplier states; absent when unknown. */
  stated_delivery_percent: z.int().optional(),
  /** The price list is older than its supply route promises: «Прайс от …, уточняется». */
  stale: z.boolean(),
  updated_at: Moment,
  is_best_price: z.boolean(),
  is_fastest: z.boolean(),
})
export type Offer = z.infer<typeof Offer>

export const ProductBrief = z.object({
  id: Id,
  code: z.string(),
  brand: z.string(),
  article: z.string(),
  name: z.string(),
  unit: z.string(),
  /** First photo, where lists show it; absent when there is none. */
  photo: PhotoHash.optional(),
})
export type ProductBrief = z.infer<typeof ProductBrief>

export const OfferGroup = z.object({
  /** `found`: by words of names or in an inventory group, so that the products are not compared with each other. */
  kind: z.enum(['asked', 'found', 'replacement', 'analogue']),
  /** Relation to the requested number and its source (may be empty); absent when no number led to the product. */
  cross: z
    .object({
      kind: z.enum(['analogue', 'replaced_by', 'replaces']),
      source: z.string(),
      /** Absent for ordinary reliability. */
      reliability: z.enum(['sure', 'doubtful']).optional(),
    })
    .optional(),
  product: ProductBrief,
  offers: z.array(Offer),
})
export type OfferGroup = z.infer<typeof OfferGroup>

export const Product = ProductBrief.extend({
  multiplicity: z.number(),
  weight_kg: z.number().nullable(),
  barcode: z.string().nullable(),
  country: z.string().nullable(),
  /** Number of the customs declaration («ГТД»). */
  gtd: z.string().nullable(),
  inventory_group: z.string().nullable(),
  /** «Честный знак», for groups with marking: the day from which it is required; `null` for voluntary marking. */
  marking: z.object({ required_from: Day.nullable() }).nullable(),
  description: z.string().nullable(),
  photos: z.array(ProductPhoto),
  properties: z.array(z.object({ name: z.string(), value: z.string(), unit: z.string() })),
  /** Numbers of car makers, up to a hundred. */
  original_numbers: z.array(z.object({ code: z.string(), brand: z.string(), article: z.string() })),
  offers: z.array(Offer),
  /** Supersession chain of the maker, oldest first; includes this product when not empty. */
  supersession: z.array(ProductBrief),
  replacements: z.array(OfferGroup),
  analogues: z.array(OfferGroup),
})
export type Product = z.infer<typeof Product>

/** Internal figures of an offer for order managers; never part of a reply to a client. */
export const InsideOffer = z.object({
  offer_id: Id,
  /** The supplier's own name. */
  source: z.string(),
  purchase_kop: Kop,
  /** Markup from the purchase price to the contractor's price, hundredths of a per cent. */
  markup_hundredths: z.int(),
})
export type InsideOffer = z.infer<typeof InsideOffer>
export const Inside = z.object({ inside: z.array(InsideOffer) })

/** Client on whose behalf a manager views prices; without one, the retail column applies. */
export const asClientQuery = { contractor_id: PathId.optional(), consignee_id: PathId.optional() }

const CodeParams = z.strictObject({ code: textAsItStands(200).min(1) })

export const catalogRoutes = defineRoutes({
  product: {
    method: 'GET',
    path: '/api/v1/catalog/:code',
    summary: 'Карточка товара с предложениями и аналогами',
    access: 'catalog:read',
    params: CodeParams,
    /** «Куда»: dates are for this consignee; the default one when absent. */
    query: z.strictObject({ consignee_id: PathId.optional() }),
    reply: Product,
  },
  together: {
    method: 'GET',
    path: '/api/v1/catalog/:code/together',
    summary: '«С этим берут»: что заказывают вместе с товаром, до шести',
    access: 'catalog:read',
    params: CodeParams,
    reply: z.object({ results: z.array(ProductBrief) }),
  },
  productAsClient: {
    method: 'GET',
    path: '/api/v1/catalog/:code/as-client',
    summary: 'Карточка товара глазами покупателя, с закупкой и наценкой',
    access: 'contractors:manage',
    params: CodeParams,
    query: z.strictObject(asClientQuery),
    reply: Product.extend(Inside.shape),
  },
})
