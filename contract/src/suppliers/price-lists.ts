import { z } from 'zod'
import { Empty, Id, IdParams, listOf, Moment, pageQuery, PathId, requiredText, text, Version } from '../core/fields.ts'
import { PriceListDifference, PriceListLayout, PriceListLayoutPatch } from './price-list.ts'
import { defineRoutes, FILE } from '../core/route.ts'
import { PriceImportState } from './price-import-states.ts'

export const PRICE_LIST_BYTES = 256 * 1024 * 1024

export const PriceImportStage = z.enum(['', 'reading', 'products', 'weighing', 'offers'])
export type PriceImportStage = z.infer<typeof PriceImportStage>

export const PriceImport = z.object({
  id: Id,
  warehouse: z.string(),
  file_name: z.string(),
  origin: z.enum(['upload', 'command', 'schedule', 'mail', '1c']),
  /** Message that contained the file; `null` when it was received otherwise. */
  letter: z.object({ sender: z.string(), subject: z.string() }).nullable(),
  state: PriceImportState,
  /** Check only: nothing is written. */
  is_check: z.boolean(),
  /** Sender; `null` for a command, a schedule or an email. */
  author: z.string().nullable(),
  stage: PriceImportStage,
  rows_done: z.int(),
  rows_count: z.int(),
  accepted_count: z.int(),
  refused_count: z.int(),
  repeated_count: z.int(),
  added_count: z.int(),
  changed_count: z.int(),
  withdrawn_count: z.int(),
  products_count: z.int(),
  brands_count: z.int(),
  /** Addresses of photos that are downloaded after the import. */
  photos_count: z.int(),
  /** Reasons for waiting, in words. */
  doubts: z.array(z.string()),
  /** Reason of the failure, in words. */
  failure: z.string().nullable(),
  created_at: Moment,
  started_at: Moment.nullable(),
  finished_at: Moment.nullable(),
  /** True while the file is stored, so the import can be repeated. */
  has_file: z.boolean(),
  has_report: z.boolean(),
  /** Marks the last import that changed its warehouse. */
  can_roll_back: z.boolean(),
})
export type PriceImport = z.infer<typeof PriceImport>

export const PriceImportDetails = PriceImport.extend({
  default_brand: z.string(),
  layout: PriceListLayout.nullable(),
  preview: z.array(z.object({ number: z.int(), cells: z.array(z.string()) })),
  difference: PriceListDifference.nullable(),
})
export type PriceImportDetails = z.infer<typeof PriceImportDetails>

const percent = (most: number) => z.int().min(1, 'От 1 %').max(most, `Не больше ${most} %`).nullable()

/** Thresholds above which an import waits for a person, percent; `null` disables the check. */
const limits = {
  /** Share of offers removed from the warehouse. */
  gone_percent: percent(100),
  /** Change of the median price. */
  median_percent: percent(1000),
  /** Share of prices that changed by a factor of five or more. */
  jumped_percent: percent(100),
}

const isHttp = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
const Url = text(1000).refine((url) => url === '' || isHttp(url), 'Адрес вида https://example.ru/price.zip')

const settings = {
  default_brand: text(100),
  ...limits,
  /** Address from which the file is downloaded; may be empty. */
  url: Url,
  /** Hours of the day in Moscow. */
  fetch_hours: z.array(z.int().min(0).max(23)).max(24),
  /** Author or licence of the photos that the price lists name. */
  photo_licence: text(200),
}

export const PriceListWarehouse = z.object({
  id: Id,
  name: z.string(),
  is_own: z.boolean(),
  seller: z.string(),
  imported_at: Moment.nullable(),
  ...settings,
  version: Version,
})
export type PriceListWarehouse = z.infer<typeof PriceListWarehouse>

export const PriceListSettings = z.strictObject({ version: Version, ...settings })
export type PriceListSettings = z.infer<typeof PriceListSettings>

/** Partner whose price list is received for the first time. */
export const NewPartner = z.strictObject({ name: requiredText(100), seller_id: Id })
export type NewPartner = z.infer<typeof NewPartner>

const PATH = '/api/v1/price-imports'
const ONE = `${PATH}/:id`
const WAREHOUSES = '/api/v1/price-list-warehouses'

/** Actions that need the right to change prices. */
const act = { access: 'price_lists:manage', right: 'prices' } as const

