import { companyScopeOf, type CompanyScope } from '../../../platform/access/index.ts'
import type { AddedLine, AddToCart, CartLinePatch } from '@artikul/contract/ordering/cart'
import { formatQty, toThousandths } from '@artikul/contract/core/money'
import { ONE_BY_ONE, roundedDown, roundToSaleStep } from '@artikul/contract/catalog/sale-step'
import { unitText } from '@artikul/contract/core/units'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import { brokenConstraint } from '../../../platform/db/broken-constraint.ts'
import { pipelined } from '../../../platform/db/pipelined.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { isOnBehalf, type Actor, type Author, type Writer } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { ownsConsignee, selectPoint } from '../../companies/index.ts'
import { selectOfferPair, selectOffersOfPairs } from '../../catalog/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import type { Pricing } from '../../pricing/index.ts'
import type { PricedLine } from './cart-differences.ts'
import * as queries from './cart.queries.ts'
import type { CartLineRow } from './cart.queries.ts'
import { readSpecials, type SpecialLine } from './special-prices.ts'
import { lockCurrentCart } from './current-cart.queries.ts'
import { removeCartLines } from './removed-lines.queries.ts'

export interface CartDeps {
  clock: Clock
  mailer: Mailer
  pricing: Pricing
  /** Stores a supplier's online offer as a regular offer; suppliers are a layer above the cart. */
  takeOffer: (tx: Transaction<DB>, reference: string, contractorId: number) => Promise<OfferPair>
}

type OfferPair = Pick<GoodsToAdd, 'product_id' | 'warehouse_id'>

/** Buyer: the user of the company plus the actor, who differs during impersonation. */
export interface Buyer extends CompanyScope, Writer {}

export const buyerOf = (actor: Actor): Buyer => ({
  ...companyScopeOf(actor),
  actorId: actor.userId,
  subjectId: actor.subjectId,
  apiKey: actor.key?.name,
})

/**
 * Prices cart lines by line id, with dates for the zone of each line's point; lines whose goods are gone are absent.
 */
export async function priceLines(
  db: Db,
  pricing: Pricing,
  contractorId: number,
  lines: (Pick<CartLineRow, 'product_id' | 'warehouse_id' | 'zone_id'> & SpecialLine)[],
  lock = false,
): Promise<Map<number, PricedLine>> {
  const nameOf = (pair: { product_id: number; warehouse_id: number }) => `${pair.product_id} ${pair.warehouse_id}`
  const pairs = [...new Map(lines.map((line) => [nameOf(line), line])).values()]
  const specials = await readSpecials(db, lines, lock)
  const [quote, offers] = await Promise.all([pricing(contractorId), selectOffersOfPairs(db, pairs, lock)])
  const byPair = new Map(offers.map((row) => [nameOf(row), row]))
  const priced = new Map<number, PricedLine>()
  for (const line of lines) {
    const row = byPair.get(nameOf(line))
    const special = specials.get(line.id)
    const offer = row ? quote(row, line.zone_id, { qty: line.qty, special: special?.price, isChosen: true }) : null
    if (offer)
      priced.set(line.id, { ...offer, ordinaryBecause: offer.specialUntil === null ? special?.otherwise : undefined })
  }
  return priced
}

export const consigneeNotFound = () => new AppError('not_found', { detail: 'Грузополучатель не найден' })

/** Requires a consignee of the company that is available to the person; any other is reported as not found. */
export async function requireOwnConsignee(db: Db, member: CompanyScope, consigneeId: number | null | undefined) {
  if (consigneeId === null || consigneeId === undefined) return
  if (!(await ownsConsignee(db, member, consigneeId))) throw consigneeNotFound()
}

/**
 * Adds an offer to the cart; the same goods for the same point raise the quantity of the existing line.
 * @throws AppError `offer.gone`, `offer.outdated`, `cart.line_limit_reached`, `not_found` for another company's consignee
 * or vehicle
 */
export async function addToCart(
  db: Kysely<DB>,
  buyer: Buyer,
  { pricing, takeOffer }: Pick<CartDeps, 'pricing' | 'takeOffer'>,
  { offer_id: offerId, reference, ...input }: AddToCart,
): Promise<AddedLine> {
  await requireOwnConsignee(db, buyer, input.consignee_id)
  return db.transaction().execute(async (tx) => {
    const pair = await (reference === undefined
      ? selectOfferPair(tx, offerId ?? 0)
      : takeOffer(tx, reference, buyer.contractorId))
    if (!pair) throw new AppError('offer.gone')
    return putIntoCart(tx, buyer, pricing, { ...input, ...pair })
  })
}

