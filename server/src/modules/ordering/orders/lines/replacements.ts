import type { AccessScope } from '../../../../platform/access/index.ts'
import { formatQty, toThousandths } from '@artikul/contract/core/money'
import type { LinkedLine } from '@artikul/contract/ordering/orders/linked-line'
import type { PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import type { OrderReplacement } from '@artikul/contract/ordering/orders/replacements'
import type { Transaction } from 'kysely'
import { moscowDate } from '../../../../platform/clock.ts'
import { brokenConstraint } from '../../../../platform/db/broken-constraint.ts'
import type { Db, DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { putIntoCart, type Buyer } from '../../cart/index.ts'
import { selectOfferPair } from '../../../catalog/index.ts'
import type { GoodsToRequery } from '../placing/requery-before-placing.ts'
import type { VerbalConfirmation } from '../placing/on-behalf.ts'
import { placeOrders, type OrderDeps } from '../placing/place-order.ts'
import { publishReplacementChains } from '../publish-orders.ts'
import { selectLinks, selectReplaced, type LinkRow, type ReplacedLine } from './replacements.queries.ts'

interface Links {
  replaces: LinkedLine | null
  replaced_by: LinkedLine[]
}
const NOTHING: Links = { replaces: null, replaced_by: [] }

const presentLink = (row: LinkRow): LinkedLine => ({
  line_id: row.line_id,
  order_id: row.order_id,
  order_number: row.order_number,
  brand: row.brand,
  article: row.article,
  qty: row.qty,
  refused_on: row.refused_at && moscowDate(row.refused_at),
})

/** Reads the links between replaced and replacing lines; empty for a line without any. */
export async function readLinks(db: Db, reader: AccessScope, lineIds: readonly number[]) {
  const linksOf = Map.groupBy(await selectLinks(db, reader, lineIds), ({ of_line: id }) => id)
  return (lineId: number): Links => {
    const links = linksOf.get(lineId)
    if (!links) return NOTHING
    const replaced = links.find((link) => !link.is_replaced)
    return {
      replaces: replaced ? presentLink(replaced) : null,
      replaced_by: links.filter((link) => link.is_replaced).map(presentLink),
    }
  }
}

/**
 * Translates the database error for ordering more than the refused quantity.
 * @throws AppError `order.not_replaceable`
 */
export async function limitToRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (brokenConstraint(error) !== 'order_lines_replace_refused') throw error
    throw new AppError('order.not_replaceable', {
      detail: 'Замену отказанной строки уже заказали. Уберите её из корзины и обновите страницу',
    })
  }
}

type ReplacementInput = Pick<OrderReplacement, 'offer_id' | 'qty'>

/**
 * Requires that the quantity does not exceed the refused one. Concurrent changes are caught by the table's trigger;
 * this check gives an early and readable error.
 */
function requireRefused({ brand, article, left, in_cart: inCart }: ReplacedLine, qty: number) {
  if (toThousandths(qty) + toThousandths(inCart) <= toThousandths(left)) return
  const words = left > 0 ? `осталось заменить ${formatQty(left)}` : 'заменять больше нечего'
  const waiting = inCart > 0 ? `, в корзине уже лежит ${formatQty(inCart)}` : ''
  throw new AppError('order.not_replaceable', { detail: `${brand} ${article}: ${words}${waiting}. Обновите страницу` })
}

/** Adds the goods to the cart with a link to the refused line, inheriting its point, note, vehicle and comment. */
async function putReplacement(
  tx: Transaction<DB>,
  buyer: Buyer,
  deps: OrderDeps,
  lineId: number,
  input: ReplacementInput,
) {
  const line = await selectReplaced(tx, buyer, lineId)
  if (!line) throw new AppError('not_found', { detail: 'Строка заказа не найдена' })
  const pair = await selectOfferPair(tx, input.offer_id)
  if (!pair) throw new AppError('offer.gone')
  const { consignee_id, client_ref, vehicle_id, comment } = line
  const place = { consignee_id, client_ref, comment, ...(vehicle_id !== null && { vehicle_id }) }
  const given = { ...pair, ...place, qty: input.qty, replaces_line_id: line.id }
  requireRefused(line, input.qty)
  return { line, added: await putIntoCart(tx, buyer, deps.pricing, given) }
}

/**
 * Adds a replacement to the cart; the link survives placing by any person. Other open windows of the order are
 * notified.
 * @throws AppError `not_found`, also for another company's line, `order.not_replaceable`, `offer.gone`, `cart.line_limit_reached`
 */
export async function replacementToCart(
  tx: Transaction<DB>,
  buyer: Buyer,
  deps: OrderDeps,
  lineId: number,
  input: ReplacementInput,
) {
  const { added } = await putReplacement(tx, buyer, deps, lineId, input)
  await publishReplacementChains(tx, buyer, [lineId], deps.clock.now())
  return added
}

interface Placing {
  lineId: number
  input: OrderReplacement
  toldBy: VerbalConfirmation
  unanswered: readonly GoodsToRequery[]
}

/**
 * Orders a replacement immediately through the regular placing; the rest of the cart stays unchanged.
 * @throws AppError as `replacementToCart` and `placeOrders`; `order.not_replaceable` also for the later of two
 * concurrent calls
 */
export async function orderReplacement(
  tx: Transaction<DB>,
  buyer: Buyer,
  deps: OrderDeps,
  { lineId, input, toldBy, unanswered }: Placing,
): Promise<PlacedOrder[]> {
  const { line, added } = await putReplacement(tx, buyer, deps, lineId, input)
  const { price_kop, expected_date } = input
  return limitToRefused(
    placeOrders(tx, buyer, deps, {
      lines: [{ cart_line_id: added.line_id, qty: added.qty, price_kop, expected_date }],
      client_number: line.client_number,
      comment: line.order_comment,
      confirmed_by: toldBy,
      unanswered,
    }),
  )
}
