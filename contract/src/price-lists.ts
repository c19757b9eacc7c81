import { z } from 'zod'
import { Id, IdParams, Kop, listOf, Moment, pageQuery, PathId, requiredText, text, Version } from './fields.ts'
import { defineRoutes, FILE } from './route.ts'

export const PRICE_LIST_BYTES = 256 * 1024 * 1024
export const PREVIEW_ROWS = 30
/** Columns that are shown and may be told. */
export const MOST_PRICE_COLUMNS = 60

/** What a column of a price list says, as a person corrects it. */
export const PRICE_LIST_FIELDS = {
  article: 'Артикул',
  brand: 'Производитель',
  name: 'Наименование',
  purchase: 'Цена закупки',
  qty: 'Остаток',
  multiplicity: 'Кратность',
  term: 'Срок, дней',
  unit: 'Единица',
  weight: 'Вес',
  barcode: 'Штрихкод',
  country: 'Страна',
  declaration: 'ГТД',
  currency: 'Валюта',
  ownCode: 'Код поставщика',
  status: 'Статус',
  deleted: 'Пометка удаления',
} as const
export type PriceListField = keyof typeof PRICE_LIST_FIELDS
export const PriceListField = z.enum(Object.keys(PRICE_LIST_FIELDS) as [PriceListField, ...PriceListField[]])

/** A column of the sheet, from zero; `field` null: of no meaning. */
const PriceListColumn = z.strictObject({
  index: z
    .int()
    .min(0)
    .max(MOST_PRICE_COLUMNS - 1),
  field: PriceListField.nullable(),
})
export type PriceListColumn = z.infer<typeof PriceListColumn>

export const PriceListLayout = z.object({
  /** «CSV», «XLSX» … */
  format: z.string(),
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  /** As the table program counts rows; null: no header, the columns are told by their values. */
  header_row: z.int().nullable(),
  columns: z.array(PriceListColumn),
  prices_without_vat: z.boolean(),
  /** The columns were told before for a file of this source with the same header. */
  remembered: z.boolean(),
})
export type PriceListLayout = z.infer<typeof PriceListLayout>

export const PriceListLayoutPatch = z.strictObject({
  sheet: z.string().max(100).nullable(),
  header_row: z.int().min(1).max(1_048_576).nullable(),
  /** null: find them out below this header. */
  columns: z.array(PriceListColumn).max(MOST_PRICE_COLUMNS).nullable(),
  default_brand: text(100),
})
export type PriceListLayoutPatch = z.infer<typeof PriceListLayoutPatch>

/** How far a price has moved: bounds of its new value as a share of the old one, the upper one not included. */
export const PRICE_MOVES = [
  { from: 0, to: 0.1, label: 'Упали в 10 раз и больше' },
  { from: 0.1, to: 0.7, label: 'Упали больше чем на 30 %' },
  { from: 0.7, to: 0.9, label: 'Упали на 10–30 %' },
  { from: 0.9, to: 1, label: 'Упали до 10 %' },
  { from: 1, to: 1.1, label: 'Выросли до 10 %' },
  { from: 1.1, to: 1.3, label: 'Выросли на 10–30 %' },
  { from: 1.3, to: 10, label: 'Выросли больше чем на 30 %' },
  { from: 10, to: null, label: 'Выросли в 10 раз и больше' },
] as const

export const MovedPrice = z.object({
  brand: z.string(),
  article: z.string(),
  before_kop: Kop,
  after_kop: Kop,
})
export type MovedPrice = z.infer<typeof MovedPrice>

/** What an import does to the offers of its warehouse. */
export const PriceListDifference = z.object({
  offers_before: z.int(),
  added: z.int(),
  changed: z.int(),
  gone: z.int(),
  price_up: z.int(),
  price_down: z.int(),
  /** Prices that moved five times or more, up or down; of them ten times or more. */
  jumped: z.int(),
  tenfold: z.int(),
  /** Offers that stay and have no stock any more. */
  stock_vanished: z.int(),
  /** New price over old one in the middle of offers that stay; 1 when there are none. */
  median_ratio: z.number(),
  /** How many prices moved so far, as `PRICE_MOVES`. */
  moves: z.array(z.int()),
  /** Those that moved most, up to 20. */
  biggest: z.array(MovedPrice),
  new_products: z.int(),
  new_brands: z.int(),
  /** Their names, up to 50. */
  new_brand_names: z.array(z.string()),
  /** Rows of the file that repeat an article met above. */
  repeated: z.int(),
  refused: z.array(z.object({ reason: z.string(), count: z.int() })),
})
export type PriceListDifference = z.infer<typeof PriceListDifference>

