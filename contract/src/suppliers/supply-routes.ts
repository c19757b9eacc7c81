import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { Id, IdParams, Moment, requiredText, text, Version, Weekdays } from '../core/fields.ts'
import { Percent } from '../pricing/price-groups.ts'
import { defineRoutes } from '../core/route.ts'

export const SOURCE_KINDS = {
  own: 'Собственный склад',
  partner: 'Прайс-лист партнёра',
  online: 'Онлайн-поставщик',
} as const
export type SupplyRouteKind = keyof typeof SOURCE_KINDS

/** «Цены поставщика»: with VAT, VAT on top, or a supplier without VAT. */
export const VAT_MODES = { included: 'С НДС', on_top: 'НДС сверху', none: 'Поставщик без НДС' } as const
export type VatMode = keyof typeof VAT_MODES
const VatMode = z.enum(keysOf(VAT_MODES))

/** Freshness of a price list: up to date, older than promised, or so old that its offers are hidden. */
export const FRESHNESS = { fresh: 'Актуален', stale: 'Устарел', hidden: 'Скрыт' } as const
export type Freshness = keyof typeof FRESHNESS

const Named = z.object({ id: Id, name: z.string() })
const days = z.int('Укажите число дней').min(0, 'Не меньше нуля').max(365, 'Не больше 365 дней')

/** Time zone of the warehouse. */
const TimeZone = text(50).refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('ru', { timeZone: zone }))
  } catch {
    return false
  }
}, 'Нет такого часового пояса')

const BoundKop = z
  .int('Укажите цену')
  .positive('Укажите цену больше нуля')
  .max(2_000_000_000, 'Слишком большая цена')
  .nullable()

const routeFields = z.strictObject({
  name: requiredText(100),
  vat_mode: VatMode,
  /** «Актуален, ч»: hours after which prices need confirmation; after twice as many, offers are hidden. */
  fresh_hours: z.int('Укажите число часов').min(1, 'Не меньше часа').max(8760, 'Не больше года'),
  /** Markup over the purchase price, hundredths of a per cent. */
  markup_hundredths: Percent,
  /** Added to the purchase price for each kilogram before any markup; 0 for none. */
  kg_markup_kop: z.int('Укажите сумму').min(0, 'Не меньше нуля').max(10_000_000, 'Не больше 100 000 ₽'),
  /** Offers with a lower price for the buyer are not shown; `null` for no bound. */
  price_from_kop: BoundKop,
  /** Offers with a higher price for the buyer are not shown; `null` for no bound. */
  price_to_kop: BoundKop,
  /** Share of ordered goods that the supplier says it delivers; `null` when it says nothing. */
  stated_delivery_percent: z
    .int('Укажите целый процент')
    .min(0, 'Не меньше нуля')
    .max(100, 'Не больше 100 %')
    .nullable(),
  /** Brands without returns. */
  no_return_brand_ids: z.array(Id).max(500, 'Не больше 500 брендов'),
})

interface PriceBounds {
  price_from_kop: number | null
  price_to_kop: number | null
}
const withBoundsInOrder = <T extends z.ZodType<PriceBounds>>(fields: T) =>
  fields.refine(({ price_from_kop: from, price_to_kop: to }) => (from ?? 0) <= (to ?? Infinity), {
    path: ['price_to_kop'],
    message: 'Не меньше наименьшей цены',
  })

export const SupplyRouteFields = withBoundsInOrder(routeFields)
export type SupplyRouteFields = z.infer<typeof SupplyRouteFields>

export const WarehouseFields = z.strictObject({
  /** Name shown to clients: an own warehouse by name, a supplier's by its code. */
  shown_as: requiredText(60),
  region: text(100),
  time_zone: TimeZone,
  /** Cutoff in local time of the warehouse: later orders start on the next working day. */
  cutoff: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Время в виде 16:00'),
  /** «Дни отгрузки»: delivery is counted from the first of them; `null` for every working day. */
  ships_on: Weekdays.nullable(),
  term_days: days,
  /** Calendar days added after the cut-off and on days without shipping; 0 for none. */
  off_hours_days: z.int('Укажите число дней').min(0, 'Не меньше нуля').max(30, 'Не больше 30 дней'),
  /** Working days from the expected to the guaranteed date. */
  guarantee_days: days,
  /** Days to return; 0 means no return. */
  return_days: days,
})
export type WarehouseFields = z.infer<typeof WarehouseFields>

/** Own warehouse of a seller, with the name that clients see. */
export const NewWarehouse = z.strictObject({ seller_id: Id, ...WarehouseFields.shape })
export type NewWarehouse = z.infer<typeof NewWarehouse>

export const Warehouse = z.object({
  id: Id,
  version: Version,
  name: z.string(),
  ...WarehouseFields.shape,
  imported_at: Moment.nullable(),
  freshness: z.enum(keysOf(FRESHNESS)),
})
export type Warehouse = z.infer<typeof Warehouse>

export const SupplyRoute = z.object({
  id: Id,
  version: Version,
  kind: z.enum(keysOf(SOURCE_KINDS)),
  seller: z.string(),
  ...routeFields.omit({ no_return_brand_ids: true }).shape,
  no_return_brands: z.array(Named),
  warehouses: z.array(Warehouse),
})
export type SupplyRoute = z.infer<typeof SupplyRoute>

export const MAX_SUPPLY_ROUTES = 500

export const supplyRouteRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/v1/supply-routes',
    summary: 'Поставщики и склады',
    access: 'prices:read',
    reply: z.object({ results: z.array(SupplyRoute) }),
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/supply-routes/:id',
    summary: 'Изменить поставщика: НДС, наценки, границы цен, выдачу, срок прайс-листа, бренды без возврата',
    access: 'prices:read',
    right: 'prices',
    params: IdParams,
    body: withBoundsInOrder(z.strictObject({ version: Version, ...routeFields.shape })),
    example: {
      version: 1,
      name: 'Любой',
      vat_mode: 'included',
      fresh_hours: 72,
      markup_hundredths: 0,
      kg_markup_kop: 0,
      price_from_kop: null,
      price_to_kop: null,
      stated_delivery_percent: null,
      no_return_brand_ids: [],
    },
    reply: z.object({ version: Version }),
  },
  createWarehouse: {
    method: 'POST',
    path: '/api/v1/warehouses',
    summary: 'Новый собственный склад',
    access: 'prices:read',
    right: 'prices',
    body: NewWarehouse,
    example: {
      seller_id: 1,
      shown_as: 'Любой',
      region: '',
      time_zone: 'Europe/Moscow',
      cutoff: '16:00',
      ships_on: null,
      term_days: 0,
      off_hours_days: 0,
      guarantee_days: 1,
      return_days: 14,
    },
    reply: z.object({ id: Id }),
    status: 201,
  },
  updateWarehouse: {
    method: 'PATCH',
    path: '/api/v1/warehouses/:id',
    summary: 'Изменить склад: сроки, отсечку, дни отгрузки, возврат',
    access: 'prices:read',
    right: 'prices',
    params: IdParams,
    body: z.strictObject({ version: Version, ...WarehouseFields.shape }),
    example: {
      version: 1,
      shown_as: 'Любой',
      region: '',
      time_zone: 'Europe/Moscow',
      cutoff: '16:00',
      ships_on: null,
      term_days: 1,
      off_hours_days: 0,
      guarantee_days: 1,
      return_days: 14,
    },
    reply: z.object({ version: Version }),
  },
})