/** Goods of a warehouse to add to the cart, optionally at the price of an answer to a quote request. */
export interface GoodsToAdd extends Omit<AddToCart, 'offer_id' | 'reference'> {
  product_id: number
  warehouse_id: number
  answer_id?: number
  /** Refused order line that the goods replace. */
  replaces_line_id?: number
  comment?: string
  /** Locked draft of a manager, used instead of the person's current cart. */
  draft_id?: number
}

/** Goods, note and references of a line, which together distinguish it from others at the same point. */
const lineOf = (input: GoodsToAdd) => ({
  product_id: input.product_id,
  warehouse_id: input.warehouse_id,
  client_ref: input.client_ref ?? '',
  vehicle_id: input.vehicle_id ?? null,
  answer_id: input.answer_id ?? null,
  replaces_line_id: input.replaces_line_id ?? null,
})

/**
 * `addToCart` within a transaction, for goods that are already known.
 * @throws AppError `offer.gone`, `cart.line_limit_reached`
 */
export async function putIntoCart(
  tx: Transaction<DB>,
  buyer: Buyer,
  pricing: Pricing,
  input: GoodsToAdd,
): Promise<AddedLine> {
  const { contractorId } = buyer
  const [cartId, point] = await pipelined(tx, (db) =>
    Promise.all([
      input.draft_id ?? lockCurrentCart(db, buyer),
      selectPoint(db, buyer, input.consignee_id ?? undefined),
    ]),
  )
  const zone_id = point?.zone_id ?? null
  const goods = { ...lineOf(input), id: 0, zone_id, qty: input.qty }
  const place = { ...lineOf(input), consignee_id: point?.id ?? null }
  const [prices, twin, { lines, shown }] = await pipelined(tx, (db) =>
    Promise.all([
      priceLines(db, pricing, contractorId, [goods]),
      queries.selectTwin(db, cartId, place),
      queries.countCartLines(db, buyer, cartId),
    ]),
  )
  const priced = prices.get(0)
  if (!priced) throw new AppError('offer.gone')
  if (!twin && lines >= queries.MAX_LINES) throw new AppError('cart.line_limit_reached')
  const { qty, message } = roundToSaleStep(
    (toThousandths(input.qty) + toThousandths(twin?.qty ?? 0)) / 1000,
    priced.offer,
  )
  const text = joinMessages(message, shortageOf(priced, qty))
  const { expected_date, guaranteed_date, price_kop, return_days } = priced.offer
  if (twin) {
    await queries.updateCartLine(tx, buyer, twin.id, { qty })
    return { line_id: twin.id, qty, message: text, cart_lines: shown }
  }
  const inserted = queries.insertCartLine(tx, {
    ...place,
    comment: input.comment ?? '',
    cart_id: cartId,
    is_draft: input.draft_id !== undefined,
    contractor_id: contractorId,
    qty,
    price_kop,
    return_days,
    expected_date,
    guaranteed_date,
    actor_id: buyer.actorId,
    subject_id: buyer.subjectId,
    added_by: buyer.actorId,
  })
  const line = await inserted.catch(rethrowForeignVehicle)
  return { line_id: line.id, qty, message: text, cart_lines: shown + 1 }
}

/** Translates a reference to a vehicle that the company does not have. */
function rethrowForeignVehicle(error: unknown): never {
  if (brokenConstraint(error) !== 'cart_lines_vehicle_of_contractor') throw error
  throw new AppError('vehicle.gone')
}

/** Joins the messages about a line; null when there are none. */
export const joinMessages = (...messages: (string | null)[]) => messages.filter(Boolean).join('. ') || null

/** Warns about a missing quantity, for which the order would be refused. */
export function shortageOf({ offer, available }: Pick<PricedLine, 'offer' | 'available'>, qty: number): string | null {
  if (!offer.qty_exact || qty <= available) return null
  const most = roundedDown(available, offer)
  if (most > 0) return `В наличии ${formatQty(most)}: уменьшите количество или доберите на другом складе`
  const step = offer.min_qty === undefined ? 'продаётся по' : 'минимальный заказ'
  return `В наличии ${formatQty(available)}, ${step} ${formatQty(offer.min_qty ?? offer.multiplicity)}: выберите другое предложение`
}

const lineNotFound = () => new AppError('not_found', { detail: 'Строка корзины не найдена' })

/** Returns the fields of the patch that differ from the line. */
const changesOf = (line: CartLineRow, patch: CartLinePatch): CartLinePatch =>
  Object.fromEntries(
    Object.entries(patch).filter(([name, value]) => value !== undefined && value !== line[name as keyof CartLinePatch]),
  )

/**
 * Recalculates the promised dates for a new point: the user who has just chosen it sees the dates and needs no warning
 * later.
 */
