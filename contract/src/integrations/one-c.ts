import { z } from 'zod'
import { Empty, Id, IdParams, Kop, listOf, Moment, pageQuery, requiredText, text, Version } from '../core/fields.ts'
import { keysOf } from '../core/keys.ts'
import { defineRoutes, FILE } from '../core/route.ts'
import { LineState } from '../ordering/orders/line-states.ts'

/** What a node exchanges; each can be switched off. The last five go over OData. */
export const ONE_C_DIRECTIONS = {
  offers: 'Товары, цены и остатки из 1С',
  groups: 'Группы товаров из 1С',
  orders_out: 'Заказы в 1С',
  orders_in: 'Изменения заказов из 1С',
  shipments: 'Отгрузки из 1С',
  payments: 'Оплаты из 1С',
  contracts: 'Договоры из 1С: лимиты и отсрочки',
  agreements: 'Ценовые колонки договоров по соглашениям из 1С',
  upd: 'Номера УПД и корректировки из 1С',
  debts: 'Долги по срокам из 1С',
  companies_out: 'Новые покупатели в 1С',
} as const
export type OneCDirection = keyof typeof ONE_C_DIRECTIONS

/** Source of truth for each field, shown on the page of the exchange. */
export const ONE_C_MASTERS = [
  { field: 'Цены закупки и остатки складов, названия новых товаров', master: '1С' },
  { field: 'Цены продажи в колонках, сопоставленных с типами цен', master: '1С' },
  { field: 'Группы товаров, если их присылает 1С', master: 'Портал: назначенные вручную и по правилам, затем 1С' },
  { field: 'Фото товаров', master: 'Портал, а без своих фото — 1С' },
  { field: 'Состав, точка, пометки и комментарий заказа', master: 'Портал' },
  { field: 'Снятие строк и уменьшение количества', master: 'Кто сделал последним' },
  { field: 'Номера отгрузок, УПД и платежей', master: '1С' },
  { field: 'Лимиты, отсрочки и сроки договоров, если их присылает 1С', master: '1С' },
  { field: 'Ценовая колонка договора, если её называет соглашение в 1С', master: '1С' },
  { field: 'Наценки и ценовые группы, остальные договоры', master: 'Портал' },
] as const

export const ONE_C_FILE_STATES = {
  receiving: 'Принимается',
  queued: 'В очереди',
  importing: 'Читается',
  done: 'Прочитан',
  failed: 'Не принят',
} as const

export const ONE_C_DOCUMENT_KINDS = {
  order: 'Заказ',
  shipment: 'Отгрузка',
  payment: 'Оплата',
  return: 'Возврат',
} as const
export type OneCDocumentKind = keyof typeof ONE_C_DOCUMENT_KINDS

export const ONE_C_DOCUMENT_STATES = { applied: 'Проведён', waiting: 'Ждёт решения', refused: 'Не нужен' } as const

export const ONE_C_SESSION_KINDS = {
  catalog: 'Товары и цены',
  sale: 'Заказы и документы',
  odata: 'Чтение по OData',
} as const

/** Objects of a file by kind. */
export const ONE_C_COUNTS = {
  goods: 'Товары',
  offers: 'Предложения',
  prices: 'Цены',
  stocks: 'Остатки',
  documents: 'Документы',
  applied: 'Проведено',
  waiting: 'Ждут решения',
  skipped: 'Не принимаются',
  foreign_prices: 'Цены не в рублях',
  pictures: 'Картинки',
  skipped_pictures: 'Картинки сверх предела',
  read: 'Прочитано',
  changed: 'Изменено',
  unmatched: 'Не сопоставлено',
  sent_companies: 'Передано покупателей',
} as const

const Directions = z
  .array(z.enum(keysOf(ONE_C_DIRECTIONS)))
  .max(keysOf(ONE_C_DIRECTIONS).length)
  .refine((all) => new Set(all).size === all.length, 'Направление повторяется')

export const NewOneCNode = z.strictObject({
  seller_id: Id,
  /** «УТ 11, основная база» */
  name: requiredText(100),
  /** Maker of goods that name none; may be empty. */
  default_brand: text(100),
})
export type NewOneCNode = z.infer<typeof NewOneCNode>

