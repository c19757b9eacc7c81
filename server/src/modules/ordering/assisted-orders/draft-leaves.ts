import type { PlacePhoneDraft } from '@artikul/contract/ordering/phone-drafts'
import type { PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { counted } from '@artikul/contract/core/plural'
import type { Transaction } from 'kysely'
import { moscowDate } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { giveDraft, selectCartLines, updateDraft } from '../cart/index.ts'
import { tellOf } from '../../../platform/events/index.ts'
import {
  askOfLines,
  placeOrders,
  previewCart,
  tellOfWord,
  type AskAgain,
  type Goods,
  type OrderDeps,
} from '../orders/index.ts'
import { buyerFor, holdDraft, requireDraft, type Manager, type PhoneDraftsDeps } from './drafts.ts'
import { isEmpty, selectDraft, selectName, selectPeople } from './phone-drafts.queries.ts'

export interface LeavingDeps extends PhoneDraftsDeps, OrderDeps {
  askAgain: AskAgain
}

/**
 * Previews the orders into which the draft will be split.
 * @throws AppError `not_found`, plus every refusal of previewing a cart
 */
export async function previewDraft(db: Db, deps: PhoneDraftsDeps, manager: Manager, id: number) {
  const draft = await requireDraft(db, deps, manager, id)
  return previewCart(db, buyerFor(manager, draft.contractor_id), deps, id)
}

/** Queries the suppliers again before the transaction starts. A draft that is already placed triggers no queries. */
export async function askForDraft(
  db: Db,
  deps: LeavingDeps,
  manager: Manager,
  { id, lines }: { id: number; lines: PlacePhoneDraft['lines'] },
): Promise<Goods[]> {
  const asker = { managerId: manager.author.actorId, today: moscowDate(deps.clock.now()) }
  const draft = await selectDraft(db, asker, id)
  return draft ? askOfLines(db, buyerFor(manager, draft.contractor_id), deps.askAgain, lines) : []
}

/**
 * «Оформить»: places the draft immediately, as agreed by telephone; lines that are not placed remain in the draft.
 * @throws AppError `not_found`, plus every refusal of placing a cart
 */
export async function placeDraft(
  tx: Transaction<DB>,
  deps: LeavingDeps,
  manager: Manager,
  { id, body, unanswered }: { id: number; body: PlacePhoneDraft; unanswered: readonly Goods[] },
): Promise<PlacedOrder[]> {
  const draft = await holdDraft(tx, deps, manager, id)
  const { contractor_id: contractorId } = draft
  const { told_by: toldBy } = body
  const asked = { ...body, cart_id: id, unanswered, isByTelephone: true } as const
  const orders = await placeOrders(tx, buyerFor(manager, contractorId), deps, asked)
  const people = await selectPeople(tx, contractorId)
  const emails = people.map(({ email }) => email)
  await tellOfWord(tx, deps, { author: manager.author, toldBy, emails, contractorId }, orders)
  const now = deps.clock.now()
  await updateDraft(tx, id, (await isEmpty(tx, id)) ? { archived_at: now } : { drafted_at: now })
  return orders
}

/**
 * «Отправить клиенту на подтверждение»: turns the draft into one of the company's carts with the promised prices and
 * notifies its people.
 * @throws AppError `not_found`, `cart.nothing_selected`, `phone_draft.nobody`, `cart.too_many`
 */
export async function sendDraft(
  tx: Transaction<DB>,
  deps: PhoneDraftsDeps,
  manager: Manager,
  { id, name: asked, message }: { id: number; name: string; message: string },
): Promise<{ sent_to: string[]; name: string }> {
  const { author } = manager
  const now = deps.clock.now()
  const draft = await holdDraft(tx, deps, manager, id)
  const buyer = buyerFor(manager, draft.contractor_id)
  const lines = await selectCartLines(tx, buyer, { cartId: id })
  if (lines.length === 0)
    throw new AppError('cart.nothing_selected', { detail: 'В черновике пусто: отправлять нечего' })
  const people = await selectPeople(tx, draft.contractor_id)
  if (people.length === 0) throw new AppError('phone_draft.nobody')
  const name = await giveDraft(tx, buyer, { id, name: asked, message }, now)
  const contractorId = draft.contractor_id
  await tellOf(tx, [{ kind: 'cart.sent', about: 'cart', aboutId: id, label: name, contractorId, author }], now)
  await recordEvent(tx, author, { event: 'phone_draft.sent', contractorId, object: `Корзина «${name}»` })
  const from = await selectName(tx, author.actorId)
  const text = `Здравствуйте!

Менеджер ${from} собрал для компании ${draft.contractor} заказ: ${counted(lines.length, 'строка', 'строки', 'строк')}. Проверьте его и оформите.${message && `\nСообщение: ${message}`}

Корзина «${name}»: ${deps.mailer.linkTo(`/cart?cart=${id}`)}`
  for (const { email: to } of people)
    await deps.mailer.queue(tx, { to, subject: 'Заказ от менеджера на подтверждение', text })
  return { sent_to: people.map(({ full_name: who }) => who), name }
}