export const PRICE_IMPORT_STATES = {
  draft: 'Черновик',
  queued: 'В очереди',
  running: 'Загружается',
  checked: 'Проверен',
  waiting: 'Ждёт решения',
  applied: 'Загружен',
  declined: 'Отклонён',
  failed: 'Не прочитан',
  interrupted: 'Прерван',
  rolled_back: 'Откачен',
} as const
export type PriceImportState = keyof typeof PRICE_IMPORT_STATES
export const PriceImportState = z.enum(Object.keys(PRICE_IMPORT_STATES) as [PriceImportState, ...PriceImportState[]])

export const PriceImportStage = z.enum(['', 'reading', 'products', 'weighing', 'offers'])
export type PriceImportStage = z.infer<typeof PriceImportStage>

export const PriceImport = z.object({
  id: Id,
  warehouse: z.string(),
  file_name: z.string(),
  origin: z.enum(['upload', 'command', 'schedule']),
  state: PriceImportState,
  /** Only looked at: nothing is written. */
  is_check: z.boolean(),
  /** Who sent it; null: a command or a schedule. */
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
  /** Why it waits, in words. */
  doubts: z.array(z.string()),
  /** Why it failed, in words. */
  failure: z.string().nullable(),
  created_at: Moment,
  started_at: Moment.nullable(),
  finished_at: Moment.nullable(),
  /** The file is kept: it can be read again. */
  has_file: z.boolean(),
  has_report: z.boolean(),
  /** It is the last one that has changed its warehouse. */
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

/** Beyond which of them an import waits for a person, percent; null: not looked at. */
const limits = {
  /** Offers that leave the warehouse. */
  gone_percent: percent(100),
  /** How far the price in the middle has moved. */
  median_percent: percent(1000),
  /** Prices that moved five times or more. */
  jumped_percent: percent(100),
}

const Url = z.union([
  z.literal(''),
  z
    .url({ protocol: /^https?$/, hostname: /^.+$/, message: 'Адрес вида https://example.ru/price.zip' })
    .max(1000, 'Не больше 1000 символов'),
])

const settings = {
  default_brand: text(100),
  ...limits,
  /** Where the file is fetched from; empty: nowhere. */
  url: Url,
  /** Hours of the day in Moscow. */
  fetch_hours: z.array(z.int().min(0).max(23)).max(24),
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

/** A partner whose price list comes for the first time. */
export const NewPartner = z.strictObject({ name: requiredText(100), seller_id: Id })
export type NewPartner = z.infer<typeof NewPartner>

const PATH = '/api/v1/price_imports'
const ONE = `${PATH}/:id`
const WAREHOUSES = '/api/v1/price_list_warehouses'

/** Acts of a person who may change prices. */
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
    reply: z.object({ version: Version }),
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
    summary: 'Исправить лист, заголовок и столбцы; следующий файл поставщика с тем же заголовком прочитается так же',
    ...act,
    params: IdParams,
    body: PriceListLayoutPatch,
    reply: PriceImportDetails,
  },
  start: {
    method: 'POST',
    path: `${ONE}/start`,
    summary: 'Проверить файл или загрузить его, если он не вызывает сомнений',
    ...act,
    params: IdParams,
    body: z.strictObject({ is_check: z.boolean() }),
    reply: PriceImport,
  },
  approve: {
    method: 'POST',
    path: `${ONE}/approve`,
    summary: 'Загрузить проверенный файл, каким бы он ни был',
    ...act,
    params: IdParams,
    body: z.strictObject({}),
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
    path: `${ONE}/roll_back`,
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
