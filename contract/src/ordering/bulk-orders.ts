import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { OfferGroup } from '../catalog/catalog.ts'
import { Empty, Id, Moment, PathId, Qty, requiredText, ShownKop, text, textAsItStands } from '../core/fields.ts'
import { ListRow } from './bulk-order-rows.ts'
import { FILE, defineRoutes } from '../core/route.ts'
import { Maker, OnlineGroup } from './search.ts'

/** Most rows of one list; its delivery-point columns unfold into rows as well. */
export const MAX_BULK_ORDER_ROWS = 5000
/** Most lists of one person in one company; the oldest are deleted. */
export const MAX_BULK_ORDERS = 50
export const LIST_FILE_BYTES = 10 * 1024 * 1024
/** Size limit of text pasted instead of a file. */
export const MAX_PASTED = 500_000

/** Meanings of a column of a contractor's list. `point_qty` is the quantity for the consignee named by the header. */
export const LIST_FIELDS = {
  article: 'Артикул',
  brand: 'Производитель',
  name: 'Наименование',
  qty: 'Количество',
  ceiling: 'Цена не выше',
  point: 'Куда',
  client_ref: 'Пометка',
  own_code: 'Ваш код',
  point_qty: 'Количество для точки',
} as const
export type ListField = keyof typeof LIST_FIELDS
const FIELD_NAMES = keysOf(LIST_FIELDS)

/** Column of the sheet, from zero; `field` is `null` when the column is ignored. */
export const ListColumn = z.strictObject({
  index: z.int().min(0).max(16_383),
  header: textAsItStands(500),
  field: z.enum(FIELD_NAMES).nullable(),
  consignee_id: Id.nullable(),
})
export type ListColumn = z.infer<typeof ListColumn>

export const ListLayout = z.object({
  /** «CSV», «XLSX», «вставленный текст» … */
  format: z.string(),
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  /**
   * Row number as the spreadsheet counts; `null` when no header was found and columns are recognised by their values.
   */
  header_row: z.int().nullable(),
  columns: z.array(ListColumn),
  /** True when this company corrected the columns of a file with the same header before. */
  remembered: z.boolean(),
})
export type ListLayout = z.infer<typeof ListLayout>

export const ListBrief = z.object({
  id: Id,
  name: z.string(),
  rows_count: z.int(),
  /** Rows looked up so far; all of them when it equals `rows_count`. */
  done_count: z.int(),
  created_at: Moment,
})
export type ListBrief = z.infer<typeof ListBrief>

export const List = ListBrief.extend({
  /** Destination of rows that name no point; `null` for the usual one. */
  consignee_id: Id.nullable(),
  layout: ListLayout,
  /** First rows of the sheet as texts, for correcting the columns. */
  preview: z.array(z.object({ number: z.int(), cells: z.array(z.string()) })),
  /** Rows without goods: titles, totals, signatures. */
  skipped: z.array(z.object({ row_number: z.int(), why: z.string() })),
  rows: z.array(ListRow),
})
export type List = z.infer<typeof List>

export const STRATEGIES = {
  cheapest: 'Дешевле',
  fastest: 'Быстрее',
  one_warehouse: 'С одного склада',
  fewest: 'Меньше отгрузок',
} as const
export type Strategy = keyof typeof STRATEGIES
export const StrategyName = z.enum(keysOf(STRATEGIES))

/** Totals of the list when every row is chosen by the strategy. */
export const StrategySummary = z.object({
  strategy: StrategyName,
  /** Rows that get their whole quantity. */
  covered: z.int(),
  /** Number of rows that have any offer. */
  possible: z.int(),
  /** Cost of all chosen goods; comparable only between strategies that cover the same rows. */
  sum_kop: ShownKop,
  /** Cost above the cheapest way for the rows that both cover; `null` when there are none. */
  extra_kop: ShownKop,
  shipments: z.int(),
  /** Latest expected date of the list. */
  latest_date: z.string().nullable(),
})
export type StrategySummary = z.infer<typeof StrategySummary>

export const ListRowPatch = z.strictObject({
  article: text(100).min(1, 'Укажите артикул').optional(),
  qty: Qty.optional(),
  /** Product chosen among several makers or of an uncertain match. */
  product_id: Id.optional(),
  /** Offer chosen instead of the automatic one. */
  offer_id: Id.optional(),
  /** Sealed offer of an online supplier from the stream `online`. */
  reference: requiredText(4000).optional(),
  selected: z.boolean().optional(),
  consignee_id: Id.nullable().optional(),
  client_ref: text(100).optional(),
})
export type ListRowPatch = z.infer<typeof ListRowPatch>

/** Offers of one supplier for rows of a list; suppliers are distinguished by numbers, never by names. */
export const ListOnlineEvent = z.object({
  number: Id,
  rows: z.array(OnlineGroup.omit({ kind: true }).extend({ position: z.int() })),
})
export type ListOnlineEvent = z.infer<typeof ListOnlineEvent>

const PATH = '/api/v1/bulk-orders'
const ListParams = z.strictObject({ id: PathId })
const RowParams = z.strictObject({ id: PathId, position: PathId })
const Created = z.object({ id: Id })

