import { z } from 'zod'
import { ProductBrief } from '../catalog/catalog.ts'
import {
  Day,
  Empty,
  Id,
  IdParams,
  listOf,
  Moment,
  Numbered,
  pageQuery,
  PathId,
  requiredText,
  ShownKop,
  text,
} from '../core/fields.ts'
import { MAX_QUOTE_REQUEST_ROWS, NewAnswer, NewRequest } from './new-quote-request.ts'
import { defineRoutes, FILE } from '../core/route.ts'
import { SearchReply } from './search.ts'
import { RequestState } from './quote-request-states.ts'

export const MAX_PHOTOS = 5
export const MAX_PHOTO_BYTES = 5 * 1024 * 1024

export const RequestItem = z.object({
  id: Id,
  number: z.string(),
  state: RequestState,
  contractor_id: Id,
  contractor: z.string(),
  asker: z.string(),
  /** Assigned manager; `null` when the request is unassigned. */
  manager: z.string().nullable(),
  is_mine: z.boolean(),
  /** Subject in one line. */
  subject: z.string(),
  rows_count: z.int(),
  created_at: Moment,
  /** Promised time of the answer, while one is owed. */
  answer_by: Moment,
  answered_at: Moment.nullable(),
})
export type RequestItem = z.infer<typeof RequestItem>

export const QuoteRequestRow = z.object({
  id: Id,
  /** Code of the product when the row was made from the catalogue. */
  product_code: z.string().nullable(),
  brand: z.string(),
  article: z.string(),
  name: z.string(),
  qty: z.number(),
  client_ref: z.string(),
  /** Order with the refused line to be replaced. */
  order: Numbered.nullable(),
  refusal: z.string(),
})
export type QuoteRequestRow = z.infer<typeof QuoteRequestRow>

export const RequestAnswer = z.object({
  id: Id,
  row_id: Id.nullable(),
  product: ProductBrief,
  warehouse: z.string(),
  qty: z.number(),
  /** Current price, the special one while it applies; `null` also when the goods are gone. */
  price_kop: ShownKop,
  /** Price without the special one. */
  ordinary_kop: ShownKop,
  special_kop: ShownKop,
  valid_until: Day.nullable(),
  /** True while the special price applies to the remaining quantity. */
  is_special: z.boolean(),
  is_available: z.boolean(),
  expected_date: Day.nullable(),
  comment: z.string(),
  is_withdrawn: z.boolean(),
  in_cart: z.boolean(),
  ordered_qty: z.number(),
})
export type RequestAnswer = z.infer<typeof RequestAnswer>

export const RequestMessage = z.object({
  id: Id,
  kind: z.enum(['created', 'message', 'taken', 'answered', 'closed']),
  text: z.string(),
  /** A name, or «Иванова Мария от имени: Петров Пётр». */
  by: z.string(),
  from_staff: z.boolean(),
  at: Moment,
})
export type RequestMessage = z.infer<typeof RequestMessage>

export const Request = RequestItem.extend({
  text: z.string(),
  vin: z.string(),
  car: z.string(),
  /** Author: a name, or «добавил менеджер Иванова Мария, 14:05». */
  added_by: z.string(),
  rows: z.array(QuoteRequestRow),
  answers: z.array(RequestAnswer),
  photos: z.array(z.object({ id: Id })),
  messages: z.array(RequestMessage),
})
export type Request = z.infer<typeof Request>

export const RequestsQuery = z.strictObject({
  ...pageQuery,
  /** Number or its tail, an article, VIN or words. */
  q: text(100).optional(),
  /** `open`: an answer is owed, soonest deadline first; otherwise newest first. */
  state: z.enum(['open', ...RequestState.options]).optional(),
  /** Company for staff; a client always reads the requests of the current company. */
  contractor_id: PathId.optional(),
  /** Requests assigned to the reading manager. */
  mine: z.literal('1').optional(),
})
export type RequestsQuery = z.infer<typeof RequestsQuery>

const PATH = '/api/v1/quote-requests'
const ONE = `${PATH}/:id`

export const requestRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Запросы менеджеру',
    access: 'quote_requests:read',
    query: RequestsQuery,
    reply: listOf(RequestItem),
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Новый запрос: строки, VIN или слова',
    access: 'quote_requests:use',
    body: NewRequest,
    reply: z.object({ id: Id, number: z.string(), answer_by: Moment }),
    status: 201,
    idempotent: true,
  },
  get: {
    method: 'GET',
    path: ONE,
    summary: 'Запрос с ответом, сообщениями и списком фотографий',
    access: 'quote_requests:read',
    params: IdParams,
    reply: Request,
  },
  addPhoto: {
    method: 'POST',
    path: `${ONE}/photos`,
    summary: 'Фотография к запросу (JPEG, PNG или WebP), до 5 у запроса',
    access: 'quote_requests:use',
    params: IdParams,
    upload: MAX_PHOTO_BYTES,
    reply: z.object({ id: Id }),
    status: 201,
  },
  photo: {
    method: 'GET',
    path: `${PATH}/photos/:id`,
    summary: 'Фотография запроса',
    access: 'quote_requests:read',
    params: IdParams,
    reply: FILE,
  },
  postMessage: {
    method: 'POST',
    path: `${ONE}/messages`,
    summary: 'Написать по запросу; закрытый открывается снова',
    access: 'requests:write',
    params: IdParams,
    body: z.strictObject({ text: requiredText(2000) }),
    example: { text: 'Любой' },
    reply: Empty,
    status: 201,
    idempotent: true,
  },
  close: {
    method: 'POST',
    path: `${ONE}/close`,
    summary: 'Закрыть запрос',
    access: 'requests:write',
    params: IdParams,
    reply: Empty,
  },
  addToCart: {
    method: 'POST',
    path: `${ONE}/cart`,
    summary: 'Строки ответа в корзину, по обещанным ценам',
    access: 'quote_requests:use',
    params: IdParams,
    body: z.strictObject({
      answer_ids: z.array(Id).min(1, 'Выберите строки').max(MAX_QUOTE_REQUEST_ROWS),
      consignee_id: Id.optional(),
    }),
    /** `cart_lines` is `null` when nothing was added; `messages` lists deviations from the offer, by line. */
    example: { answer_ids: [1] },
    reply: z.object({ added: z.int(), cart_lines: z.int().nullable(), messages: z.array(z.string()) }),
  },
  assign: {
    method: 'POST',
    path: `${ONE}/assign`,
    summary: '«Взять в работу»: отвечать будет тот, кто взял',
    access: 'quote_requests:answer',
    params: IdParams,
    reply: Empty,
  },
  offers: {
    method: 'GET',
    path: `${ONE}/offers`,
    summary: 'Поиск по артикулу для ответа, по ценам компании',
    access: 'quote_requests:answer',
    params: IdParams,
    query: z.strictObject({ q: text(100).default(''), brand: PathId.optional() }),
    reply: SearchReply,
  },
  answer: {
    method: 'POST',
    path: `${ONE}/answer`,
    summary: 'Ответить: предложения, отказы по строкам, отзыв прежних предложений',
    access: 'quote_requests:answer',
    params: IdParams,
    body: NewAnswer,
    example: { lines: [], refusals: [], withdrawn: [2_147_483_000], text: '' },
    reply: Empty,
    status: 201,
    idempotent: true,
  },
})