export const OneCNodePatch = z.strictObject({
  version: Version,
  name: requiredText(100),
  default_brand: text(100),
  directions: Directions,
  is_paused: z.boolean(),
  /** Received data is shown and not applied. */
  is_trial: z.boolean(),
  /** Largest share of the goods in stock that a full package may remove without a person, per cent. */
  loss_percent: z.int().min(0, 'От 0 до 100').max(100, 'От 0 до 100'),
})
export type OneCNodePatch = z.infer<typeof OneCNodePatch>

export const OneCNode = z.object({
  id: Id,
  seller: z.string(),
  name: z.string(),
  login: z.string(),
  /** The portal reads the base over OData. */
  reads_odata: z.boolean(),
  default_brand: z.string(),
  directions: z.array(z.enum(keysOf(ONE_C_DIRECTIONS))),
  is_paused: z.boolean(),
  is_trial: z.boolean(),
  loss_percent: z.int(),
  /** Goods that the last full package no longer contains, while their removal waits for a person. */
  held_count: z.int(),
  last_exchange_at: Moment.nullable(),
  /** Orders whose last revision 1C has not confirmed. */
  unconfirmed_orders: z.int(),
  /** Time since the oldest of them waits. */
  unconfirmed_since: Moment.nullable(),
  waiting_documents: z.int(),
  /** Failures that staff were notified of, in words; none while the exchange works. */
  alarms: z.array(z.string()),
  goods_count: z.int(),
  unmatched_goods: z.int(),
  /** Pictures that became photos of products, and those that could not. */
  photos_count: z.int(),
  refused_pictures: z.int(),
  /** Price types and warehouses without a meaning on the portal. */
  unmapped_count: z.int(),
  version: Version,
})
export type OneCNode = z.infer<typeof OneCNode>

/** Access of 1C; the password is shown once. */
export const OneCAccess = z.object({ id: Id, login: z.string(), password: z.string() })
export type OneCAccess = z.infer<typeof OneCAccess>

/** Kinds of reference data that a person maps. */
export const ONE_C_MAPPED = {
  warehouse: 'Склады',
  price_type: 'Типы цен',
  status: 'Статусы заказов',
  group: 'Группы товаров',
} as const
export type OneCMapped = keyof typeof ONE_C_MAPPED

/** Meaning of a price type: the purchase price of the portal, to which markups are added. */
export const PURCHASE_PRICE = 'purchase'
/** Meaning of a price type or a group that the portal does not use. */
export const UNUSED_1C = 'none'

/** What a write has changed on the portal, or would change in trial; `total` is what stands there afterwards. */
const Changes = z.object({ total: z.int(), added: z.int(), changed: z.int(), removed: z.int() })
export type OneCChanges = z.infer<typeof Changes>

export const OneCMapping = z.object({
  kind: z.enum(keysOf(ONE_C_MAPPED)),
  external_id: z.string(),
  /** Of a group with those above it: «Масла / Моторные». */
  name: z.string(),
  /** Id of a warehouse, a price column or an inventory group, `purchase`, `none`, or a state of order lines; `null` when not mapped. */
  target: z.string().nullable(),
  /** Prices of the type in its column, and what the last exchange has changed of them, or would change in trial. */
  price_changes: Changes.nullable(),
  /** Prices or stock rows of it. */
  rows_count: z.int(),
})
export type OneCMapping = z.infer<typeof OneCMapping>

const MAX_EXTERNAL_ID = 200
const ExternalId = z.string().max(MAX_EXTERNAL_ID)

export const OneCMappingPatch = z.strictObject({
  kind: z.enum(keysOf(ONE_C_MAPPED)),
  external_id: ExternalId,
  target: z.union([z.literal([PURCHASE_PRICE, UNUSED_1C]), LineState, z.string().regex(/^[1-9]\d{0,9}$/)]).nullable(),
})
export type OneCMappingPatch = z.infer<typeof OneCMappingPatch>

export const OneCFile = z.object({
  id: Id,
  name: z.string(),
  size: z.int(),
  state: z.enum(keysOf(ONE_C_FILE_STATES)),
  is_full: z.boolean().nullable(),
  counts: z.partialRecord(z.enum(keysOf(ONE_C_COUNTS)), z.int()),
  failure: z.string(),
  created_at: Moment,
  finished_at: Moment.nullable(),
  /** The content is still stored. */
  has_content: z.boolean(),
})