export const listRoutes = defineRoutes({
  own: {
    method: 'GET',
    path: PATH,
    summary: 'Мои списки, новые первыми',
    access: 'catalog:read',
    reply: z.object({ results: z.array(ListBrief) }),
  },
  upload: {
    method: 'POST',
    path: PATH,
    summary: 'Заказ по списку: файл таблицы; столбцы находятся сами',
    access: 'catalog:read',
    query: z.strictObject({ name: text(200), consignee_id: PathId.optional() }),
    upload: LIST_FILE_BYTES,
    reply: Created,
    status: 201,
  },
  paste: {
    method: 'POST',
    path: `${PATH}/text`,
    summary: 'Заказ по списку: вставленный текст',
    access: 'catalog:read',
    body: z.strictObject({
      text: z
        .string('Вставьте список')
        .max(MAX_PASTED, 'Слишком длинный текст: сохраните его в файл')
        .refine((pasted) => pasted.isWellFormed() && !pasted.includes('\u0000'), 'Недопустимые символы')
        .refine((pasted) => pasted.trim() !== '', 'Вставьте список'),
      consignee_id: Id.optional(),
    }),
    reply: Created,
    status: 201,
  },
  repeat: {
    method: 'POST',
    path: `${PATH}/of-order`,
    summary: 'Повторить заказ: его строки списком, по сегодняшним ценам',
    access: 'cart:use',
    body: z.strictObject({ order_id: Id }),
    reply: Created,
    status: 201,
  },
  get: {
    method: 'GET',
    path: `${PATH}/:id`,
    summary: 'Список с найденным, по сегодняшним ценам',
    access: 'catalog:read',
    params: ListParams,
    reply: List,
  },
  progress: {
    method: 'GET',
    path: `${PATH}/:id/progress`,
    summary: 'Ход поиска по списку, поток событий',
    access: 'catalog:read',
    params: ListParams,
    stream: true,
    reply: z.object({ done_count: z.int(), rows_count: z.int() }),
  },
  remove: {
    method: 'DELETE',
    path: `${PATH}/:id`,
    summary: 'Удалить список',
    access: 'catalog:read',
    params: ListParams,
    reply: Empty,
  },
  setLayout: {
    method: 'PATCH',
    path: `${PATH}/:id/layout`,
    summary: 'Исправить лист, заголовок и столбцы; следующий файл с тем же заголовком прочитается так же',
    access: 'catalog:read',
    params: ListParams,
    body: z.strictObject({
      sheet: textAsItStands(100).nullable(),
      header_row: z.int().min(1).max(1_048_576).nullable(),
      columns: z.array(ListColumn).max(300).nullable(),
    }),
    example: { sheet: null, header_row: null, columns: null },
    reply: Empty,
  },
  row: {
    method: 'GET',
    path: `${PATH}/:id/rows/:position`,
    summary: 'Все предложения строки, с заменами и аналогами',
    access: 'catalog:read',
    params: RowParams,
    reply: z.object({ makers: z.array(Maker), groups: z.array(OfferGroup) }),
  },
  online: {
    method: 'GET',
    path: `${PATH}/:id/online`,
    summary:
      'Предложения онлайн-поставщиков для строк списка, поток событий; опрашиваются те, кто отвечает на много пар',
    access: 'catalog:read',
    params: ListParams,
    stream: true,
    reply: ListOnlineEvent,
  },
  changeRow: {
    method: 'PATCH',
    path: `${PATH}/:id/rows/:position`,
    summary: 'Исправить строку: артикул, количество, предложение, точку, пометку',
    access: 'catalog:read',
    params: RowParams,
    body: ListRowPatch,
    example: { qty: 1 },
    reply: ListRow,
  },
  select: {
    method: 'PATCH',
    path: `${PATH}/:id/rows`,
    summary: 'Отметить строки или назначить им точку',
    access: 'catalog:read',
    params: ListParams,
    body: z.strictObject({
      positions: z.array(z.int().positive().max(MAX_BULK_ORDER_ROWS)).max(MAX_BULK_ORDER_ROWS),
      selected: z.boolean().optional(),
      consignee_id: Id.nullable().optional(),
    }),
    example: { positions: [1], selected: false },
    reply: Empty,
  },
  strategies: {
    method: 'GET',
    path: `${PATH}/:id/strategies`,
    summary: 'Во что обойдётся список: дешевле, быстрее, с одного склада, меньше отгрузок',
    access: 'catalog:read',
    params: ListParams,
    reply: z.object({ results: z.array(StrategySummary) }),
  },
  choose: {
    method: 'POST',
    path: `${PATH}/:id/strategies`,
    summary: 'Выбрать предложения всех строк одним способом',
    access: 'catalog:read',
    params: ListParams,
    body: z.strictObject({ strategy: StrategyName }),
    example: { strategy: 'cheapest' },
    reply: Empty,
  },
  toCart: {
    method: 'POST',
    path: `${PATH}/:id/cart`,
    summary: 'Отмеченные строки в корзину',
    access: 'cart:use',
    params: ListParams,
    /** Vehicle of the company's garage, for the rows that have no note of their own. */
    body: z.strictObject({ vehicle_id: Id.nullable() }),
    example: { vehicle_id: null },
    reply: z.object({
      added: z.int(),
      /** Rows that could not be added, with the reason. */
      left: z.array(z.object({ position: z.int(), row_number: z.int(), why: z.string() })),
    }),
  },
  file: {
    method: 'GET',
    path: `${PATH}/:id/file`,
    summary: 'Свой же файл с ответом в последних столбцах',
    access: 'catalog:read',
    params: ListParams,
    reply: FILE,
  },
})
