import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { Id, IdParams, Moment, text } from '../core/fields.ts'
import { defineRoutes, FILE } from '../core/route.ts'

/** Most files stored per company, including files being built. */
export const MAX_PRICE_EXPORTS = 20
/** Days that a finished file is stored. */
export const PRICE_FILE_DAYS = 7
const MAX_BRANDS = 200
const MAX_GROUPS = 200

const inOrder = (ids: number[]) => [...new Set(ids)].sort((a, b) => a - b)

export const PRICE_FILE_FORMATS = ['xlsx', 'csv'] as const
export const PriceExportFormat = z.enum(PRICE_FILE_FORMATS)
export type PriceExportFormat = z.infer<typeof PriceExportFormat>

/** `queued` waits for its turn, `running` is being built, `failed` ended without a file. */
export const PriceExportState = z.enum(['queued', 'running', 'ready', 'failed'])
export type PriceExportState = z.infer<typeof PriceExportState>

/** Reasons of a failed file, in words for the user. */
export const PRICE_FILE_FAILURES = {
  no_space: 'на сервере не хватило места',
  no_access: 'заказавшему больше не видны цены',
  gave_up: 'сборка прерывалась несколько раз',
  fault: 'ошибка на сервере',
} as const
export const PriceExportFailure = z.enum(keysOf(PRICE_FILE_FAILURES))
export type PriceExportFailure = keyof typeof PRICE_FILE_FAILURES

/** Filters of a price export. */
const filters = {
  format: PriceExportFormat,
  /** Empty for all brands. */
  brand_ids: z.array(Id).max(MAX_BRANDS, `Не больше ${MAX_BRANDS} брендов`).transform(inOrder),
  /** Inventory groups with their subgroups; empty for all products, including those without a group. */
  group_ids: z.array(Id).max(MAX_GROUPS, `Не больше ${MAX_GROUPS} групп`).default([]).transform(inOrder),
  /** Only goods available for order; otherwise also goods out of stock. */
  in_stock: z.boolean(),
  /** «Куда»: dates are for this consignee; `null` for the usual one. */
  consignee_id: Id.nullable(),
}

export const PriceExportFields = z.strictObject(filters)
export type PriceExportFields = z.infer<typeof PriceExportFields>

export const PriceScheduleFields = z.strictObject({
  ...filters,
  /** Hour in Moscow at which the file is started. */
  hour: z.int('Укажите час').min(0, 'Час от 0 до 23').max(23, 'Час от 0 до 23'),
  is_on: z.boolean(),
})
export type PriceScheduleFields = z.infer<typeof PriceScheduleFields>

const Named = z.object({ id: Id, name: z.string() })
const shownFilters = {
  format: PriceExportFormat,
  /** Empty for all brands. */
  brands: z.array(Named),
  groups: z.array(Named),
  /** True when groups were chosen but none of them exists any more. */
  groups_gone: z.boolean(),
  in_stock: z.boolean(),
  point: Named.nullable(),
}

export const PriceExportItem = z.object({
  id: Id,
  ...shownFilters,
  is_daily: z.boolean(),
  state: PriceExportState,
  /** Rows written so far. */
  rows_count: z.int(),
  bytes: z.int().nullable(),
  failure: PriceExportFailure.nullable(),
  ordered_by: z.string(),
  created_at: Moment,
  finished_at: Moment.nullable(),
  keep_until: Moment.nullable(),
})
export type PriceExportItem = z.infer<typeof PriceExportItem>

export const PriceSchedule = z.object({ ...shownFilters, hour: z.int(), is_on: z.boolean(), next_at: Moment })
export type PriceSchedule = z.infer<typeof PriceSchedule>

const PATH = '/api/v1/price-exports'

export const priceExportRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: `Прайсы компании: до ${MAX_PRICE_EXPORTS}, новые первыми, и моя ежедневная рассылка`,
    access: 'price_exports:use',
    reply: z.object({ results: z.array(PriceExportItem), schedule: PriceSchedule.nullable() }),
  },
  order: {
    method: 'POST',
    path: PATH,
    summary: 'Собрать прайс; пока такой же ждёт очереди, отвечает им',
    access: 'price_exports:use',
    body: PriceExportFields,
    reply: z.object({ id: Id }),
    status: 201,
  },
  schedule: {
    method: 'POST',
    path: `${PATH}/schedule`,
    summary: 'Присылать прайс каждый день, изменить условия или отключить',
    access: 'price_exports:use',
    body: PriceScheduleFields,
    reply: PriceSchedule,
  },
  brands: {
    method: 'GET',
    path: `${PATH}/brands`,
    summary: 'Бренды по началу названия: до 20; без него первые по алфавиту',
    access: 'price_exports:use',
    query: z.strictObject({ q: text(50).optional() }),
    reply: z.object({ results: z.array(Named) }),
  },
  groups: {
    method: 'GET',
    path: `${PATH}/groups`,
    summary: 'Группы номенклатуры, по которым отбирают прайс',
    access: 'price_exports:use',
    reply: z.object({ results: z.array(Named) }),
  },
  link: {
    method: 'GET',
    path: `${PATH}/:id/link`,
    summary: 'Ссылка на готовый прайс: действует минуту',
    access: 'price_exports:use',
    params: IdParams,
    reply: z.object({ path: z.string() }),
  },
  content: {
    method: 'GET',
    path: `${PATH}/content/:ticket`,
    summary: 'Скачать прайс по ссылке',
    access: 'public',
    params: z.strictObject({
      ticket: z.string().regex(/^\d{1,10}\.\d{1,10}\.\d{1,12}\.[\w-]{43}$/, 'Ссылка повреждена'),
    }),
    reply: FILE,
  },
})