export const OneCSession = z.object({
  id: Id,
  kind: z.enum(keysOf(ONE_C_SESSION_KINDS)),
  started_at: Moment,
  seen_at: Moment,
  ended_at: Moment.nullable(),
  /** Orders given to 1C in this session, and those it confirmed. */
  sent_orders: z.int(),
  confirmed_orders: z.int(),
  files: z.array(OneCFile),
})
export type OneCSession = z.infer<typeof OneCSession>

export const OneCGood = z.object({
  external_id: z.string(),
  brand: z.string(),
  article: z.string(),
  name: z.string(),
  barcode: z.string(),
  /** Product on the portal; `null` when not matched. */
  product: z.object({ id: Id, code: z.string(), brand: z.string(), article: z.string(), name: z.string() }).nullable(),
  is_matched_by_hand: z.boolean(),
  /** Reasons why pictures of it are no photos; empty when none was refused. */
  picture_refusal: z.string(),
  /** Products with the same article or barcode, at most five. */
  proposals: z.array(z.object({ id: Id, brand: z.string(), article: z.string(), name: z.string() })),
})
export type OneCGood = z.infer<typeof OneCGood>

export const MAX_MATCHES = 100

export const OneCMatches = z.strictObject({
  /** `product_id: null` detaches the goods for good. */
  matches: z
    .array(z.strictObject({ external_id: ExternalId, product_id: Id.nullable() }))
    .min(1, 'Выберите товары')
    .max(MAX_MATCHES),
})
export type OneCMatches = z.infer<typeof OneCMatches>

export const OneCDocument = z.object({
  id: Id,
  kind: z.enum(keysOf(ONE_C_DOCUMENT_KINDS)),
  number: z.string(),
  day: z.string(),
  sum_kop: Kop,
  order_id: Id.nullable(),
  order_number: z.string().nullable(),
  state: z.enum(keysOf(ONE_C_DOCUMENT_STATES)),
  reason: z.string(),
  received_at: Moment,
})
export type OneCDocument = z.infer<typeof OneCDocument>

export const OneCOrder = z.object({
  order_id: Id,
  number: z.string(),
  contractor: z.string(),
  total_kop: Kop,
  queued_at: Moment,
  sent_at: Moment.nullable(),
  confirmed_at: Moment.nullable(),
  is_confirmed: z.boolean(),
  external_number: z.string().nullable(),
})
export type OneCOrder = z.infer<typeof OneCOrder>

const PATH = '/api/v1/one-c/nodes'
const ONE = `${PATH}/:id`
const read = { access: 'settings:read' } as const
const write = { access: 'settings:read', right: 'administrator' } as const

