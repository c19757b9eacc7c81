import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { Empty, Id, IdParams, Moment, requiredText, text, Version, Weekdays } from '../core/fields.ts'
import { LineState } from '../ordering/orders/orders.ts'
import { ApiDescription, ApiReading, ArmtekCodes } from './adapter-settings.ts'
import { Percent } from '../pricing/price-groups.ts'
import { defineRoutes } from '../core/route.ts'

export const MAX_ONLINE_SUPPLIERS = 50
/** Upper bounds of the response-time histogram, milliseconds. */
export const ANSWER_STEPS_MS = [100, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 10_000, 15_000] as const
/** Most characters shown of a raw answer. */
export const MAX_SHOWN_REPLY_LENGTH = 20_000
export const MAX_SAMPLE_LENGTH = 200_000

export const ADAPTERS = {
  abcp: 'ABCP',
  armtek: 'Armtek',
  rossko: 'Росско',
  rest: 'REST портала',
  api: 'Свой API (JSON или XML)',
} as const
export type AdapterName = keyof typeof ADAPTERS
const AdapterName = z.enum(keysOf(ADAPTERS))

export const SENDINGS = { now: 'Сразу', cutoff: 'К отсечке', by_hand: 'Вручную' } as const
export type Sending = keyof typeof SENDINGS

export const BRAND_RULES = { except: 'Все, кроме перечисленных', only: 'Только перечисленные' } as const
export type BrandRule = keyof typeof BRAND_RULES

/**
 * States of an online supplier: queried, paused by a person, outside its hours, or paused temporarily after too many
 * queries or errors.
 */
export const SUPPLIER_STATES = {
  ready: 'Работает',
  paused: 'Приостановлен',
  closed: 'Вне часов работы',
  resting: 'Пауза после ошибок',
} as const
export type SupplierState = keyof typeof SUPPLIER_STATES

const Secret = z.string('Заполните поле').min(1, 'Заполните поле').max(500, 'Не больше 500 символов')
const hour = (least: number, most: number) => z.int('Укажите час').min(least, 'Неверный час').max(most, 'Неверный час')

/** What the adapter needs besides address and account; each adapter reads its own. */
export const AdapterSettings = z.strictObject({ armtek: ArmtekCodes.optional(), api: ApiDescription.optional() })
export type AdapterSettings = z.infer<typeof AdapterSettings>

/** Address and account of a supplier. */
const access = { adapter: AdapterName, url: requiredText(500), login: text(200), settings: AdapterSettings }

const fields = {
  ...access,
  is_on: z.boolean(),
  /** Among equals the smaller number comes first. */
  priority: z.int('Укажите число').min(1, 'Не меньше 1').max(999, 'Не больше 999'),
  /** Time that a search waits for the supplier. */
  budget_ms: z.int('Укажите секунды').min(200, 'Не меньше 0,2 с').max(10_000, 'Не больше 10 с'),
  per_second: z.int('Укажите число').min(1, 'Не меньше 1').max(100, 'Не больше 100'),
  /** Daily limit; `null` for none. */
  per_day: z.int('Укажите число').min(1, 'Не меньше 1').max(10_000_000, 'Не больше 10 000 000').nullable(),
  /** Hours in Moscow; `null` for round the clock. */
  hours: z
    .strictObject({ from: hour(0, 23), to: hour(1, 24) })
    .refine(({ from, to }) => from < to, { path: ['to'], message: 'Позже начала' })
    .nullable(),
  brand_rule: z.enum(keysOf(BRAND_RULES)),
  brand_ids: z.array(Id).max(500, 'Не больше 500 брендов'),
  takes_new_warehouses: z.boolean(),
  sending: z.enum(keysOf(SENDINGS)),
  min_order_kop: z.int('Укажите сумму').min(0, 'Не меньше нуля').max(2_000_000_000, 'Слишком большая сумма'),
  /** Largest price rise of an ordered part accepted at own cost. */
  tolerance_hundredths: Percent.max(10_000, 'Не больше 100 %'),
}

export const OnlineSupplierFields = z.strictObject(fields)
export type OnlineSupplierFields = z.infer<typeof OnlineSupplierFields>

export const NewOnlineSupplier = z.strictObject({ name: requiredText(100), seller_id: Id, ...fields, secret: Secret })
export type NewOnlineSupplier = z.infer<typeof NewOnlineSupplier>

