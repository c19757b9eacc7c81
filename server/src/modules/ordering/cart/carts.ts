import { MAX_CARTS } from '@artikul/contract/ordering/carts'
import { toThousandths } from '@artikul/contract/core/money'
import type { Kysely, Transaction } from 'kysely'
import type { DB, Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { raiseQuantities } from './add-many.queries.ts'
import { countCartLines, MAX_LINES, selectCartLines } from './cart.queries.ts'
import type { Buyer } from './cart.ts'
import * as queries from './carts.queries.ts'
import type { LockedCartLine } from './carts.queries.ts'
import { requireMainCart } from './current-cart.queries.ts'
import { keepLinesOfCart, recordMoved } from './removed-lines.queries.ts'

export const cartNotFound = () => new AppError('not_found', { detail: 'Корзина не найдена: возможно, её удалили' })

/** @throws AppError `not_found` */
async function lockCart(tx: Db, { contractorId }: Buyer, id: number) {
  const [cart] = await queries.lockCarts(tx, contractorId, [id])
  if (!cart) throw cartNotFound()
  return cart
}

/** Locks the names of the company's carts, so that concurrent naming waits, and returns the ids of the carts. */
async function lockNames(tx: Db, buyer: Buyer): Promise<number[]> {
  await queries.lockCarts(tx, buyer.contractorId, [await requireMainCart(tx, buyer)])
  return queries.selectCartIds(tx, buyer.contractorId)
}

/**
 * Creates a cart and, when requested, makes it the person's current one.
 * @throws AppError `cart.name_taken`, `cart.limit_reached`
 */
export function createCart(
  db: Kysely<DB>,
  buyer: Buyer,
  { name, choose }: { name: string; choose: boolean },
): Promise<{ id: number }> {
  return db.transaction().execute(async (tx) => {
    const carts = await lockNames(tx, buyer)
    if (carts.length >= MAX_CARTS) throw new AppError('cart.limit_reached')
    const id = await queries.insertCart(tx, buyer, name)
    if (id === undefined) throw new AppError('cart.name_taken')
    if (choose) await queries.updateCurrentCart(tx, buyer, id)
    return { id }
  })
}

/** @throws AppError `not_found`, `cart.name_taken`, `cart.main_stays` */
export async function renameCart(db: Kysely<DB>, buyer: Buyer, id: number, name: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const carts = await lockNames(tx, buyer)
    if (!carts.includes(id)) throw cartNotFound()
    if (id === (await requireMainCart(tx, buyer))) throw new AppError('cart.main_stays')
    if (await queries.isCartNameUsed(tx, buyer.contractorId, id, name)) throw new AppError('cart.name_taken')
    await queries.updateCart(tx, buyer, id, { name })
  })
}

/**
 * Turns a manager's locked draft into one of the company's carts; a duplicate name gets a number.
 * @returns the final name of the cart
 * @throws AppError `cart.limit_reached`
 */
export async function turnDraftIntoCart(
  tx: Db,
  buyer: Buyer,
  draft: { id: number; name: string; message: string },
  now: Date,
): Promise<string> {
  const carts = await lockNames(tx, buyer)
  if (carts.length >= MAX_CARTS)
    throw new AppError('cart.limit_reached', { detail: 'У покупателя уже 50 корзин: попросите его удалить лишние' })
  const usedNames = new Set((await queries.selectCartNames(tx, buyer.contractorId)).map((name) => name.toLowerCase()))
  let name = draft.name
  for (let number = 2; usedNames.has(name.toLowerCase()); number += 1) name = `${draft.name.slice(0, 55)} (${number})`
  await queries.releaseDraftToCompany(tx, buyer, { ...draft, name }, now)
  return name
}

/**
 * Makes this cart the current one of the person on all their pages; other users keep their own choice.
 * @throws AppError `not_found`
 */
export function chooseCart(db: Kysely<DB>, buyer: Buyer, id: number): Promise<{ cart_lines: number }> {
  return db.transaction().execute(async (tx) => {
    await lockCart(tx, buyer, id)
    await queries.updateCurrentCart(tx, buyer, id)
    return { cart_lines: (await countCartLines(tx, buyer, id)).shown }
  })
}

