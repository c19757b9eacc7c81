import { z } from 'zod'
import { AttachedFile, FileQuery, MAX_FILE_BYTES, MessageBody } from '../core/attachments.ts'
import { ClaimKindField, ClaimOutcomeField, ClaimStateField } from './claim-fields.ts'
import { ClaimableGoods, ClaimableShipment } from './claim-goods.ts'
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
  ShownKop,
  text,
  Version,
} from '../core/fields.ts'
import { act, claimHandling, JustVersion, ONE, PATH } from './claim-handling.ts'
import { Differences, NewClaim } from './new-claim.ts'
import { LineState } from '../ordering/orders/orders.ts'
import { defineRoutes, FILE } from '../core/route.ts'

export const ClaimItem = z.object({
  id: Id,
  number: z.string(),
  kind: ClaimKindField,
  state: ClaimStateField,
  contractor_id: Id,
  contractor: z.string(),
  seller: z.string(),
  shipment_id: Id,
  shipment_number: z.string(),
  asker: z.string(),
  manager: z.string().nullable(),
  is_mine: z.boolean(),
  /** First goods of the claim, in one line. */
  subject: z.string(),
  lines_count: z.int(),
  created_at: Moment,
  answer_by: Day,
  /** Deadline for returning the goods; `null` without a return. */
  hand_over_until: Day.nullable(),
  /** True while a supplier decides on the goods; absent for clients. */
  waits_for_supplier: z.boolean().optional(),
})
export type ClaimItem = z.infer<typeof ClaimItem>

export const ClaimLine = z.object({
  id: Id,
  product_code: z.string(),
  order_id: Id,
  order_number: z.string(),
  brand: z.string(),
  article: z.string(),
  name: z.string(),
  /** Vehicle of the buyer's garage that the goods were ordered for. */
  vehicle: z.object({ id: Id, name: z.string() }).nullable(),
  unit: z.string(),
  price_kop: ShownKop,
  qty: z.number(),
  asked_kop: ShownKop,
  withheld_percent: z.int(),
  accepted_qty: z.number().nullable(),
  received_qty: z.number().nullable(),
  settled_qty: z.number().nullable(),
  refusal: z.string(),
  /** Sum by which the company's debt is reduced. */
  credited_kop: ShownKop,
  /** True for goods of own stock, which can be returned there; `null` for clients. */
  is_own_stock: z.boolean().nullable(),
  /** Line of the new order that ships the goods again, with the states of its parts; `null` when there is none. */
  supply: z
    .object({
      order: Numbered,
      parts: z.array(z.object({ state: LineState, qty: z.number(), shipment: Numbered.optional() })),
    })
    .nullable(),
})
export type ClaimLine = z.infer<typeof ClaimLine>

export const CLAIM_MESSAGE_KINDS = [
  'created',
  'message',
  'taken',
  'asked',
  'decided',
  'received',
  'inspected',
  'forgone',
  'settled',
  'withdrawn',
] as const

export const ClaimMessage = z.object({
  id: Id,
  kind: z.enum(CLAIM_MESSAGE_KINDS),
  text: z.string(),
  by: z.string(),
  from_staff: z.boolean(),
  at: Moment,
  files: z.array(AttachedFile),
})
export type ClaimMessage = z.infer<typeof ClaimMessage>

export const Claim = ClaimItem.extend({
  outcome: ClaimOutcomeField,
  /** Outcome granted instead of the requested one; `null` when the same or not decided. */
  granted_outcome: ClaimOutcomeField.nullable(),
  contract: z.string(),
  shipped_on: Day,
  text: z.string(),
  hand_over_to: z.string(),
  /** Disputed sum while the claim is open. */
  disputed_kop: ShownKop,
  lines: z.array(ClaimLine),
  messages: z.array(ClaimMessage),
  correction: z.object({ number: z.string(), made_on: Day, sum_kop: ShownKop, vat_kop: ShownKop }).nullable(),
  /** True when the seller's accounts are in 1С, so the number of the correction must be typed. */
  needs_number: z.boolean(),
  version: Version,
  can: z.object({
    post_message: z.boolean(),
    withdraw: z.boolean(),
    assign: z.boolean(),
    request_details: z.boolean(),
    decide: z.boolean(),
    receive: z.boolean(),
    close_as_abandoned: z.boolean(),
    inspect: z.boolean(),
    settle: z.boolean(),
    /** Permission to write off goods not delivered; their price is owed back. */
    write_off: z.boolean(),
  }),
})
export type Claim = z.infer<typeof Claim>

