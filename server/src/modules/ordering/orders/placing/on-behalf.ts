import type { AccessScope } from '../../../../platform/access/index.ts'
import type { Order, PlaceOrder, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import type { Kysely, Transaction } from 'kysely'
import { moscowMoment, type Clock } from '../../../../platform/clock.ts'
import type { Db, DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { isOnBehalf, type Author } from '../../../../platform/http/index.ts'
import { recordEvent } from '../../../../platform/audit/index.ts'
import type { Mailer } from '../../../../platform/mail/index.ts'
import {
  markDisputed,
  selectOnBehalf,
  selectParty,
  selectPeopleToNotify,
  type OnBehalfRow,
} from './on-behalf.queries.ts'

export interface OnBehalfDeps {
  clock: Clock
  mailer: Mailer
}

/** Number of days during which a client may deny a manager's order. */
const DISPUTE_DAYS = 30

/** Person who instructed the manager to place the orders; empty when the client places them. */
export interface VerbalConfirmation {
  full_name: string
  phone: string
}

/**
 * «Со слов клиента»: returns the client unless the manager names another person.
 * @throws AppError `input.invalid` without impersonation
 */
export async function requireVerbalConfirmation(
  db: Db,
  author: Author,
  named: PlaceOrder['confirmed_by'],
): Promise<VerbalConfirmation> {
  if (!isOnBehalf(author)) {
    if (named)
      throw new AppError('input.invalid', { errors: [{ path: 'confirmed_by', message: 'Заказ оформляете вы сами' }] })
    return { full_name: '', phone: '' }
  }
  if (named) return named
  const { full_name, phone } = await selectParty(db, author.subjectId)
  return { full_name, phone: phone ?? '' }
}

/** Records a manager's orders in the journal and sends the client one email with a link to deny them. */
export async function emailPlacedOnBehalf(
  tx: Transaction<DB>,
  deps: OnBehalfDeps,
  author: Author,
  toldBy: VerbalConfirmation,
  orders: PlacedOrder[],
) {
  const client = await selectParty(tx, author.subjectId)
  await recordVerbalConfirmation(tx, deps, { author, toldBy, emails: [client.email] }, orders)
}

interface Word {
  author: Author
  toldBy: VerbalConfirmation
  /** Recipients of the email; empty for a company without people. */
  emails: readonly string[]
  /** Company of an assisted order, which has no user. */
  contractorId?: number
}

/** Notifies about orders placed by a manager by word of mouth, during impersonation or as assisted orders. */
export async function recordVerbalConfirmation(
  tx: Db,
  { clock, mailer }: OnBehalfDeps,
  { author, toldBy, emails, contractorId }: Word,
  orders: readonly PlacedOrder[],
) {
  const manager = await selectParty(tx, author.actorId)
  for (const { number } of orders)
    await recordEvent(tx, author, {
      event: 'order.placed_on_behalf',
      object: `Заказ ${number}`,
      ...(contractorId !== undefined && { contractorId }),
    })
  const rows = orders.map(
    ({ id, number, consignee }) =>
      `Заказ ${number}, ${consignee}\n«Я этого не подтверждал»: ${mailer.linkTo(`/orders/${id}`)}`,
  )
  const text = `Здравствуйте!

Менеджер ${manager.full_name} оформил от вашего имени:

${rows.join('\n\n')}

Со слов: ${[toldBy.full_name, toldBy.phone, moscowMoment(clock.now())].filter(Boolean).join(', ')} (Москва).
Если вы этого не подтверждали, откройте заказ по ссылке и скажите об этом в течение ${DISPUTE_DAYS} дней.`
  for (const to of emails) await mailer.queue(tx, { to, subject: 'Менеджер оформил заказ от вашего имени', text })
}

/** True for orders placed by word of mouth: during impersonation, or as assisted orders without a user. */
const isByWord = ({ actor_id, subject_id, confirmed_by }: OnBehalfRow) => actor_id !== subject_id || confirmed_by !== ''

const isInTime = (createdAt: Date, now: Date) => now.getTime() - createdAt.getTime() <= DISPUTE_DAYS * 86_400_000

/** Presents the manager who placed the order; null when the client placed it. */
export const presentOnBehalf = (order: OnBehalfRow): Order['on_behalf'] =>
  !isByWord(order)
    ? null
    : {
        manager: order.placed_by,
        confirmed_by: order.confirmed_by,
        confirmed_phone: order.confirmed_phone,
        at: order.created_at.toISOString(),
        disputed_at: order.disputed_at?.toISOString() ?? null,
      }

export const mayDispute = (order: OnBehalfRow, reader: AccessScope, now: Date) =>
  reader !== 'any' && isByWord(order) && order.disputed_at === null && isInTime(order.created_at, now)

/**
 * «Я этого не подтверждал»: records the denial and emails the manager who placed the order and the company's own
 * manager.
 * @throws AppError `not_found` for an order that was not placed by a manager or is too old
 */
export async function disputeOrder(
  deps: OnBehalfDeps,
  db: Kysely<DB>,
  reader: AccessScope,
  author: Author,
  id: number,
) {
  const { clock, mailer } = deps
  await db.transaction().execute(async (tx) => {
    const order = await selectOnBehalf(tx, reader, id)
    if (!order) throw new AppError('not_found', { detail: 'Заказ не найден' })
    if (order.disputed_at !== null) return
    if (!mayDispute(order, reader, clock.now()))
      throw new AppError('not_found', { detail: 'Отказаться можно от заказа менеджера, не старше 30 дней' })
    await markDisputed(tx, id, clock.now())
    await recordEvent(tx, author, { event: 'order.disputed', object: `Заказ ${order.number}` })
    const [client, people] = await Promise.all([
      selectParty(tx, author.subjectId),
      selectPeopleToNotify(tx, order.actor_id, order.contractor_id, clock.now()),
    ])
    for (const person of people)
      await mailer.queue(tx, {
        to: person.email,
        subject: 'Клиент не подтверждает заказ',
        text: `Здравствуйте!

${client.full_name} говорит о заказе ${order.number}: «Я этого не подтверждал».
Заказ оформил менеджер ${order.placed_by}, со слов: ${order.confirmed_by}, ${order.confirmed_phone}.

${mailer.linkTo(`/orders/${id}`)}`,
      })
  })
}