export const oneCRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Базы 1С, с которыми идёт обмен, и что с ними',
    ...read,
    reply: z.object({
      results: z.array(OneCNode),
      /** A simulated base of 1C can be connected: only outside production. */
      may_simulate: z.boolean(),
    }),
  },
  simulate: {
    method: 'POST',
    path: `${PATH}/simulated`,
    summary: 'Подключить имитацию 1С: она берёт заказы, отгружает их и присылает оплату',
    ...write,
    body: z.strictObject({ seller_id: Id }),
    example: { seller_id: 1 },
    reply: z.object({ id: Id }),
    status: 201,
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Подключить базу 1С: логин и пароль, который показывается один раз',
    ...write,
    body: NewOneCNode,
    example: { seller_id: 1, name: 'УТ 11', default_brand: '' },
    reply: OneCAccess,
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: ONE,
    summary: 'Изменить обмен с базой 1С: направления, пауза, пробный режим',
    ...write,
    params: IdParams,
    body: OneCNodePatch,
    example: {
      version: 1,
      name: 'УТ 11',
      default_brand: '',
      directions: ['offers'],
      is_paused: false,
      is_trial: true,
      loss_percent: 20,
    },
    reply: z.object({ version: Version }),
  },
  renewPassword: {
    method: 'POST',
    path: `${ONE}/password`,
    summary: 'Новый пароль для базы 1С; прежний перестаёт действовать',
    ...write,
    params: IdParams,
    reply: OneCAccess,
  },
  confirmRemoval: {
    method: 'POST',
    path: `${ONE}/removal`,
    summary: 'Снять с продажи товары, которых нет в последней полной выгрузке',
    ...write,
    params: IdParams,
    reply: Empty,
  },
  mappings: {
    method: 'GET',
    path: `${ONE}/mappings`,
    summary: 'Склады, типы цен, статусы и группы товаров 1С и что они значат на портале',
    ...read,
    params: IdParams,
    reply: z.object({
      results: z.array(OneCMapping),
      /** Own warehouses of the seller. */
      warehouses: z.array(z.object({ id: Id, name: z.string() })),
      /** Columns that price types may fill. */
      price_columns: z.array(z.object({ id: Id, name: z.string() })),
      /** Inventory groups with those above them. */
      inventory_groups: z.array(z.object({ id: Id, name: z.string() })),
      /** Products with a group of 1C; `null` while groups are not taken. */
      group_changes: Changes.nullable(),
    }),
  },
  setMapping: {
    method: 'POST',
    path: `${ONE}/mappings`,
    summary: 'Сопоставить склад, тип цен, статус или группу товаров 1С',
    ...write,
    params: IdParams,
    body: OneCMappingPatch,
    example: { kind: 'price_type', external_id: 'a', target: PURCHASE_PRICE },
    reply: Empty,
  },
  sessions: {
    method: 'GET',
    path: `${ONE}/sessions`,
    summary: 'Сеансы обмена по шагам; без `state` — только те, в которых что-то передано',
    ...read,
    params: IdParams,
    query: z.strictObject({ ...pageQuery, state: z.enum(['all']).optional() }),
    reply: listOf(OneCSession),
  },
  file: {
    method: 'GET',
    path: '/api/v1/one-c/files/:id',
    summary: 'Файл из 1С, как он пришёл',
    ...read,
    params: IdParams,
    reply: FILE,
  },
  goods: {
    method: 'GET',
    path: `${ONE}/goods`,
    summary: 'Товары 1С и товары портала, с которыми они сопоставлены',
    ...read,
    params: IdParams,
    query: z.strictObject({
      ...pageQuery,
      q: text(100).optional(),
      state: z.enum(['unmatched', 'matched']).optional(),
    }),
    reply: listOf(OneCGood),
  },
  match: {
    method: 'POST',
    path: `${ONE}/goods/matches`,
    summary: 'Сопоставить товары 1С или снять сопоставление',
    ...write,
    params: IdParams,
    body: OneCMatches,
    example: { matches: [{ external_id: 'a', product_id: null }] },
    reply: Empty,
  },
  documents: {
    method: 'GET',
    path: `${ONE}/documents`,
    summary: 'Документы из 1С: что пришло и что с ним стало',
    ...read,
    params: IdParams,
    query: z.strictObject({
      ...pageQuery,
      q: text(100).optional(),
      state: z.enum(keysOf(ONE_C_DOCUMENT_STATES)).optional(),
    }),
    reply: listOf(OneCDocument),
  },
  retryDocument: {
    method: 'POST',
    path: '/api/v1/one-c/documents/:id/retry',
    summary: 'Провести документ 1С ещё раз',
    ...write,
    params: IdParams,
    reply: z.object({ state: z.enum(keysOf(ONE_C_DOCUMENT_STATES)), reason: z.string() }),
  },
  refuseDocument: {
    method: 'POST',
    path: '/api/v1/one-c/documents/:id/refuse',
    summary: 'Отметить документ 1С ненужным',
    ...write,
    params: IdParams,
    reply: Empty,
  },
  orders: {
    method: 'GET',
    path: `${ONE}/orders`,
    summary: 'Заказы для 1С: переданы ли и подтверждены ли',
    ...read,
    params: IdParams,
    query: z.strictObject({ ...pageQuery, state: z.enum(['waiting', 'confirmed']).optional() }),
    reply: listOf(OneCOrder),
  },
  resend: {
    method: 'POST',
    path: `${ONE}/orders/resend`,
    summary: 'Передать заказ в 1С ещё раз',
    ...write,
    params: IdParams,
    body: z.strictObject({ order_id: Id }),
    example: { order_id: 1 },
    reply: Empty,
  },
})
