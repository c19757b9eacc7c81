import { formatQty, toThousandths } from '@artikul/contract/core/money'
import { CANCELLATION_STATES, type CancellationState } from '@artikul/contract/purchasing/supplier-cancellations'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { NotSent, type OnlineOrdering, type SupplierOrder } from '../../suppliers/index.ts'
import { applyAnswers } from './answers/answers.ts'
import * as queries from './cancel.queries.ts'
import { insertEvents } from './line-events.ts'
import { wordsOf, type SendDeps } from './sending/send.ts'
import { isCancelling } from './supplier-texts.ts'

/** Time during which a request without an answer may still take effect. */
const LEASE_MS = 180_000
const LOOK_AGAIN_MS = 15_000
const REST_MS = 30_000
/** Delay before the effect of a request is checked. */
const ASK_SOON_MS = 60_000
/** Time without an answer after which a person takes over. */
const PATIENCE_MS = 86_400_000
const MAX_ATTEMPTS = 5

const after = (now: Date, ms: number) => new Date(now.getTime() + ms)

interface CancelDeps extends Omit<SendDeps, 'ordering'> {
  ordering: Pick<OnlineOrdering, 'canCancel' | 'cancel' | 'read'>
}

/** Requests the cancellation of unwanted goods from suppliers, each source at its own pace. */
export async function cancelDue(deps: CancelDeps, stopping: AbortSignal): Promise<void> {
  const sources = await queries.selectRoutesToCancel(deps.db, deps.clock.now())
  await Promise.all(
    sources.map(async (supplyRouteId) => {
      while (!stopping.aborted && (await cancelNext(deps, supplyRouteId))) continue
    }),
  )
}

/** @returns true when something was processed */
async function cancelNext(deps: CancelDeps, supplyRouteId: number): Promise<boolean> {
  const now = deps.clock.now()
  const wish = await queries.claimWish(deps.db, supplyRouteId, { now, until: after(now, deps.leaseMs ?? LEASE_MS) })
  if (!wish) return false
  const byHand = await whyByHand(deps, wish)
  if (byHand !== null) {
    await put(deps, wish, { state: 'by_hand', reason: byHand, next_at: null })
    return true
  }
  try {
    const isThere = wish.attempts > 0 && (await checkEarlierRequest(deps, wish))
    if (!isThere) await sendRequest(deps, wish)
  } catch (error) {
    if (!(error instanceof NotSent)) throw error
    const { state } = wish
    await put(deps, wish, { state, reason: error.message, next_at: after(deps.clock.now(), REST_MS) })
  }
  return true
}

/** Returns the reason why a person must request the cancellation; null when the portal can. */
async function whyByHand({ clock, ordering }: CancelDeps, wish: queries.ClaimedWish): Promise<string | null> {
  const { channel, state, open_qty: open, living_qty: living } = wish
  if (channel === 'file') return 'Заказ ушёл поставщику файлом'
  if (channel === 'hand') return 'Заказ передан поставщику вручную'
  if (!(await ordering.canCancel(wish.supply_route_id))) return 'Отмены по API у поставщика нет'
  if (toThousandths(open) < toThousandths(living))
    return `По API отменяется вся строка, а отменить нужно ${formatQty(open)} из ${formatQty(living)}`
  if (wish.position_id === '') return 'Поставщик не назвал номер строки'
  if (state === 'asked') return 'Поставщик не ответил на просьбу отменить за сутки'
  if (clock.now() > after(wish.created_at, PATIENCE_MS)) return 'Поставщик не отвечает сутки'
  return null
}

const historyText = (state: CancellationState, reason: string) =>
  reason === '' ? CANCELLATION_STATES[state] : `${CANCELLATION_STATES[state]}: ${reason}`

/** Updates the state of the cancellation; the text for staff is stored in the history of the line. */
const put = ({ db, clock }: CancelDeps, wish: queries.ClaimedWish, fields: queries.WishFields) =>
  db.transaction().execute(async (tx) => {
    const now = clock.now()
    if (!(await queries.setWish(tx, wish.line_id, wish.attempts, fields, now))) return
    if (fields.next_at) await enqueueJob(tx, 'supplier_cancellations', fields.next_at)
    if (fields.state === 'asked' || fields.state === 'refused')
      await queries.scheduleCancellation(tx, wish.supplier_order_id, after(now, ASK_SOON_MS))
    if (fields.state !== wish.state)
      await insertEvents(tx, [{ lineId: wish.line_id, text: historyText(fields.state, fields.reason) }], null, now)
  })

const requestedFields = (now: Date) => ({ state: 'asked', reason: '', next_at: after(now, PATIENCE_MS) }) as const