export const priceListRoutes = defineRoutes({
  warehouses: {
    method: 'GET',
    path: WAREHOUSES,
    summary: 'Склады, на которые загружаются прайс-листы, и продавцы',
    access: 'price_lists:read',
    reply: z.object({
      results: z.array(PriceListWarehouse),
      sellers: z.array(z.object({ id: Id, name: z.string() })),
    }),
  },
  addPartner: {
    method: 'POST',
    path: WAREHOUSES,
    summary: 'Новый поставщик со складом',
    ...act,
    body: NewPartner,
    reply: z.object({ id: Id }),
    status: 201,
  },
  changeSettings: {
    method: 'PATCH',
    path: `${WAREHOUSES}/:id`,
    summary: 'Пороги проверки, производитель по умолчанию и расписание прайс-листов склада',
    ...act,
    params: IdParams,
    body: PriceListSettings,
    example: {
      version: 1,
      default_brand: '',
      gone_percent: 30,
      median_percent: 30,
      jumped_percent: 5,
      url: '',
      fetch_hours: [],
      photo_licence: '',
    },
    reply: z.object({ version: Version }),
  },
  fetchNow: {
    method: 'POST',
    path: `${WAREHOUSES}/:id/fetch`,
    summary: 'Забрать прайс-лист склада по его адресу, не дожидаясь часа',
    ...act,
    params: IdParams,
    body: z.strictObject({}),
    reply: Empty,
  },
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Загрузки прайс-листов, новые первыми',
    access: 'price_lists:read',
    query: z.strictObject({ ...pageQuery, warehouse_id: PathId.optional(), state: PriceImportState.optional() }),
    reply: listOf(PriceImport),
  },
  upload: {
    method: 'POST',
    path: PATH,
    summary: 'Файл прайс-листа: узнаются столбцы, ничего не меняется',
    ...act,
    query: z.strictObject({ name: requiredText(200), warehouse_id: PathId, default_brand: text(100).optional() }),
    upload: PRICE_LIST_BYTES,
    reply: PriceImportDetails,
    status: 201,
  },
  get: {
    method: 'GET',
    path: ONE,
    summary: 'Загрузка прайс-листа: столбцы, первые строки и что она меняет',
    access: 'price_lists:read',
    params: IdParams,
    reply: PriceImportDetails,
  },
  setLayout: {
    method: 'PATCH',
    path: `${ONE}/layout`,
    summary:
      'Исправить лист, заголовок, столбцы и ответить на вопросы; следующий файл с тем же заголовком прочитается так же',
    ...act,
    params: IdParams,
    body: PriceListLayoutPatch,
    example: { sheet: null, header_row: null, columns: null, default_brand: '' },
    reply: PriceImportDetails,
  },
  deleteLayout: {
    method: 'DELETE',
    path: `${ONE}/layout`,
    summary: 'Забыть столбцы и ответы для файлов поставщика с этим заголовком и узнать столбцы заново',
    ...act,
    params: IdParams,
    reply: PriceImportDetails,
  },
  start: {
    method: 'POST',
    path: `${ONE}/start`,
    summary: 'Проверить файл или загрузить его, если он не вызывает сомнений',
    ...act,
    params: IdParams,
    body: z.strictObject({ is_check: z.boolean() }),
    example: { is_check: true },
    reply: PriceImport,
  },
  approve: {
    method: 'POST',
    path: `${ONE}/approve`,
    summary: 'Загрузить проверенный файл, каким бы он ни был',
    ...act,
    params: IdParams,
    /** `keep_missing`: offers absent from the file stay unchanged. */
    body: z.strictObject({ keep_missing: z.boolean().default(false) }),
    reply: PriceImport,
  },
  decline: {
    method: 'POST',
    path: `${ONE}/decline`,
    summary: 'Отказаться от файла',
    ...act,
    params: IdParams,
    body: z.strictObject({}),
    reply: PriceImport,
  },
  rollBack: {
    method: 'POST',
    path: `${ONE}/roll-back`,
    summary: 'Вернуть предложения склада к тому, какими они были до последней загрузки',
    ...act,
    params: IdParams,
    body: z.strictObject({}),
    reply: PriceImport,
  },
  progress: {
    method: 'GET',
    path: `${ONE}/progress`,
    summary: 'Ход загрузки, поток событий',
    access: 'price_lists:read',
    params: IdParams,
    stream: true,
    reply: PriceImport,
  },
  report: {
    method: 'GET',
    path: `${ONE}/report.csv`,
    summary: 'Строки файла, которые не приняты, с причинами',
    access: 'price_lists:read',
    params: IdParams,
    reply: FILE,
  },
})
