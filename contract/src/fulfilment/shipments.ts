import { z } from 'zod'
import { ClaimOrigin } from './claim-fields.ts'
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
  ShownKop,
  text,
} from '../core/fields.ts'
import { LineState } from '../ordering/orders/orders.ts'
import { defineRoutes, FILE } from '../core/route.ts'
import { LabelsQuery } from './shipment-labels.ts'
import { ShipmentState } from './shipment-states.ts'

/** Pairs of a contract and a consignee from the list of ready goods. */
const ReadyPairs = z
  .string()
  .regex(/^[1-9]\d{0,8}-[1-9]\d{0,8}(,[1-9]\d{0,8}-[1-9]\d{0,8}){0,19}$/, 'Неверный список точек')
  .transform((pairs) =>
    pairs.split(',').map((pair) => {
      const [contractId = 0, consigneeId = 0] = pair.split('-').map(Number)
      return { contractId, consigneeId }
    }),
  )

/**
 * States of a part that can be shipped, nearest to the door first. A reserved part is included because it lies in own
 * stock; reserved goods of a partner do not.
 */
export const SHIPPABLE_STATES = ['ready', 'picking', 'arrived', 'reserved'] as const satisfies readonly LineState[]

/** Most lines of one shipment, the same as of one order. */
export const MAX_SHIPPED_LINES = 1000
/** Most shipments created by one action. */
export const MAX_SHIPMENTS = 20

/** Next run of the supplier's car to the consignee's zone. */
export const NextRun = z.object({ zone: z.string(), name: z.string(), day: Day, leaves_at: z.string() })
export type NextRun = z.infer<typeof NextRun>

/** Goods ready for one consignee under one contract, forming one shipment. */
export const ReadyGroup = z.object({
  contract_id: Id,
  consignee_id: Id,
  contractor_id: Id,
  contractor: z.string(),
  seller: z.string(),
  contract: z.string(),
  consignee: z.string(),
  consignee_address: z.string(),
  run: NextRun.nullable(),
  /** Carrier used instead of own cars; empty when there is none. */
  carrier: z.string(),
  /** Lines with ready parts and their sum. */
  ready_count: z.int(),
  ready_kop: Kop,
  /** Lines with parts still expected. */
  coming_count: z.int(),
  /** Reason why it is held, in words; `null` when it may be shipped. */
  held: z.string().nullable(),
})
export type ReadyGroup = z.infer<typeof ReadyGroup>

/** Order line with its parts that have not been shipped. */
export const ReadyLine = z.object({
  line_id: Id,
  contract_id: Id,
  consignee_id: Id,
  order_id: Id,
  order_number: z.string(),
  brand: z.string(),
  article: z.string(),
  name: z.string(),
  unit: z.string(),
  client_ref: z.string(),
  warehouse: z.string(),
  expected_date: Day,
  price_kop: Kop,
  /** True when the buyer wants the order shipped whole. */
  ship_complete: z.boolean(),
  /** True when the buyer collects the goods. */
  is_pickup: z.boolean(),
  /** Quantity that may be shipped. */
  ready_qty: z.number(),
  /** Quantities still expected, by state. */
  coming: z.array(z.object({ state: LineState, qty: z.number() })),
})
export type ReadyLine = z.infer<typeof ReadyLine>

export const ShipReady = z.strictObject({
  lines: z
    .array(z.strictObject({ line_id: Id, qty: Qty }))
    .min(1, 'Выберите, что отгрузить')
    .max(MAX_SHIPPED_LINES, 'За один раз — не больше 1 000 строк'),
  /** Numbers assigned by 1С when the accounts are there. */
  numbers: z
    .array(z.strictObject({ contract_id: Id, consignee_id: Id, number: requiredText(50) }))
    .max(MAX_SHIPMENTS)
    .optional(),
  /** Reason for shipping despite a hold. */
  despite_reason: text(500).optional(),
  /** Ships a part of an order although the buyer wants it whole. */
  allow_partial: z.boolean().optional(),
})
export type ShipReady = z.infer<typeof ShipReady>

/** Shipment of the preview, not created yet. */
export const PlannedShipment = z.object({
  contract_id: Id,
  consignee_id: Id,
  contractor: z.string(),
  seller: z.string(),
  contract: z.string(),
  consignee: z.string(),
  delivery_run: z.string(),
  lines_count: z.int(),
  total_kop: Kop,
  vat_kop: Kop,
  due_on: Day,
  accept_until: Day,
  /** `incomplete`: why an order that the buyer wants whole would be shipped in part, in words. */
  orders: z.array(z.object({ id: Id, number: z.string(), incomplete: z.string().nullable() })),
  /** True when the seller's accounts are in 1С, so the number must be typed. */
  needs_number: z.boolean(),
  held: z.string().nullable(),
})
export type PlannedShipment = z.infer<typeof PlannedShipment>

export const ShipmentPlan = z.object({
  shipments: z.array(PlannedShipment),
  /** True when the person may ship held goods with a reason. */
  may_despite: z.boolean(),
})
export type ShipmentPlan = z.infer<typeof ShipmentPlan>

