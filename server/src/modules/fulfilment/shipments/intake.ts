import { accessScopeOf, seesPrices } from '../../../platform/access/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/index.ts'
import {
  selectIntakeGoods,
  selectIntakeParties,
  selectPrepayments,
  type IntakeParties,
  type PaymentOrder,
} from './intake.queries.ts'
import { readShipment } from './shipments.ts'

/** Line for the buyer's accounting. Sums are in kopecks and include VAT. */
export interface IntakeLine {
  position: number
  product_code: string
  article: string
  brand: string
  name: string
  own_code: string
  client_ref: string
  order_number: string
  client_number: string
  unit: string
  qty: number
  price_kop: number
  /** `22`, `10`, `none`… */
  vat_rate: string
  vat_kop: number
  sum_kop: number
  country: string
  gtd: string
  /** GS1 code with a valid check digit, or an empty text. */
  gtin: string
}

export interface Intake extends IntakeParties {
  id: number
  number: string
  shipped_on: string
  made_at: Date
  seller: string
  buyer: string
  consignee: string
  consignee_address: string
  /** Payments that were made before the shipment for its orders. */
  prepayments: PaymentOrder[]
  lines: IntakeLine[]
}

/**
 * Validates GTIN-8, -12, -13 or -14: the last digit completes the weighted sum of the others (GS1 General
 * Specifications 7.9).
 */
export function gtinOf(barcode: string | null): string {
  if (barcode === null || !/^(?:\d{8}|\d{12,14})$/.test(barcode)) return ''
  const sum = Array.from(barcode)
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0 ? barcode : ''
}

const NOTHING = 'Товар этой отгрузки уже стоит в документах первой: в учёт она не загружается'

/**
 * «Поступление товаров»: reads a shipment for import into the buyer's own 1С. Goods delivered again under a claim were
 * billed by the document of the first shipment and are left out.
 * @throws AppError `not_found`, `section.hidden` without access to prices, `shipment.invalid_state` for a shipment that was
 * cancelled or contains nothing to import
 */
export async function readIntake(db: Db, clock: Clock, actor: Actor, id: number): Promise<Intake> {
  if (!seesPrices(accessScopeOf(actor))) throw new AppError('section.hidden')
  const shipment = await readShipment(db, clock, actor, id)
  if (shipment.cancelled)
    throw new AppError('shipment.invalid_state', { detail: 'Отгрузка отменена: загружать в учёт нечего' })
  const [parties, goods, prepayments] = await Promise.all([
    selectIntakeParties(db, id),
    selectIntakeGoods(db, id),
    selectPrepayments(db, id),
  ])
  const lines = shipment.lines.flatMap((line): IntakeLine[] => {
    const more = goods.get(line.id)
    if (!more || line.claim?.outcome === 'resupply') return []
    return [
      {
        ...line,
        own_code: more.own_code ?? '',
        price_kop: line.price_kop ?? 0,
        vat_rate: more.vat_rate,
        vat_kop: line.vat_kop ?? 0,
        sum_kop: line.sum_kop ?? 0,
        country: more.country ?? '',
        gtd: more.gtd ?? '',
        gtin: gtinOf(line.barcode),
      },
    ]
  })
  if (lines.length === 0) throw new AppError('shipment.invalid_state', { detail: NOTHING })
  return {
    ...parties,
    id,
    number: shipment.number,
    shipped_on: shipment.shipped_on,
    made_at: new Date(shipment.made_at),
    seller: shipment.seller,
    buyer: shipment.contractor,
    consignee: shipment.consignee,
    consignee_address: shipment.consignee_address,
    prepayments,
    lines,
  }
}