export const ClaimsQuery = z.strictObject({
  ...pageQuery,
  /** Number of a claim or a shipment, also its tail, or an article; for a client also a part of a vehicle's name. */
  q: text(100).optional(),
  /** `open`: claims waiting for the warranty manager, soonest deadline first; otherwise newest first. */
  state: z.enum(['open', ...ClaimStateField.options]).optional(),
  kind: ClaimKindField.optional(),
  shipment_id: PathId.optional(),
  contractor_id: PathId.optional(),
  mine: z.literal('1').optional(),
})
export type ClaimsQuery = z.infer<typeof ClaimsQuery>

export const ClaimCount = z.object({ state: ClaimStateField, count: z.int(), late: z.int() })
export type ClaimCount = z.infer<typeof ClaimCount>

export const claimRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Обращения',
    access: 'claims:read',
    query: ClaimsQuery,
    reply: listOf(ClaimItem),
  },
  counts: {
    method: 'GET',
    path: `${PATH}/counts`,
    summary: 'Сколько обращений в каждом статусе и сколько из них просрочено',
    access: 'claims:read',
    query: z.strictObject({ contractor_id: PathId.optional() }),
    reply: z.object({ results: z.array(ClaimCount) }),
  },
  shipments: {
    method: 'GET',
    path: `${PATH}/shipments`,
    summary:
      'Отгрузки для обращения: по артикулу, штрихкоду, номеру отгрузки или заказу; без них — те, где есть что вернуть',
    access: 'claims:use',
    query: z.strictObject({ q: text(100).optional(), order_id: PathId.optional() }),
    reply: z.object({ results: z.array(ClaimableShipment) }),
  },
  goods: {
    method: 'GET',
    path: `${PATH}/shipments/:id`,
    summary: 'Строки отгрузки: какие обращения возможны, до какого дня и на какое количество',
    access: 'claims:use',
    params: IdParams,
    reply: ClaimableGoods,
  },
  upload: {
    method: 'POST',
    path: `${PATH}/files`,
    summary: 'Файл к новому обращению (JPEG, PNG, WebP или PDF), до 10 МБ',
    access: 'claims:use',
    query: FileQuery,
    upload: MAX_FILE_BYTES,
    reply: z.object({ id: Id }),
    status: 201,
  },
  file: {
    method: 'GET',
    path: `${PATH}/files/:id`,
    summary: 'Файл обращения',
    access: 'claims:read',
    params: IdParams,
    reply: FILE,
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Новое обращение по строкам одной отгрузки',
    access: 'claims:use',
    body: NewClaim,
    reply: z.object({ id: Id, number: z.string(), answer_by: Day }),
    status: 201,
    idempotent: true,
  },
  reportDiscrepancy: {
    method: 'POST',
    path: `${PATH}/shipments/:id/differences`,
    summary: 'Принять отгрузку с расхождениями: она получена, а по каждому виду расхождений подаётся обращение',
    access: 'claims:use',
    params: IdParams,
    body: Differences,
    example: {
      claims: [
        { kind: 'surplus', outcome: 'take_back', text: '', lines: [{ shipment_line_id: 1, qty: 1 }], file_ids: [] },
      ],
    },
    reply: z.object({
      claims: z.array(z.object({ id: Id, number: z.string(), kind: ClaimKindField, answer_by: Day })),
    }),
    status: 201,
    idempotent: true,
  },
  act: {
    method: 'GET',
    path: `${ONE}/act`,
    summary: 'Акт рекламации или акт о расхождениях (PDF)',
    access: 'claims:read',
    params: IdParams,
    reply: FILE,
  },
  label: {
    method: 'GET',
    path: `${ONE}/label`,
    summary: 'Этикетка для сдачи товара по обращению, с QR (PDF)',
    access: 'claims:read',
    params: IdParams,
    reply: FILE,
  },
  get: {
    method: 'GET',
    path: ONE,
    summary: 'Обращение со строками, перепиской и файлами',
    access: 'claims:read',
    params: IdParams,
    reply: Claim,
  },
  uploadTo: {
    method: 'POST',
    path: `${ONE}/files`,
    summary: 'Файл к сообщению обращения (JPEG, PNG, WebP или PDF), до 10 МБ',
    access: 'claims:write',
    params: IdParams,
    query: FileQuery,
    upload: MAX_FILE_BYTES,
    reply: z.object({ id: Id }),
    status: 201,
  },
  postMessage: {
    method: 'POST',
    path: `${ONE}/messages`,
    summary: 'Написать по обращению; ответ клиента на вопрос возвращает его на рассмотрение',
    access: 'claims:write',
    params: IdParams,
    body: MessageBody,
    example: { text: 'Любой', file_ids: [] },
    reply: Empty,
    status: 201,
    idempotent: true,
  },
  withdraw: {
    ...act,
    path: `${ONE}/withdraw`,
    summary: 'Отозвать обращение, пока решения нет',
    access: 'claims:use',
    body: JustVersion,
    example: { version: 1 },
  },
  ...claimHandling,
})