/**
 * Checks the effect of an earlier request.
 * @returns true when it must not be repeated now: it took effect, or its effect is unknown
 */
async function checkEarlierRequest(deps: CancelDeps, wish: queries.ClaimedWish): Promise<boolean> {
  const { clock, ordering, leaseMs = LEASE_MS } = deps
  let orders: SupplierOrder[]
  try {
    orders = await ordering.read(wish.supply_route_id, [wish.supplier_number])
  } catch (error) {
    if (error instanceof NotSent) throw error
    const reason = `Не удалось узнать, отменено ли: ${wordsOf(deps, error)}`
    const nextAt = after(clock.now(), Math.min(LOOK_AGAIN_MS, leaseMs))
    await put(deps, wish, { state: 'sending', reason, next_at: nextAt })
    return true
  }
  const position = orders.flatMap(({ lines }) => lines).find(({ positionId }) => positionId === wish.position_id)
  if (position && (position.qty === 0 || isCancelling(position.statusName))) {
    await put(deps, wish, requestedFields(clock.now()))
    return true
  }
  if (wish.attempts < MAX_ATTEMPTS) return false
  await put(deps, wish, { state: 'by_hand', reason: `Просили ${MAX_ATTEMPTS} раз, ответа нет`, next_at: null })
  return true
}

/** The attempt is recorded before the request is sent. */
async function sendRequest(deps: CancelDeps, claimed: queries.ClaimedWish): Promise<void> {
  const { db, clock, ordering, leaseMs = LEASE_MS } = deps
  const begun = performance.now()
  if (!(await queries.beginCancelAttempt(db, claimed, after(clock.now(), leaseMs)))) return
  const wish = { ...claimed, state: 'sending' as const, attempts: claimed.attempts + 1 }
  try {
    const { refusal } = await ordering.cancel(wish.supply_route_id, wish.position_id, begun + leaseMs / 2)
    const now = clock.now()
    await put(
      deps,
      wish,
      refusal === null ? requestedFields(now) : { state: 'refused', reason: refusal, next_at: null },
    )
  } catch (error) {
    const now = clock.now()
    if (error instanceof NotSent) {
      const { state, attempts } = claimed
      await put(deps, wish, { state, attempts, reason: error.message, next_at: after(now, REST_MS) })
      return
    }
    const reason = `Ответ не получен: ${wordsOf(deps, error)}`
    await put(deps, wish, { state: 'sending', reason, next_at: after(now, Math.min(LOOK_AGAIN_MS, leaseMs)) })
  }
}

/** States in which a person may still decide. */
const OPEN: readonly string[] = ['asked', 'refused', 'by_hand', 'kept']

/**
 * Records a person's decision on a cancellation: the supplier does not deliver the goods, or delivers them anyway.
 * @throws AppError `not_found`, `stale`, `supplier_order.invalid_state`
 */
export const settleCancellation = (
  db: Kysely<DB>,
  author: Author,
  { id, version, isCancelled }: { id: number; version: number; isCancelled: boolean },
  now: Date,
): Promise<{ version: number }> =>
  db.transaction().execute(async (tx) => {
    const wish = await queries.lockWish(tx, id)
    if (!wish) throw new AppError('not_found', { detail: 'Отмены по этой строке нет' })
    if (wish.version !== version) throw new AppError('stale')
    if (!OPEN.includes(wish.state)) throw new AppError('supplier_order.invalid_state')
    await decide(tx, author, { id, isCancelled, wish }, now)
    const words = isCancelled ? CANCELLATION_STATES.cancelled : CANCELLATION_STATES.kept
    await recordEvent(tx, author, {
      event: 'supplier_order.cancellation_settled',
      object: `Поставщик «${wish.source}», ${wish.brand} ${wish.article}, ${formatQty(wish.wish_qty)}`,
      changes: [
        { field: 'Отмена', before: CANCELLATION_STATES[wish.state as CancellationState], after: words }, // the column's CHECK
      ],
    })
    return { version: version + 1 }
  })

type Wish = NonNullable<Awaited<ReturnType<typeof queries.lockWish>>>

async function decide(
  tx: Transaction<DB>,
  author: Author,
  { id, isCancelled, wish }: { id: number; isCancelled: boolean; wish: Wish },
  now: Date,
) {
  if (!isCancelled) {
    await queries.keepOrderedGoods(tx, id, now)
    await insertEvents(tx, [{ lineId: id, text: CANCELLATION_STATES.kept }], author, now)
    return
  }
  const open = toThousandths(wish.wish_qty) - toThousandths(wish.cancelled_qty)
  const left = Math.max(0, toThousandths(wish.confirmed_qty ?? wish.qty) - open)
  await applyAnswers(tx, author, [{ lineId: id, confirmedQty: left / 1000 }], now)
}
