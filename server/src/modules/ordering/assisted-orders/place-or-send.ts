import type { PlaceAssistedOrder } from '@artikul/contract/ordering/assisted-orders'
import type { OrderPreviewQuery, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { counted } from '@artikul/contract/core/plural'
import type { Transaction } from 'kysely'
import { moscowDate } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { turnDraftIntoCart, selectCartLines, updateDraftCart } from '../cart/index.ts'
import { publishEvents } from '../../../platform/events/index.ts'
import {
  requerySuppliersOfLines,
  placeOrders,
  previewCart,
  recordVerbalConfirmation,
  type RequeryBeforePlacing,
  type GoodsToRequery,
  type OrderDeps,
} from '../orders/index.ts'
import { buyerFor, lockAssistedOrder, requireDraft, type Manager, type AssistedOrdersDeps } from './assisted-orders.ts'
import { isAssistedOrderEmpty, selectAssistedOrder, selectName, selectPeople } from './assisted-orders.queries.ts'

export interface LeavingDeps extends AssistedOrdersDeps, OrderDeps {
  askAgain: RequeryBeforePlacing
}

/**
 * Previews the orders into which the draft will be split.
 * @throws AppError `not_found`, plus every refusal of previewing a cart
 */
export async function previewDraft(db: Db, deps: LeavingDeps, manager: Manager, id: number, query: OrderPreviewQuery) {
  const draft = await requireDraft(db, deps, manager, id)
  return previewCart(db, buyerFor(manager, draft.contractor_id), deps, id, query)
}

/** Queries the suppliers again before the transaction starts. A draft that is already placed triggers no queries. */
export async function requeryForDraft(
  db: Db,
  deps: LeavingDeps,
  manager: Manager,
  { id, lines }: { id: number; lines: PlaceAssistedOrder['lines'] },
): Promise<GoodsToRequery[]> {
  const asker = { managerId: manager.author.actorId, today: moscowDate(deps.clock.now()) }
  const draft = await selectAssistedOrder(db, asker, id)
  return draft ? requerySuppliersOfLines(db, buyerFor(manager, draft.contractor_id), deps.askAgain, lines) : []
}

/**
 * «Оформить»: places the draft immediately, as agreed by telephone; lines that are not placed remain in the draft.
 * @throws AppError `not_found`, plus every refusal of placing a cart
 */
export async function placeDraft(
  tx: Transaction<DB>,
  deps: LeavingDeps,
  manager: Manager,
  { id, body, unanswered }: { id: number; body: PlaceAssistedOrder; unanswered: readonly GoodsToRequery[] },
): Promise<PlacedOrder[]> {
  const draft = await lockAssistedOrder(tx, deps, manager, id)
  const { contractor_id: contractorId } = draft
  const { confirmed_by: toldBy } = body
  const placeOrderInput = { ...body, cart_id: id, unanswered, isByTelephone: true } as const
  const orders = await placeOrders(tx, buyerFor(manager, contractorId), deps, placeOrderInput)
  const people = await selectPeople(tx, contractorId)
  const emails = people.map(({ email }) => email)
  await recordVerbalConfirmation(tx, deps, { author: manager.author, toldBy, emails, contractorId }, orders)
  const now = deps.clock.now()
  await updateDraftCart(tx, id, (await isAssistedOrderEmpty(tx, id)) ? { archived_at: now } : { drafted_at: now })
  return orders
}

/**
 * «Отправить клиенту на подтверждение»: turns the draft into one of the company's carts with the promised prices and
 * notifies its people.
 * @throws AppError `not_found`, `cart.nothing_selected`, `assisted_order.no_recipient`, `cart.limit_reached`
 */
export async function sendToClient(
  tx: Transaction<DB>,
  deps: AssistedOrdersDeps,
  manager: Manager,
  { id, name: requestedName, message }: { id: number; name: string; message: string },
): Promise<{ sent_to: string[]; name: string }> {
  const { author } = manager
  const now = deps.clock.now()
  const draft = await lockAssistedOrder(tx, deps, manager, id)
  const buyer = buyerFor(manager, draft.contractor_id)
  const lines = await selectCartLines(tx, buyer, { cartId: id })
  if (lines.length === 0)
    throw new AppError('cart.nothing_selected', { detail: 'В черновике пусто: отправлять нечего' })
  const people = await selectPeople(tx, draft.contractor_id)
  if (people.length === 0) throw new AppError('assisted_order.no_recipient')
  const name = await turnDraftIntoCart(tx, buyer, { id, name: requestedName, message }, now)
  const contractorId = draft.contractor_id
  await publishEvents(tx, [{ kind: 'cart.sent', about: 'cart', aboutId: id, label: name, contractorId, author }], now)
  await recordEvent(tx, author, { event: 'assisted_order.sent', contractorId, object: `Корзина «${name}»` })
  const from = await selectName(tx, author.actorId)
  const text = `Здравствуйте!

Менеджер ${from} собрал для компании ${draft.contractor} заказ: ${counted(lines.length, 'строка', 'строки', 'строк')}. Проверьте его и оформите.${message && `\nСообщение: ${message}`}

Корзина «${name}»: ${deps.mailer.linkTo(`/cart?cart=${id}`)}`
  for (const { email: to } of people)
    await deps.mailer.queue(tx, { to, subject: 'Заказ от менеджера на подтверждение', text })
  return { sent_to: people.map(({ full_name: who }) => who), name }
}
