import type { Difference } from '@artikul/contract/errors'
import { formatMoney, formatQty } from '@artikul/contract/money'
import type { PricedOffer } from '../pricing/index.ts'

/** What a line is worth today. */
export interface PricedLine extends PricedOffer {
  /** Why the price that was promised for it does not stand. */
  ordinaryBecause?: string | undefined
}

/** A line as its buyer saw it last. */
export interface ShownLine {
  id: number
  brand: string
  article: string
  qty: number
  price_kop: number
  expected_date: string
}

const shortDay = (day: string) => `${day.slice(8, 10)}.${day.slice(5, 7)}`

function difference(line: ShownLine, now: PricedOffer | null, kind: Difference['kind'], message: string): Difference {
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
    available_qty: now?.available ?? null,
  }
}

/**
 * What stands between the line as shown and an order now: goods gone or short, a higher price, a later date. A lower
 * price and an earlier date are always taken and are no difference.
 */
export function findDifference(line: ShownLine, now: PricedLine | null): Difference | null {
  if (!now || (now.available <= 0 && now.offer.qty_exact))
    return difference(line, null, 'gone', 'Предложение больше не действует')
  if (now.offer.qty_exact && line.qty > now.available)
    return difference(line, now, 'stock', `Осталось ${formatQty(now.available)}, в корзине ${formatQty(line.qty)}`)
  if (now.offer.price_kop > line.price_kop)
    return difference(
      line,
      now,
      'price',
      `${now.ordinaryBecause ?? 'Цена выросла'}: ${formatMoney(line.price_kop)} → ${formatMoney(now.offer.price_kop)} ₽`,
    )
  if (now.offer.expected_date > line.expected_date)
    return difference(
      line,
      now,
      'date',
      `Срок сдвинулся: ${shortDay(line.expected_date)} → ${shortDay(now.offer.expected_date)}`,
    )
  return null
}

/** For whom prices are hidden: that it rose is all he learns. */
export const withoutSums = (found: Difference): Difference => ({
  ...found,
  message: found.kind === 'price' ? 'Цена выросла' : found.message,
  old_price_kop: null,
  new_price_kop: null,
})
