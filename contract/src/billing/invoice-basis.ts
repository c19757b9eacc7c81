import { z } from 'zod'
import { Id, Kop, Qty, requiredText, text } from '../core/fields.ts'

/** Limits of one invoice: lines of goods, orders, shipments. */
export const MAX_INVOICE_LINES = 500
export const MAX_INVOICE_ORDERS = 50
export const MAX_INVOICE_SHIPMENTS = 100
/** One billion roubles: a larger sum is a typing error. */
export const MAX_INVOICE_KOP = 100_000_000_000

const Sum = Kop.min(1, 'Укажите сумму больше нуля').max(MAX_INVOICE_KOP, 'Не больше 1 000 000 000 ₽')
const once = (ids: readonly number[]) => new Set(ids).size === ids.length

/** Catalogue goods at the contractor's own price at the moment of issue. */
const CatalogueLine = z.strictObject({
  offer_id: Id,
  qty: Qty,
  /** Price with VAT set by staff only; `null` for the contractor's own price. */
  price_kop: Sum.nullable(),
})
/** Line typed by staff. */
const TypedLine = z.strictObject({
  offer_id: z.null(),
  name: requiredText(300),
  unit: requiredText(10),
  qty: Qty,
  /** With VAT. */
  price_kop: Sum,
})
export const InvoiceBasisLine = z.union([CatalogueLine, TypedLine])
export type InvoiceBasisLine = z.infer<typeof InvoiceBasisLine>

/**
 * Contents of an invoice before it is issued. The contract determines the seller, its account and the VAT rate; the
 * server computes sums of orders and shipments and catalogue prices.
 */
export const InvoiceBasis = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('advance'),
    contract_id: Id,
    sum_kop: Sum,
    /** Printed after «Аванс по договору …»; may be empty. */
    purpose: text(200),
  }),
  z.strictObject({
    kind: z.literal('orders'),
    contract_id: Id,
    order_ids: z
      .array(Id)
      .min(1, 'Выберите заказы')
      .max(MAX_INVOICE_ORDERS, `В одном счёте не больше ${MAX_INVOICE_ORDERS} заказов`)
      .refine(once, 'Заказ повторяется'),
  }),
  z.strictObject({
    kind: z.literal('shipments'),
    contract_id: Id,
    shipment_ids: z
      .array(Id)
      .min(1, 'Выберите отгрузки')
      .max(MAX_INVOICE_SHIPMENTS, `В одном счёте не больше ${MAX_INVOICE_SHIPMENTS} отгрузок`)
      .refine(once, 'Отгрузка повторяется'),
  }),
  z.strictObject({
    kind: z.literal('goods'),
    contract_id: Id,
    lines: z
      .array(InvoiceBasisLine)
      .min(1, 'Добавьте товары')
      .max(MAX_INVOICE_LINES, `В одном счёте не больше ${MAX_INVOICE_LINES} строк`),
  }),
])
export type InvoiceBasis = z.infer<typeof InvoiceBasis>
