import { accessScopeOf, seesPrices } from '../../../platform/access/index.ts'
import { lineSumKop, toThousandths } from '@artikul/contract/core/money'
import { isDropped, type Order } from '@artikul/contract/ordering/orders/orders'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/index.ts'
import type { DrawPdf } from '../../../platform/files/pdf-pool.ts'
import { getOrder } from './read-orders.ts'

const SPECIFICATION = new URL('specification-pdf.ts', import.meta.url)

type Named = 'number' | 'client_number' | 'seller' | 'contractor' | 'contract' | 'consignee' | 'consignee_address'

/** Printed fields of an order; sums in kopecks. */
export interface Specification extends Pick<Order, Named> {
  /** Day on which the order was placed. */
  day: string
  total_kop: number
  vat_kop: number
  lines: (Pick<
    Order['lines'][number],
    'brand' | 'article' | 'name' | 'unit' | 'vat_label' | 'client_ref' | 'expected_date'
  > & { qty: number; price_kop: number; sum_kop: number })[]
}

/** Returns the lines without refused or cancelled quantities, so that the sums cover the remaining goods only. */
function livingOf({ lines }: Order): Specification['lines'] {
  return lines.flatMap((line) => {
    const living = line.parts.reduce((sum, { state, qty }) => sum + (isDropped(state) ? 0 : toThousandths(qty)), 0)
    const price = line.price_kop ?? 0
    if (living === 0) return []
    return [{ ...line, qty: living / 1000, price_kop: price, sum_kop: lineSumKop(price, living) }]
  })
}

/**
 * Draws the «Спецификация» of an order as a PDF.
 * @throws AppError `not_found`, `section.hidden` without access to prices, `order.nothing_left` for an order without
 * remaining goods
 */
export async function drawSpecification(
  db: Db,
  { clock, drawPdf }: { clock: Clock; drawPdf: DrawPdf },
  actor: Actor,
  id: number,
) {
  const reader = accessScopeOf(actor)
  if (!seesPrices(reader)) throw new AppError('section.hidden')
  const order = await getOrder(db, { reader, actor, now: clock.now() }, id)
  const lines = livingOf(order)
  if (lines.length === 0) throw new AppError('order.nothing_left')
  const facts: Specification = {
    ...order,
    day: moscowDate(new Date(order.created_at)),
    total_kop: lines.reduce((sum, line) => sum + line.sum_kop, 0),
    vat_kop: order.vat_kop ?? 0,
    lines,
  }
  return {
    bytes: await drawPdf(SPECIFICATION, facts),
    type: 'application/pdf',
    name: `Спецификация заказа ${order.number}.pdf`,
  }
}
