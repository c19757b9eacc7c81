import { z } from 'zod'
import { AttachedFile, FileQuery, MAX_FILE_BYTES, MessageBody } from '../core/attachments.ts'
import { Empty, Id, IdParams, Moment, text, VersionOrNone } from '../core/fields.ts'
import { defineRoutes, FILE } from '../core/route.ts'

/** Message limit of one order. */
export const MAX_ORDER_MESSAGES = 500
export const MAX_ORDER_FILES = 100

export const OrderMessage = z.object({
  id: Id,
  text: z.string(),
  by: z.string(),
  from_staff: z.boolean(),
  at: Moment,
  files: z.array(AttachedFile),
})
export type OrderMessage = z.infer<typeof OrderMessage>

/** Private note of one side: of the company or of the supplier. */
export const OrderNote = z.object({
  text: z.string(),
  by: z.string(),
  at: Moment,
  version: z.int(),
})
export type OrderNote = z.infer<typeof OrderNote>

export const OrderMessages = z.object({
  messages: z.array(OrderMessage),
  /** Note of the reader's side; `null` when there is none. */
  note: OrderNote.nullable(),
  /** True when the client wrote last and staff owe an answer. */
  waits: z.boolean(),
  /** Permission to write messages and notes. */
  can_write: z.boolean(),
})
export type OrderMessages = z.infer<typeof OrderMessages>

const ONE = '/api/v1/orders/:id'

export const orderMessageRoutes = defineRoutes({
  read: {
    method: 'GET',
    path: `${ONE}/messages`,
    summary: 'Переписка по заказу и заметка своей стороны',
    access: 'orders:read',
    params: IdParams,
    reply: OrderMessages,
  },
  postMessage: {
    method: 'POST',
    path: `${ONE}/messages`,
    summary: 'Написать по заказу: клиент — менеджеру, менеджер — клиенту',
    access: 'orders:talk',
    params: IdParams,
    body: MessageBody,
    example: { text: 'Любой', file_ids: [] },
    reply: Empty,
    status: 201,
    idempotent: true,
  },
  settle: {
    method: 'POST',
    path: `${ONE}/messages/settle`,
    summary: 'Ответ клиенту не нужен: переписка больше не ждёт менеджера',
    access: 'work_queue:take',
    params: IdParams,
    reply: Empty,
  },
  upload: {
    method: 'POST',
    path: `${ONE}/files`,
    summary: 'Файл к сообщению по заказу (JPEG, PNG, WebP или PDF), до 10 МБ',
    access: 'orders:talk',
    params: IdParams,
    query: FileQuery,
    upload: MAX_FILE_BYTES,
    reply: z.object({ id: Id }),
    status: 201,
  },
  file: {
    method: 'GET',
    path: '/api/v1/order-files/:id',
    summary: 'Файл из переписки по заказу',
    access: 'orders:read',
    params: IdParams,
    reply: FILE,
  },
  note: {
    method: 'PATCH',
    path: `${ONE}/note`,
    summary: 'Заметка по заказу, которую видит только своя сторона',
    access: 'orders:talk',
    params: IdParams,
    body: z.strictObject({
      text: text(2000),
      /** Version of the changed note; 0 when there is none yet. */
      version: VersionOrNone,
    }),
    example: { text: 'Любая', version: 0 },
    reply: z.object({ version: z.int() }),
  },
})
