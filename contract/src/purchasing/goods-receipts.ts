import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import {
  Day,
  Empty,
  Id,
  IdParams,
  Kop,
  listOf,
  Moment,
  pageQuery,
  PathId,
  Qty,
  Reason,
  requiredText,
  text,
  Version,
} from '../core/fields.ts'
import { defineRoutes, FILE } from '../core/route.ts'
import { ReceiptState } from './receipt-states.ts'

/** Size limit of a supplier's УПД or packing list. */
export const RECEIPT_FILE_BYTES = 5 * 1024 * 1024
/** Most lines of one УПД. */
export const MAX_RECEIPT_LINES = 1000

/** Choices for goods named by the УПД that did not arrive. */
export const SHORTAGE_CHOICES = { expected: 'Ждём дальше', refused: 'Поставщик не привезёт' } as const
export type ShortageChoice = keyof typeof SHORTAGE_CHOICES
const ShortageChoice = z.enum(keysOf(SHORTAGE_CHOICES))

const Named = z.object({ id: Id, name: z.string() })

/** Supplier with the number of lines still expected. */
export const ExpectedSupplier = Named.extend({ lines_count: z.int(), late_count: z.int() })
export type ExpectedSupplier = z.infer<typeof ExpectedSupplier>

/** Receiver of the goods: a client's order, or the own warehouse that they were bought for. */
const receiver = {
  order: z.object({ id: Id, number: z.string() }).nullable(),
  /** Empty for an own warehouse. */
  contractor: z.string(),
  warehouse: Named.nullable(),
}

/** Line ordered from a supplier and not delivered yet; for staff only. */
export const ExpectedLine = z.object({
  /** Id of the supplier order line. */
  id: Id,
  supplier_order: z.object({ id: Id, number: z.string() }),
  ...receiver,
  brand: z.string(),
  article: z.string(),
  /** Article that the supplier sends instead; empty when it is the same. */
  new_article: z.string(),
  name: z.string(),
  unit: z.string(),
  /** Quantity still expected. */
  qty: z.number(),
  /** Unit price confirmed by the supplier, else the ordered one. */
  price_kop: Kop,
  /** Day promised by the supplier; `null` when none. */
  promised_on: Day.nullable(),
  /** Day promised to the client; `null` for own stock. */
  guaranteed_date: Day.nullable(),
})
export type ExpectedLine = z.infer<typeof ExpectedLine>

/** Quantity that the goods were received for. */
export const ReceiptPart = z.object({
  ...receiver,
  qty: z.number(),
  /** Unit price ordered from the supplier. */
  ordered_kop: Kop,
  guaranteed_date: Day.nullable(),
})
export type ReceiptPart = z.infer<typeof ReceiptPart>

export const ReceiptLine = z.object({
  id: Id,
  position: z.int(),
  brand: z.string(),
  article: z.string(),
  name: z.string(),
  /** Quantity by the УПД; 0 when the УПД does not list it. */
  qty: z.number(),
  price_kop: Kop.nullable(),
  /** `null` until counted. */
  counted_qty: z.number().nullable(),
  /** Parts, oldest promise first. */
  parts: z.array(ReceiptPart),
  /** Quantity that no order waits for. */
  surplus_qty: z.number(),
  /** True when the catalogue has the goods, so they can be put into own stock. */
  is_known: z.boolean(),
  /** True when the surplus was put into own stock. */
  is_stocked: z.boolean(),
})
export type ReceiptLine = z.infer<typeof ReceiptLine>

export const ReceiptItem = z.object({
  id: Id,
  version: Version,
  source: Named,
  number: z.string(),
  made_on: Day,
  state: ReceiptState,
  lines_count: z.int(),
  counted_count: z.int(),
  /** Lines with less delivered than the УПД lists. */
  short_count: z.int(),
  /** Lines with more delivered than the УПД lists. */
  surplus_count: z.int(),
  created_at: Moment,
  created_by: z.string(),
  posted_at: Moment.nullable(),
})
export type ReceiptItem = z.infer<typeof ReceiptItem>

export const Receipt = ReceiptItem.extend({
  seller: z.string(),
  posted_by: z.string().nullable(),
  shortage: ShortageChoice.nullable(),
  surplus_warehouse: Named.nullable(),
  cancel_reason: z.string(),
  lines: z.array(ReceiptLine),
  /** Own warehouses that surplus goods may be put into. */
  warehouses: z.array(Named),
})
export type Receipt = z.infer<typeof Receipt>

const Counted = z.union([z.literal(0), Qty])

export const NewReceipt = z.strictObject({
  supply_route_id: Id,
  number: requiredText(50),
  made_on: Day,
})
export const NewReceiptLine = z.strictObject({
  brand: requiredText(100),
  article: requiredText(100),
  /** Quantity by the УПД; 0 when the УПД does not list it. */
  qty: Counted,
  price_kop: z.int('Укажите цену').min(0, 'Не меньше нуля').max(2_000_000_000, 'Слишком большая цена').nullable(),
})
export type NewReceiptLine = z.infer<typeof NewReceiptLine>

