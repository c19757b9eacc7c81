import type { LineDifference } from '@artikul/contract/core/errors'
import { formatMoney, formatQty } from '@artikul/contract/core/money'
import { roundedDown, roundedUp, roundingReason } from '@artikul/contract/catalog/sale-step'
import {
  daysLater,
  isDayWithin,
  isPriceWithin,
  NO_TOLERANCE,
  type Tolerance,
} from '@artikul/contract/companies/tolerance'
import type { PricedOffer } from '../../pricing/index.ts'

/** Line at its current price, stock and dates. */
export interface PricedLine extends PricedOffer {
  /** Reason why the promised price no longer applies. */
  ordinaryBecause?: string | undefined
}

/** Line as its buyer saw it last. */
export interface ShownLine {
  id: number
  brand: string
  article: string
  qty: number
  price_kop: number
  expected_date: string
}

const shortDay = (day: string) => `${day.slice(8, 10)}.${day.slice(5, 7)}`

function difference(
  line: ShownLine,
  now: PricedOffer | null,
  kind: LineDifference['kind'],
  message: string,
): LineDifference {
  return {
    cart_line_id: line.id,
    kind,
    brand: line.brand,
    article: line.article,
    message,
    old_price_kop: line.price_kop,
    new_price_kop: now?.offer.price_kop ?? null,
    old_date: line.expected_date,
    new_date: now?.offer.expected_date ?? null,
    asked_qty: line.qty,
    available_qty: now && roundedDown(now.available, now.offer),
  }
}

/**
 * Finds the difference that prevents an order of the line as shown: goods gone or short, a quantity that is no longer
 * sold, a higher price, a later date.
 * A lower price and an earlier date are always accepted and are no difference; neither is a change within the
 * tolerance.
 */
export function findDifference(
  line: ShownLine,
  now: PricedLine | null,
  tolerance: Tolerance = NO_TOLERANCE,
): LineDifference | null {
  if (!now || (now.available <= 0 && now.offer.qty_exact))
    return difference(line, null, 'gone', 'Предложение больше не действует')
  if (now.offer.qty_exact && line.qty > now.available)
    return difference(line, now, 'stock', `Осталось ${formatQty(now.available)}, нужно ${formatQty(line.qty)}`)
  const sold = roundedUp(line.qty, now.offer)
  if (now.offer.qty_exact && sold > now.available)
    return difference(
      line,
      now,
      'stock',
      `${roundingReason(line.qty, now.offer)}, осталось ${formatQty(now.available)}`,
    )
  if (sold > line.qty)
    return {
      ...difference(
        line,
        now,
        'multiplicity',
        `${roundingReason(line.qty, now.offer)}, в корзине ${formatQty(line.qty)}`,
      ),
      available_qty: sold,
    }
  if (!isPriceWithin(tolerance, line.price_kop, now.offer.price_kop))
    return difference(
      line,
      now,
      'price',
      `${now.ordinaryBecause ?? 'Цена выросла'}: ${formatMoney(line.price_kop)} → ${formatMoney(now.offer.price_kop)} ₽`,
    )
  if (!isDayWithin(tolerance, line.expected_date, now.offer.expected_date))
    return difference(
      line,
      now,
      'date',
      `Срок сдвинулся: ${shortDay(line.expected_date)} → ${shortDay(now.offer.expected_date)}`,
    )
  return null
}

/** Rise of the unit price and delay in days against the line as shown. */
export interface Worse {
  rise_kop: number
  delay_days: number
}

export const worseOf = (
  shown: Pick<ShownLine, 'price_kop' | 'expected_date'>,
  { offer }: Pick<PricedOffer, 'offer'>,
): Worse => ({
  rise_kop: Math.max(0, offer.price_kop - shown.price_kop),
  delay_days: Math.max(0, daysLater(shown.expected_date, offer.expected_date)),
})

/** Removes the sums from a difference for readers without access to prices, who learn only that the price rose. */
export const withoutSums = (found: LineDifference): LineDifference => ({
  ...found,
  message: found.kind === 'price' ? 'Цена выросла' : found.message,
  old_price_kop: null,
  new_price_kop: null,
})