export async function promiseAnew(
  db: Db,
  member: CompanyScope,
  pricing: Pricing,
  of: { ids: number[] } | { cartId: number },
) {
  const lines = await queries.selectCartLines(db, member, of)
  const priced = await priceLines(db, pricing, member.contractorId, lines)
  const dates = lines.flatMap(({ id }) => {
    const offer = priced.get(id)?.offer
    return offer ? [{ id, expected_date: offer.expected_date, guaranteed_date: offer.guaranteed_date }] : []
  })
  await queries.updateDates(db, member.contractorId, dates)
}

/**
 * Recalculates the price for a smaller quantity, which may cost more per unit: the user sees it at once and needs no
 * warning later. Undefined when the price shown still applies or rose for another reason.
 */
async function priceOfFewer(
  db: Db,
  { contractorId }: Buyer,
  pricing: Pricing,
  line: CartLineRow,
  before: PricedLine | undefined,
  qty: number,
): Promise<number | undefined> {
  if (!before || qty >= line.qty || before.offer.price_kop > line.price_kop) return undefined
  const now = (await priceLines(db, pricing, contractorId, [{ ...line, qty }])).get(line.id)
  return now && now.offer.price_kop > line.price_kop ? now.offer.price_kop : undefined
}

/**
 * Refuses a change of a line that is gone or was changed by another person, naming that person and the current
 * quantity.
 */
async function refuseChange(db: Db, buyer: Buyer, id: number): Promise<never> {
  const [line] = await queries.selectCartLines(db, buyer, { ids: [id] })
  if (!line) throw lineNotFound()
  const now = `сейчас ${formatQty(line.qty)} ${unitText(line.unit)}`
  throw new AppError('cart.line_changed', {
    detail: `${line.brand} ${line.article}: строку только что изменили (${line.writer_name ?? line.author_name}), ${now}. Проверьте и повторите`,
  })
}

/**
 * Updates a line; the quantity is rounded up to one that is sold.
 * @throws AppError `not_found` for another company's line or consignee, `cart.line_changed` when another person has
 * changed the line since it was shown
 */
export async function changeCartLine(
  db: Db,
  buyer: Buyer,
  pricing: Pricing,
  id: number,
  { version, ...patch }: CartLinePatch,
) {
  await requireOwnConsignee(db, buyer, patch.consignee_id)
  const [line] = await queries.selectCartLines(db, buyer, { ids: [id] })
  if (!line) throw lineNotFound()
  let rounded: { qty: number; message: string | null } = { qty: line.qty, message: null }
  let priceKop: number | undefined
  if (patch.qty !== undefined) {
    const priced = (await priceLines(db, pricing, buyer.contractorId, [line])).get(id)
    rounded = roundToSaleStep(patch.qty, priced?.offer ?? ONE_BY_ONE)
    rounded.message = joinMessages(rounded.message, priced ? shortageOf(priced, rounded.qty) : null)
    priceKop = await priceOfFewer(db, buyer, pricing, line, priced, rounded.qty)
  }
  const changes = {
    ...changesOf(line, { ...patch, qty: rounded.qty }),
    ...(priceKop !== undefined && { price_kop: priceKop }),
    ...(patch.client_ref !== undefined &&
      line.vehicle_id !== null && { vehicle_id: queries.vehicleIn(patch.client_ref) }),
  }
  const isDone =
    Object.keys(changes).length === 0 || (await queries.updateCartLine(db, buyer, id, { ...changes, version }))
  if (!isDone) await refuseChange(db, buyer, id)
  if (changes.consignee_id !== undefined) await promiseAnew(db, buyer, pricing, { ids: [id] })
  return rounded
}

/**
 * Deletes lines, keeping them for undoing; a deletion by a manager on behalf of the client is recorded in the journal.
 * @returns ids of the removed lines; lines that are gone already are skipped
 */
export async function removeLines(
  db: Kysely<DB>,
  buyer: Buyer,
  author: Author,
  { ids, now }: { ids: readonly number[]; now: Date },
): Promise<number[]> {
  return db.transaction().execute(async (tx) => {
    await queries.lockCartLines(tx, buyer, [...ids])
    const lines = await queries.selectCartLines(tx, buyer, { ids: [...ids] })
    const removed = await removeCartLines(
      tx,
      buyer,
      lines.map(({ id }) => id),
      now,
    )
    if (isOnBehalf(author))
      for (const line of lines) {
        const object = `${line.brand} ${line.article}, ${formatQty(line.qty)} ${line.unit}`
        await recordEvent(tx, author, { event: 'cart.line_removed_on_behalf', object })
      }
    return removed
  })
}

/**
 * Deletes one line as `removeLines`.
 * @throws AppError `not_found` for another company's line
 */
export async function removeLine(db: Kysely<DB>, buyer: Buyer, author: Author, one: { id: number; now: Date }) {
  const removed = await removeLines(db, buyer, author, { ids: [one.id], now: one.now })
  if (removed.length === 0) throw lineNotFound()
}