const PATH = '/api/v1/goods-receipts'
const ONE = `${PATH}/:id`
const manage = { access: 'supplier_orders:manage' } as const
const one = { ...manage, params: IdParams } as const
const LineParams = z.strictObject({ id: PathId, line_id: PathId })

export const goodsReceiptRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Приёмки товара от поставщиков, новые сверху',
    ...manage,
    query: z.strictObject({
      ...pageQuery,
      supply_route_id: PathId.optional(),
      state: ReceiptState.optional(),
      /** Tail of the УПД number. */
      q: text(50).optional(),
    }),
    reply: listOf(ReceiptItem),
  },
  suppliers: {
    method: 'GET',
    path: `${PATH}/suppliers`,
    summary: 'Поставщики и сколько строк от каждого ещё не пришло',
    ...manage,
    reply: z.object({ results: z.array(ExpectedSupplier) }),
  },
  expected: {
    method: 'GET',
    path: `${PATH}/expected`,
    summary: 'Что заказано у поставщика и не пришло, по обещанному сроку',
    ...manage,
    query: z.strictObject({ ...pageQuery, supply_route_id: PathId }),
    reply: listOf(ExpectedLine),
  },
  get: {
    method: 'GET',
    path: ONE,
    summary: 'Приёмка со строками: сколько по документу, сколько сосчитано и чей это товар',
    ...one,
    reply: Receipt,
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Начать приёмку по УПД поставщика',
    ...manage,
    body: NewReceipt,
    reply: z.object({ id: Id }),
    status: 201,
    idempotent: true,
  },
  load: {
    method: 'POST',
    path: `${ONE}/file`,
    summary: 'Строки УПД из файла поставщика (XLSX, XLS, CSV) вместо прежних',
    ...one,
    query: z.strictObject({ name: text(200) }),
    upload: RECEIPT_FILE_BYTES,
    /** `skipped`: rows without a quantity, numbered as the spreadsheet counts. */
    reply: z.object({ lines_count: z.int(), skipped: z.array(z.int()) }),
  },
  addLine: {
    method: 'POST',
    path: `${ONE}/lines`,
    summary: 'Добавить строку вручную',
    ...one,
    body: NewReceiptLine,
    example: { brand: 'BOSCH', article: 'X1', qty: 1, price_kop: null },
    reply: z.object({ id: Id }),
    status: 201,
    idempotent: true,
  },
  count: {
    method: 'PATCH',
    path: `${ONE}/lines/:line_id`,
    summary: 'Записать, сколько сосчитано',
    ...manage,
    params: LineParams,
    body: z.strictObject({ counted_qty: Counted.nullable() }),
    example: { counted_qty: 1 },
    reply: Empty,
  },
  removeLine: {
    method: 'DELETE',
    path: `${ONE}/lines/:line_id`,
    summary: 'Убрать строку',
    ...manage,
    params: LineParams,
    reply: Empty,
  },
  scan: {
    method: 'POST',
    path: `${ONE}/scans`,
    summary:
      'Сосчитать ещё одну штуку по штрихкоду или артикулу; ожидаемое, которого нет в документе, добавится строкой',
    ...one,
    body: z.strictObject({ code: requiredText(100) }),
    example: { code: 'X1' },
    reply: z.object({ brand: z.string(), article: z.string(), counted_qty: z.number(), qty: z.number() }),
    idempotent: true,
  },
  countAll: {
    method: 'POST',
    path: `${ONE}/count-all`,
    summary: '«Всё по документу»: несосчитанное пришло так, как написано в УПД',
    ...one,
    reply: Empty,
  },
  post: {
    method: 'POST',
    path: `${ONE}/post`,
    summary: '«Принять»: товар на складе, строки клиентов и поставщика переведены',
    ...one,
    body: z.strictObject({
      version: Version,
      shortage: ShortageChoice,
      /** Own warehouse for surplus goods; `null` sets them aside. */
      surplus_warehouse_id: Id.nullable(),
    }),
    example: { version: 1, shortage: 'expected', surplus_warehouse_id: null },
    reply: Empty,
    idempotent: true,
  },
  cancel: {
    method: 'POST',
    path: `${ONE}/cancel`,
    summary: 'Отменить приёмку; принятую — пока ничего из неё не собрано и не отгружено',
    ...one,
    body: Reason,
    example: { reason: 'Любая' },
    reply: Empty,
    idempotent: true,
  },
  act: {
    method: 'GET',
    path: `${ONE}/discrepancy-act`,
    summary: 'Акт о расхождениях при приёмке (PDF)',
    ...one,
    reply: FILE,
  },
})