/** `secret: null` keeps the stored one, only for the same address, adapter and login. */
export const OnlineSupplierPatch = z.strictObject({ version: Version, ...fields, secret: Secret.nullable() })
export type OnlineSupplierPatch = z.infer<typeof OnlineSupplierPatch>

/** Response statistics of a supplier over the last day. */
const Health = z.object({
  asked: z.int(),
  answered: z.int(),
  /** 95th percentile of the response time in milliseconds; `null` without answers. */
  p95_ms: z.int().nullable(),
})

export const OnlineSupplier = z.object({
  id: Id,
  version: Version,
  name: z.string(),
  ...OnlineSupplierFields.omit({ brand_ids: true }).shape,
  brands: z.array(z.object({ id: Id, name: z.string() })),
  state: z.enum(keysOf(SUPPLIER_STATES)),
  day: Health,
  /** Brand spellings that are not recognised yet. */
  unknown_brands: z.int(),
  /** Order states of the supplier that are not recognised yet. */
  unknown_statuses: z.int(),
})
export type OnlineSupplier = z.infer<typeof OnlineSupplier>

/** Statistics of a quarter of an hour. */
export const HealthSlice = z.object({
  at: Moment,
  asked: z.int(),
  answered: z.int(),
  failed: z.int(),
  timed_out: z.int(),
  refused: z.int(),
  offers: z.int(),
  dropped: z.int(),
})
export type HealthSlice = z.infer<typeof HealthSlice>

export const SupplierTrial = z.strictObject({
  ...access,
  /** Supplier whose stored secret may be tried. */
  id: Id.nullable(),
  secret: Secret.nullable(),
  article: requiredText(100),
  brand: requiredText(100),
})
export type SupplierTrial = z.infer<typeof SupplierTrial>

/** Offer of a trial answer as understood. */
export const TriedOffer = z.object({
  brand: z.string(),
  article: z.string(),
  name: z.string(),
  price_kop: z.int(),
  qty: z.string(),
  term_days: z.int(),
  warehouse: z.string(),
})
export type TriedOffer = z.infer<typeof TriedOffer>

export const SampleReading = z.object({
  is_ok: z.boolean(),
  /** Result in words. */
  text: z.string(),
  offers: z.array(TriedOffer),
  /** Proposed format and paths when none were given. */
  proposal: ApiReading.nullable(),
})
export type SampleReading = z.infer<typeof SampleReading>

export const TrialResult = z.object({
  is_ok: z.boolean(),
  /** Result in words. */
  text: z.string(),
  /** Request without secrets. */
  request: z.string(),
  response: z.string(),
  took_ms: z.int(),
  /** The first understood offers. */
  offers: z.array(TriedOffer),
  /** Places of an own API's fields that were found instead of the given ones. */
  proposal: ApiReading.nullable(),
})
export type TrialResult = z.infer<typeof TrialResult>

export const MetBrand = z.object({
  key: z.string(),
  spelling: z.string(),
  brand: z.object({ id: Id, name: z.string() }).nullable(),
})
export type MetBrand = z.infer<typeof MetBrand>

export const OnlineWarehouse = z.object({
  id: Id,
  version: Version,
  code: z.string(),
  name: z.string(),
  is_allowed: z.boolean(),
  term_correction_days: z.int(),
  /** «Дни отгрузки»; `null` for every working day. */
  ships_on: Weekdays.nullable(),
})
export type OnlineWarehouse = z.infer<typeof OnlineWarehouse>

/** Terms of a supplier's warehouse as corrected by staff. */
export const WarehouseTerms = z.strictObject({
  term_correction_days: z.int('Укажите число дней').min(-30, 'Не меньше −30').max(30, 'Не больше 30'),
  ships_on: Weekdays.nullable(),
})

export const SupplierStatus = z.object({ code: z.string(), name: z.string(), state: LineState.nullable() })
export type SupplierStatus = z.infer<typeof SupplierStatus>

const PATH = '/api/v1/online-suppliers'
const read = { access: 'online_suppliers:read' } as const
const write = { access: 'online_suppliers:manage', right: 'prices' } as const