export const ShipmentItem = z.object({
  id: Id,
  number: z.string(),
  shipped_on: Day,
  state: ShipmentState,
  contractor: z.string(),
  seller: z.string(),
  consignee: z.string(),
  delivery_run: z.string(),
  lines_count: z.int(),
  total_kop: ShownKop,
  accept_until: Day,
})
export type ShipmentItem = z.infer<typeof ShipmentItem>

export const ShipmentLine = z.object({
  id: Id,
  position: z.int(),
  order_id: Id,
  order_number: z.string(),
  /** Order number assigned by the client. */
  client_number: z.string(),
  client_ref: z.string(),
  product_code: z.string(),
  brand: z.string(),
  article: z.string(),
  name: z.string(),
  /** Barcode of the box, for counting by scanner. */
  barcode: z.string().nullable(),
  unit: z.string(),
  /** Claim that the shipment fulfils; `null` for an order. */
  claim: ClaimOrigin.nullable(),
  qty: z.number(),
  price_kop: ShownKop,
  vat_label: z.string(),
  vat_kop: ShownKop,
  sum_kop: ShownKop,
})
export type ShipmentLine = z.infer<typeof ShipmentLine>

export const Shipment = ShipmentItem.extend({
  contract: z.string(),
  consignee_address: z.string(),
  vat_kop: ShownKop,
  due_on: Day,
  made_at: Moment,
  made_by: z.string(),
  /** True when the document belongs to 1С and the portal only displays it. */
  is_copy: z.boolean(),
  received: z.object({ on: Day, by: z.string() }).nullable(),
  cancelled: z.object({ at: Moment, by: z.string(), reason: z.string() }).nullable(),
  /** Reason for shipping despite a hold; for staff. */
  despite_reason: z.string(),
  lines: z.array(ShipmentLine),
  can: z.object({ accept: z.boolean(), cancel: z.boolean() }),
})
export type Shipment = z.infer<typeof Shipment>

const SHIPMENTS = '/api/v1/shipments'
const ONE = `${SHIPMENTS}/:id`

export const shipmentRoutes = defineRoutes({
  ready: {
    method: 'GET',
    path: `${SHIPMENTS}/ready`,
    summary: 'Что готово к отгрузке, по рейсам и точкам',
    access: 'shipments:manage',
    query: z.strictObject({
      ...pageQuery,
      /** Part of the contractor's or the consignee's name. */
      q: text(100).optional(),
      zone_id: PathId.optional(),
    }),
    reply: listOf(ReadyGroup),
  },
  readyLines: {
    method: 'GET',
    path: `${SHIPMENTS}/ready/lines`,
    summary: 'Строки, которые готовы к отгрузке на точки, и те, что ещё придут',
    access: 'shipments:manage',
    query: z.strictObject({ groups: ReadyPairs }),
    reply: z.object({ results: z.array(ReadyLine), has_more: z.boolean() }),
  },
  preview: {
    method: 'POST',
    path: `${SHIPMENTS}/preview`,
    summary: 'Какие отгрузки получатся из выбранных количеств; ничего не меняет',
    access: 'shipments:manage',
    body: ShipReady,
    reply: ShipmentPlan,
  },
  ship: {
    method: 'POST',
    path: SHIPMENTS,
    summary: 'Отгрузить выбранное: по одной отгрузке на договор и грузополучателя',
    access: 'shipments:manage',
    body: ShipReady,
    reply: z.object({
      shipments: z.array(z.object({ id: Id, number: z.string(), consignee: z.string(), total_kop: Kop })),
    }),
    status: 201,
    idempotent: true,
  },
  list: {
    method: 'GET',
    path: SHIPMENTS,
    summary: 'Отгрузки',
    access: 'shipments:read',
    query: z.strictObject({
      ...pageQuery,
      /** Number or its tail. */
      q: text(50).optional(),
      state: ShipmentState.optional(),
      consignee: PathId.optional(),
      /** Company for staff; a client always reads the shipments of the current company. */
      contractor_id: PathId.optional(),
      from: Day.optional(),
      to: Day.optional(),
    }),
    reply: listOf(ShipmentItem),
  },
  get: {
    method: 'GET',
    path: ONE,
    summary: 'Отгрузка со строками',
    access: 'shipments:read',
    params: IdParams,
    reply: Shipment,
  },
  packingList: {
    method: 'GET',
    path: `${ONE}/packing-list`,
    summary: 'Комплектовочная ведомость: что и сколько в отгрузке, без цен (PDF)',
    access: 'shipments:read',
    params: IdParams,
    reply: FILE,
  },
  labels: {
    method: 'GET',
    path: `${ONE}/labels`,
    summary: 'Этикетки на места отгрузки, с QR для приёмки (PDF)',
    access: 'shipments:manage',
    params: IdParams,
    query: LabelsQuery,
    reply: FILE,
  },
  accept: {
    method: 'POST',
    path: `${ONE}/accept`,
    summary: '«Всё верно»: товар получен',
    access: 'shipments:accept',
    params: IdParams,
    reply: Empty,
    idempotent: true,
  },
  cancel: {
    method: 'POST',
    path: `${ONE}/cancel`,
    summary: 'Отменить отгрузку в её день, пока она не получена: номер остаётся за ней, товар возвращается',
    access: 'shipments:manage',
    params: IdParams,
    body: Reason,
    example: { reason: 'Любая' },
    reply: Empty,
    idempotent: true,
  },
})