/** Key of a line: lines with an equal key can be merged without losing any data. */
const nameOf = (line: LockedCartLine) =>
  JSON.stringify([
    line.product_id,
    line.warehouse_id,
    line.consignee_id,
    line.client_ref,
    line.vehicle_id,
    line.comment,
    line.replacement_policy,
    line.answer_id,
    line.replaces_line_id,
    // A line with its own promised price is never merged, because the price is limited to its quantity.
    line.special_kop === null ? null : line.id,
  ])

const sumOf = (a: number, b: number) => (toThousandths(a) + toThousandths(b)) / 1000

interface Taking {
  cartId: number
  lineIds: readonly number[]
  copy: boolean
}
interface Bringing extends Taking {
  /** Locked source carts; lines that were moved elsewhere meanwhile are skipped. */
  from: readonly number[]
}

/**
 * Moves or copies lines of locked carts into a locked cart; matching lines there get a larger quantity.
 * @returns the number of lines, and the merged ones with the line into which each went
 * @throws AppError `cart.line_limit_reached`
 */
async function bring(tx: Transaction<DB>, buyer: Buyer, { cartId, lineIds, copy, from }: Bringing) {
  const held = await queries.lockLinesAndCart(tx, buyer.contractorId, lineIds, cartId)
  const there = held.filter((line) => line.cart_id === cartId)
  const requestedLines = held.filter((line) => line.is_asked && line.cart_id !== cartId && from.includes(line.cart_id))
  const twins = new Map(there.map((line) => [nameOf(line), line]))
  const raised = new Map<number, number>()
  const [merged, brought] = [new Map<number, number>(), new Array<number>()]
  for (const line of requestedLines) {
    const twin = twins.get(nameOf(line))
    if (!twin) brought.push(line.id)
    else {
      merged.set(line.id, twin.id)
      raised.set(twin.id, sumOf(raised.get(twin.id) ?? twin.qty, line.qty))
    }
  }
  if (there.length + brought.length > MAX_LINES) throw new AppError('cart.line_limit_reached')
  await raiseQuantities(
    tx,
    [...raised].map(([id, qty]) => ({ id, qty })),
    buyer,
  )
  if (copy) await queries.copyLinesTo(tx, buyer, cartId, brought)
  else {
    await queries.moveLinesTo(tx, buyer, cartId, brought)
    await queries.deleteCartLines(tx, [...merged.keys()])
  }
  return { count: requestedLines.length, merged }
}

/**
 * Moves or copies lines of the company's other carts into this one.
 * @throws AppError `not_found` for another company's cart or line, or one of a point not available to the person;
 * `cart.line_limit_reached`
 */
export function moveLinesToCart(db: Kysely<DB>, buyer: Buyer, taking: Taking): Promise<{ taken: number }> {
  return db.transaction().execute(async (tx) => {
    const lineIds = [...new Set(taking.lineIds)]
    const sources = await queries.selectCartsOfLines(tx, buyer.contractorId, lineIds)
    const held = await queries.lockCarts(tx, buyer.contractorId, [taking.cartId, ...sources.map((one) => one.cart_id)])
    if (!held.some(({ id }) => id === taking.cartId)) throw cartNotFound()
    const seen = await selectCartLines(tx, buyer, { ids: lineIds })
    if (seen.length < lineIds.length)
      throw new AppError('not_found', { detail: 'Строки уже нет в корзине, обновите страницу' })
    const { count } = await bring(tx, buyer, { ...taking, lineIds, from: held.map(({ id }) => id) })
    return { taken: count }
  })
}

/**
 * Deletes a cart; all of its lines, regardless of their authors, move to «Основная».
 * @throws AppError `not_found`, `cart.main_stays`, `cart.line_limit_reached` when «Основная» has no room for the lines
 */
export function removeCart(db: Kysely<DB>, buyer: Buyer, id: number, now: Date): Promise<{ moved: number }> {
  return db.transaction().execute(async (tx) => {
    const mainId = await requireMainCart(tx, buyer)
    if (id === mainId) throw new AppError('cart.main_stays')
    const held = await queries.lockCarts(tx, buyer.contractorId, [mainId, id])
    if (!held.some((cart) => cart.id === id)) throw cartNotFound()
    const lineIds = await queries.selectCartLineIds(tx, id)
    await keepLinesOfCart(tx, buyer, id, now)
    const { count, merged } = await bring(tx, buyer, { cartId: mainId, lineIds, copy: false, from: [id] })
    await recordMoved(tx, id, merged)
    await queries.updateCart(tx, buyer, id, { archived_at: now })
    return { moved: count }
  })
}