export const onlineSupplierRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Онлайн-поставщики: настройки и как они отвечали последние сутки',
    ...read,
    reply: z.object({
      results: z.array(OnlineSupplier),
      sellers: z.array(z.object({ id: Id, name: z.string() })),
    }),
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Новый онлайн-поставщик; пароль не отдаётся никому',
    ...write,
    body: NewOnlineSupplier,
    reply: z.object({ id: Id }),
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: `${PATH}/:id`,
    summary: 'Изменить онлайн-поставщика',
    ...write,
    params: IdParams,
    body: OnlineSupplierPatch,
    example: {
      version: 1,
      adapter: 'abcp',
      url: 'https://abcp.example.ru',
      login: '',
      settings: {},
      is_on: true,
      priority: 1,
      budget_ms: 3000,
      per_second: 5,
      per_day: null,
      hours: null,
      brand_rule: 'except',
      brand_ids: [],
      takes_new_warehouses: true,
      sending: 'by_hand',
      min_order_kop: 0,
      tolerance_hundredths: 0,
      secret: null,
    },
    reply: z.object({ version: Version }),
  },
  setActive: {
    method: 'POST',
    path: `${PATH}/:id/turn`,
    summary: 'Приостановить онлайн-поставщика или снова спрашивать его',
    ...write,
    params: IdParams,
    body: z.strictObject({ is_on: z.boolean() }),
    example: { is_on: false },
    reply: Empty,
  },
  move: {
    method: 'POST',
    path: `${PATH}/:id/move`,
    summary: 'Спрашивать поставщика раньше другого или последним: приоритеты всех пересчитываются по порядку',
    ...write,
    params: IdParams,
    body: z.strictObject({ before: Id.nullable() }),
    example: { before: null },
    reply: Empty,
  },
  check: {
    method: 'POST',
    path: `${PATH}/check`,
    summary: 'Спросить поставщика об одной детали и показать обмен; ничего не меняется',
    ...write,
    body: SupplierTrial,
    reply: TrialResult,
  },
  readSample: {
    method: 'POST',
    path: `${PATH}/sample`,
    summary: 'Понять образец ответа своего API: по указанным путям или предложить их; ничего не меняется',
    ...write,
    body: z.strictObject({
      sample: requiredText(MAX_SAMPLE_LENGTH),
      /** `null` to propose them. */
      api: ApiReading.nullable(),
    }),
    example: { sample: '[]', api: null },
    reply: SampleReading,
  },
  health: {
    method: 'GET',
    path: `${PATH}/:id/health`,
    summary: 'Как поставщик отвечал последние сутки, по четвертям часа',
    ...read,
    params: IdParams,
    reply: z.object({ results: z.array(HealthSlice) }),
  },
  brands: {
    method: 'GET',
    path: `${PATH}/:id/brands`,
    summary: 'Написания брендов из ответов поставщика, которые не узнаны или сопоставлены вручную',
    ...read,
    params: IdParams,
    reply: z.object({ results: z.array(MetBrand) }),
  },
  mapBrand: {
    method: 'POST',
    path: `${PATH}/:id/brands`,
    summary: 'Сказать, какой бренд поставщик называет так',
    ...write,
    params: IdParams,
    body: z.strictObject({ spelling: requiredText(100), brand_id: Id.nullable() }),
    example: { spelling: 'Бренд', brand_id: null },
    reply: Empty,
  },
  warehouses: {
    method: 'GET',
    path: `${PATH}/:id/warehouses`,
    summary: 'Склады поставщика, встреченные в ответах',
    ...read,
    params: IdParams,
    reply: z.object({ results: z.array(OnlineWarehouse) }),
  },
  updateWarehouse: {
    method: 'PATCH',
    path: '/api/v1/online-warehouses/:id',
    summary: 'Разрешить или запретить склад поставщика, поправить его срок и дни отгрузки',
    ...write,
    params: IdParams,
    body: WarehouseTerms.extend({ version: Version, is_allowed: z.boolean() }),
    example: { version: 1, is_allowed: true, term_correction_days: 0, ships_on: null },
    reply: z.object({ version: Version }),
  },
  statuses: {
    method: 'GET',
    path: `${PATH}/:id/statuses`,
    summary: 'Статусы строк заказа у поставщика и что они значат у нас',
    ...read,
    params: IdParams,
    reply: z.object({ results: z.array(SupplierStatus) }),
  },
  readStatuses: {
    method: 'POST',
    path: `${PATH}/:id/statuses/read`,
    summary: 'Спросить у поставщика список его статусов',
    ...write,
    params: IdParams,
    body: z.strictObject({}),
    reply: Empty,
  },
  mapStatus: {
    method: 'POST',
    path: `${PATH}/:id/statuses`,
    summary: 'Сказать, что статус поставщика значит у нас',
    ...write,
    params: IdParams,
    body: z.strictObject({ code: requiredText(100), state: LineState.nullable() }),
    example: { code: '1', state: null },
    reply: Empty,
  },
})
