import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { Id, IdParams, Kop, requiredText, text, Version } from '../core/fields.ts'
import { defineRoutes, FILE } from '../core/route.ts'

/** Size limit of a file returned by a supplier. */
export const ANSWER_FILE_BYTES = 5 * 1024 * 1024
export const MAX_ANSWER_ROWS = 2000

/** Contents of a column of an order file with its default header. */
export const ORDER_FILE_FIELDS = {
  article: 'Артикул',
  brand: 'Бренд',
  name: 'Наименование',
  qty: 'Количество',
  price: 'Цена',
  sum: 'Сумма',
  line: 'Комментарий (наш номер строки)',
} as const
export type OrderFileField = keyof typeof ORDER_FILE_FIELDS
const OrderFileField = z.enum(keysOf(ORDER_FILE_FIELDS))

/** Columns of a supplier's file, in the supplier's order and naming. */
export const OrderFileLayout = z
  .array(z.strictObject({ field: OrderFileField, header: requiredText(100) }))
  .min(1, 'Оставьте хотя бы один столбец')
  .max(Object.keys(ORDER_FILE_FIELDS).length, 'Столбец назван дважды')
  .refine((columns) => new Set(columns.map(({ field }) => field)).size === columns.length, 'Столбец назван дважды')
  .refine(
    (columns) => ['article', 'qty'].every((name) => columns.some(({ field }) => field === name)),
    'Без артикула и количества поставщик не поймёт заказ',
  )
export type OrderFileLayout = z.infer<typeof OrderFileLayout>

/** Outcomes of a row of a returned file. */
export const ANSWER_OUTCOMES = {
  confirmed: 'Подтверждено',
  partly: 'Подтверждена часть',
  refused: 'Отказ',
  dearer: 'Дороже',
  new_number: 'Новый номер',
  asked: 'Требует решения',
  not_applied: 'Не применится',
  silent: 'Без ответа',
  not_found: 'Строка не найдена',
} as const
export type AnswerOutcome = keyof typeof ANSWER_OUTCOMES

export const AnswerFileRow = z.object({
  /** Row number as the spreadsheet counts. */
  row_number: z.int(),
  line_id: Id.nullable(),
  brand: z.string(),
  article: z.string(),
  qty: z.number().nullable(),
  confirmed_qty: z.number().nullable(),
  price_before_kop: Kop.nullable(),
  price_kop: Kop.nullable(),
  new_article: z.string(),
  outcomes: z.array(z.enum(keysOf(ANSWER_OUTCOMES))),
  /** Reason, in the supplier's words or ours. */
  text: z.string(),
})
export type AnswerFileRow = z.infer<typeof AnswerFileRow>

export const AnswerFileResult = z.object({
  /** Digest of the previewed state: the file is applied only if nothing has changed since. */
  seen: z.string(),
  /** True when the very same file was applied before, so that nothing changes. */
  was_applied: z.boolean(),
  counts: z.partialRecord(z.enum(keysOf(ANSWER_OUTCOMES)), z.int()),
  rows: z.array(AnswerFileRow),
})
export type AnswerFileResult = z.infer<typeof AnswerFileResult>

const PATH = '/api/v1/supplier-orders/:id'
const manage = { access: 'supplier_orders:manage', params: IdParams } as const

export const supplierOrderFileRoutes = defineRoutes({
  file: {
    method: 'GET',
    path: `${PATH}/file`,
    summary: 'Заказ поставщику файлом XLSX в его раскладке',
    ...manage,
    reply: FILE,
  },
  check: {
    method: 'POST',
    path: `${PATH}/answer-file`,
    summary: 'Прочитать файл, который вернул поставщик, и показать, что изменится; ничего не меняется',
    ...manage,
    query: z.strictObject({ name: text(200) }),
    upload: ANSWER_FILE_BYTES,
    reply: AnswerFileResult,
  },
  apply: {
    method: 'POST',
    path: `${PATH}/answer-file/apply`,
    summary: 'Принять просмотренный файл поставщика; тот же файл ещё раз ничего не меняет',
    ...manage,
    query: z.strictObject({ name: text(200), seen: requiredText(64) }),
    upload: ANSWER_FILE_BYTES,
    reply: AnswerFileResult,
  },
  layout: {
    method: 'GET',
    path: '/api/v1/supplier-terms/:id/layout',
    summary: 'Раскладка файла заказа поставщику',
    ...manage,
    reply: z.object({ version: Version, columns: OrderFileLayout }),
  },
  setLayout: {
    method: 'PATCH',
    path: '/api/v1/supplier-terms/:id/layout',
    summary: 'Изменить раскладку файла заказа поставщику',
    ...manage,
    right: 'prices',
    body: z.strictObject({ version: Version, columns: OrderFileLayout }),
    example: {
      version: 1,
      columns: [
        { field: 'article', header: 'Артикул' },
        { field: 'qty', header: 'Количество' },
      ],
    },
    reply: z.object({ version: Version }),
  },
})
