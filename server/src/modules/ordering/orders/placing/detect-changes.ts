import { seesPrices } from '../../../../platform/access/index.ts'
import type { LineDifference } from '@artikul/contract/core/errors'
import { formatQty } from '@artikul/contract/core/money'
import type { PlaceOrder } from '@artikul/contract/ordering/orders/orders'
import type { Tolerance } from '@artikul/contract/companies/tolerance'
import { AppError } from '../../../../platform/errors.ts'
import { findDifference, withoutSums, worseOf, type Buyer, type CartLineRow, type Worse } from '../../cart/index.ts'
import type { PricedOffer } from '../../../pricing/index.ts'

const LINE_GONE = 'Строки уже нет в корзине: её мог оформить, перенести или убрать другой сотрудник. Обновите страницу'

/**
 * Requires that the point, note, comment and replacement of each line are unchanged; differences do not cover these
 * fields.
 */
function requireUnchanged(shownLines: PlaceOrder['lines'], byId: ReadonlyMap<number, CartLineRow>) {
  for (const { cart_line_id: id, version } of shownLines) {
    const row = byId.get(id)
    if (!row || version === undefined || row.version === version) continue
    const who = row.writer_name ?? row.author_name
    throw new AppError('cart.line_changed', {
      detail: `${row.brand} ${row.article}: строку только что изменили (${who}). Проверьте заказ: ниже уже новые данные`,
    })
  }
}

/** Cart line with its current offer. */
export interface LineWithOffer {
  line: CartLineRow
  priced: PricedOffer
}

/**
 * Requires an offer for every line; goods that are gone are reported line by line, before any other difference.
 * @throws AppError `order.changed`
 */
export function requirePriced(
  rows: CartLineRow[],
  priced: ReadonlyMap<number, PricedOffer>,
  buyer: Buyer,
): LineWithOffer[] {
  const differences: LineDifference[] = []
  const lines: LineWithOffer[] = []
  for (const line of rows) {
    const offer = priced.get(line.id)
    const missing = offer ? null : findDifference(line, null)
    if (offer) lines.push({ line, priced: offer })
    if (missing) differences.push(seesPrices(buyer) ? missing : withoutSums(missing))
  }
  if (differences.length > 0) throw new AppError('order.changed', { differences })
  return lines
}

/** Line that may be ordered, with its rise in price and its delay since it was shown. */
export interface ComparedLine extends LineWithOffer {
  acceptedChange: Worse
}

/**
 * Compares the shown lines with the current ones under the locks of lines and offers; changes within the company's
 * tolerance are accepted. A reader without access to prices cannot submit one either, because trial and error would
 * reveal it.
 * @throws AppError `order.changed` with every difference, `not_found` for a line that is not in the cart,
 * `cart.line_changed` for one that was changed since it was shown
 */
export function compareShown(
  shownLines: PlaceOrder['lines'],
  rows: CartLineRow[],
  priced: ReadonlyMap<number, PricedOffer>,
  { buyer, tolerance }: { buyer: Buyer; tolerance: Tolerance },
): ComparedLine[] {
  const isPriced = seesPrices(buyer)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const differences: LineDifference[] = []
  const lines: ComparedLine[] = []
  const left = new Map<number, number>()
  for (const shown of shownLines) {
    const row = byId.get(shown.cart_line_id)
    if (!row) throw new AppError('not_found', { detail: LINE_GONE })
    const offer = priced.get(row.id)
    const available = offer && (left.get(offer.offer.id) ?? offer.available)
    const now = offer && available !== undefined ? { ...offer, available } : null
    const price = (isPriced ? shown.price_kop : null) ?? row.price_kop
    const seen = { ...row, ...shown, price_kop: price, id: row.id }
    const found = row.qty === shown.qty ? findDifference(seen, now, tolerance) : changedQty(row, shown.qty)
    if (found) differences.push(isPriced ? found : withoutSums(found))
    if (!offer || available === undefined) continue
    // Two lines of the same goods (for two points) share the remaining stock.
    left.set(offer.offer.id, available - row.qty)
    lines.push({ line: row, priced: offer, acceptedChange: worseOf(seen, offer) })
  }
  if (differences.length > 0) throw new AppError('order.changed', { differences })
  requireUnchanged(shownLines, byId)
  return lines
}

const changedQty = (row: CartLineRow, shown: number): LineDifference => ({
  cart_line_id: row.id,
  kind: 'stock',
  brand: row.brand,
  article: row.article,
  message: `Количество в корзине изменено: ${formatQty(shown)} → ${formatQty(row.qty)}`,
  old_price_kop: null,
  new_price_kop: null,
  old_date: null,
  new_date: null,
  asked_qty: shown,
  available_qty: row.qty,
})
