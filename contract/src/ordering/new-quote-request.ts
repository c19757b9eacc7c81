import { z } from 'zod'
import { Day, Id, orEmpty, Qty, requiredText, text } from '../core/fields.ts'
import { Vin } from '../core/vin.ts'

export const MAX_QUOTE_REQUEST_ROWS = 200
const MAX_KOP = 10_000_000_000

export const NewRequestRow = z
  .strictObject({
    /** The product of the catalogue that the row was made from. */
    product_id: Id.nullable(),
    brand: text(100),
    article: text(100),
    name: text(300),
    qty: Qty,
    /** «Ваша пометка». */
    client_ref: text(100),
    /** Refused order line that the request seeks a replacement for. */
    order_line_id: Id.optional(),
  })
  .refine(({ article, name }) => article !== '' || name !== '', {
    path: ['article'],
    message: 'Укажите артикул или название',
  })
export type NewRequestRow = z.infer<typeof NewRequestRow>

export const NewRequest = z
  .strictObject({
    text: text(2000),
    vin: orEmpty(Vin),
    /** Car in words: «Kia Rio 2017, 1.6, автомат». */
    car: text(200),
    /** Vehicle of the company's garage: the answered goods are for it. */
    vehicle_id: Id.optional(),
    rows: z.array(NewRequestRow).max(MAX_QUOTE_REQUEST_ROWS, 'Не больше 200 строк'),
  })
  .refine(({ rows, text: words, vin }) => rows.length > 0 || words !== '' || vin !== '', {
    path: ['text'],
    message: 'Напишите, что нужно: детали, VIN или несколько слов',
  })
export type NewRequest = z.infer<typeof NewRequest>

const AnswerLine = z
  .strictObject({
    /** Answered row; `null` for the request as a whole. */
    row_id: Id.nullable(),
    offer_id: Id,
    qty: Qty,
    /** `null` keeps the ordinary price of the company. */
    special_kop: z
      .int('Укажите цену')
      .positive('Укажите цену больше нуля')
      .max(MAX_KOP, 'Слишком большая цена')
      .nullable(),
    /** Last day of the special price. */
    valid_until: Day.nullable(),
    comment: text(500),
  })
  .refine((line) => line.special_kop === null || line.valid_until !== null, {
    path: ['valid_until'],
    message: 'Укажите, до какого дня действует цена',
  })
  .refine((line) => line.special_kop !== null || line.valid_until === null, {
    path: ['valid_until'],
    message: 'Срок указывают для специальной цены',
  })

export const NewAnswer = z
  .strictObject({
    lines: z.array(AnswerLine).max(MAX_QUOTE_REQUEST_ROWS, 'Не больше 200 строк'),
    /** Rows that cannot be supplied, with the reason. */
    refusals: z
      .array(z.strictObject({ row_id: Id, reason: requiredText(500) }))
      .max(MAX_QUOTE_REQUEST_ROWS, 'Не больше 200 строк'),
    /** Lines of earlier answers that no longer apply. */
    withdrawn: z.array(Id).max(MAX_QUOTE_REQUEST_ROWS, 'Не больше 200 строк'),
    text: text(2000),
  })
  .refine(({ lines, refusals, withdrawn }) => lines.length + refusals.length + withdrawn.length > 0, {
    path: ['lines'],
    message: 'Добавьте предложение или откажите в строке',
  })
export type NewAnswer = z.infer<typeof NewAnswer>
