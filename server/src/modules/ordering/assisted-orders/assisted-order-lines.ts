import type { CartLinePatch } from '@artikul/contract/ordering/cart'
import { formatMoney } from '@artikul/contract/core/money'
import type { AssistedOrderPrice } from '@artikul/contract/ordering/assisted-orders'
import type { Kysely, Transaction } from 'kysely'
import { dayText, moscowDate } from '../../../platform/clock.ts'
import type { DB, Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import {
  changeCartLine,
  deleteCartLines,
  priceLines,
  putIntoCart,
  requireOwnConsignee,
  selectCartLines,
  updateDraftCart,
  updatePrice,
} from '../cart/index.ts'
import { selectOfferPair } from '../../catalog/index.ts'
import { tooLow } from '../../pricing/index.ts'
import {
  beginDraft,
  buyerFor,
  updateAssistedOrder,
  lockAssistedOrder,
  type Manager,
  type AssistedOrdersDeps,
} from './assisted-orders.ts'
import { selectDraftOfLine, selectLastDraft, type AssistedOrderRow } from './assisted-orders.queries.ts'

interface Added {
  contractor_id: number
  draft_id?: number | undefined
  offer_id: number
  qty: number
  consignee_id?: number | undefined
}

/** Finds and locks the named draft, else the company's draft that the manager worked on last, else a new one. */
async function draftFor(tx: Db, deps: AssistedOrdersDeps, manager: Manager, input: Added): Promise<AssistedOrderRow> {
  const { contractor_id: contractorId, draft_id: named } = input
  const id =
    named ??
    (await selectLastDraft(tx, manager.author.actorId, contractorId)) ??
    (await beginDraft(tx, deps, manager, { contractor_id: contractorId }))
  const draft = await lockAssistedOrder(tx, deps, manager, id)
  if (draft.contractor_id !== contractorId) throw new AppError('not_found', { detail: 'Это черновик другой компании' })
  return draft
}

/**
 * «В заказ»: adds an offer to a draft of the company, never to its cart.
 * @throws AppError `not_found` for a missing company, draft or point, `offer.gone`, `cart.line_limit_reached`, `assisted_order.limit_reached`
 */
export function addToDraft(db: Kysely<DB>, deps: AssistedOrdersDeps, manager: Manager, input: Added) {
  const buyer = buyerFor(manager, input.contractor_id)
  return db.transaction().execute(async (tx) => {
    const pair = await selectOfferPair(tx, input.offer_id)
    if (!pair) throw new AppError('offer.gone')
    const draft = await draftFor(tx, deps, manager, input)
    await requireOwnConsignee(tx, buyer, input.consignee_id)
    const { qty, consignee_id } = input
    const added = await putIntoCart(tx, buyer, deps.pricing, {
      ...pair,
      qty,
      ...(consignee_id !== undefined && { consignee_id }),
      draft_id: draft.id,
    })
    await updateDraftCart(tx, draft.id, { drafted_at: deps.clock.now() })
    const { line_id, message, cart_lines } = added
    return { draft_id: draft.id, name: draft.name, line_id, qty: added.qty, message, lines_count: cart_lines }
  })
}

const lineNotFound = () => new AppError('not_found', { detail: 'Строки черновика больше нет, обновите страницу' })

/**
 * Changes a line of a locked draft. The draft is always locked before its line, so that concurrent changes cannot
 * deadlock.
 */
async function changeLineOf<T>(
  db: Kysely<DB>,
  deps: AssistedOrdersDeps,
  manager: Manager,
  lineId: number,
  change: (tx: Transaction<DB>, draft: AssistedOrderRow) => Promise<T>,
): Promise<T> {
  const draftId = await selectDraftOfLine(db, lineId)
  if (draftId === undefined) throw lineNotFound()
  return updateAssistedOrder(db, deps, manager, draftId, async (tx, draft) => {
    // The line may have been moved or placed while this transaction waited for the draft.
    if ((await selectDraftOfLine(tx, lineId)) !== draftId) throw lineNotFound()
    return change(tx, draft)
  })
}

/**
 * Updates a line of a draft; the quantity is rounded up to one that is sold.
 * @throws AppError `not_found`, `cart.line_changed`
 */
export const changeDraftLine = (
  db: Kysely<DB>,
  deps: AssistedOrdersDeps,
  manager: Manager,
  { id, patch }: { id: number; patch: Omit<CartLinePatch, 'selected'> },
) =>
  changeLineOf(db, deps, manager, id, (tx, draft) =>
    changeCartLine(tx, buyerFor(manager, draft.contractor_id), deps.pricing, id, patch),
  )

/** @throws AppError `not_found` */
export const removeDraftLine = (db: Kysely<DB>, deps: AssistedOrdersDeps, manager: Manager, id: number) =>
  changeLineOf(db, deps, manager, id, (tx, draft) => deleteCartLines(tx, buyerFor(manager, draft.contractor_id), [id]))

type Price = NonNullable<AssistedOrderPrice['price']>

const problem = (name: 'kop' | 'until', message: string) => ({ errors: [{ path: `price.${name}`, message }] })

/** Requires a promised price to be valid in the future, below the current price and not below the manager's floor. */
function requireSensible(
  { kop, until }: Price,
  priced: { ordinaryKop: number; purchaseKop: number; floorKop: number },
  { today, sellsBelow }: { today: string; sellsBelow: boolean },
) {
  if (until < today) throw new AppError('input.invalid', problem('until', 'Этот день уже прошёл'))
  if (kop >= priced.ordinaryKop)
    throw new AppError('input.invalid', problem('kop', `Обычная цена ${formatMoney(priced.ordinaryKop)} ₽ не выше`))
  const low = tooLow(priced, kop, sellsBelow)
  if (!low) return
  const detail = low.isBelowCost ? { detail: 'Цена ниже закупки' } : {}
  throw new AppError('assisted_order.below_floor', { ...problem('kop', low.message), ...detail })
}

/**
 * Promises a lower price for a line, with a reason, or withdraws the promise; both are recorded in the journal.
 * @throws AppError `not_found`, `offer.gone`, `input.invalid`, `assisted_order.below_floor`, `cart.line_changed`
 */
export const setDraftPrice = (
  db: Kysely<DB>,
  deps: AssistedOrdersDeps,
  manager: Manager,
  { id, price, version }: AssistedOrderPrice & { id: number },
) =>
  changeLineOf(db, deps, manager, id, async (tx, draft) => {
    const buyer = buyerFor(manager, draft.contractor_id)
    const [line] = await selectCartLines(tx, buyer, { ids: [id] })
    if (!line) throw lineNotFound()
    const priced = (await priceLines(tx, deps.pricing, buyer.contractorId, [{ ...line, special_kop: null }])).get(id)
    if (!priced) throw new AppError('offer.gone')
    const ordinaryKop = priced.offer.price_kop
    const limits = { today: moscowDate(deps.clock.now()), sellsBelow: manager.sellsBelow }
    if (price) requireSensible(price, { ...priced, ordinaryKop }, limits)
    const isDone = await updatePrice(
      tx,
      manager.author.actorId,
      { id, version },
      {
        special_kop: price?.kop ?? null,
        special_until: price?.until ?? null,
        special_reason: price?.reason ?? '',
        price_kop: price?.kop ?? ordinaryKop,
      },
    )
    if (!isDone) throw new AppError('cart.line_changed')
    await recordEvent(tx, manager.author, {
      event: 'assisted_order.price_changed',
      contractorId: draft.contractor_id,
      object: `Черновик № ${draft.id}, ${line.brand} ${line.article}`,
      changes: [
        {
          field: 'Цена',
          before: `${formatMoney(line.special_kop ?? ordinaryKop)} ₽`,
          after: price ? `${formatMoney(price.kop)} ₽ до ${dayText(price.until)}` : `${formatMoney(ordinaryKop)} ₽`,
        },
        ...(price ? [{ field: 'Причина', before: null, after: price.reason }] : []),
      ],
    })
    return {}
  })
