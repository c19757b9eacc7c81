import {
  MAX_ASSISTED_ORDERS,
  type AssistedOrder,
  type AssistedOrderBrief,
} from '@artikul/contract/ordering/assisted-orders'
import type { Kysely, Transaction } from 'kysely'
import { moscowDate, moscowMoment, type Clock } from '../../../platform/clock.ts'
import type { DB, Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor, Author } from '../../../platform/http/index.ts'
import {
  deleteDraftLines,
  insertDraftCart,
  priceLines,
  readPricedLines,
  updateDraftCart,
  type Buyer,
} from '../cart/index.ts'
import { selectConsignees, selectContractor } from '../../companies/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import type { Pricing } from '../../pricing/index.ts'
import * as queries from './assisted-orders.queries.ts'
import type { AssistedOrderRow } from './assisted-orders.queries.ts'

export interface AssistedOrdersDeps {
  clock: Clock
  mailer: Mailer
  pricing: Pricing
}

/** Order manager on the phone with a client. */
export interface Manager {
  author: Author
  /** Permission to sell below the lowest margin. */
  sellsBelow: boolean
}

export const managerOf = ({ actor, author }: { actor: Actor; author: Author }): Manager => ({
  author,
  sellsBelow: actor.rights.includes('min_margin'),
})

/**
 * Builds the buyer of an assisted order: the manager acts for the company on behalf of no user, because the company may
 * have none.
 */
export const buyerFor = ({ author: { actorId, subjectId } }: Manager, contractorId: number): Buyer => ({
  contractorId,
  limits: null,
  actorId,
  subjectId,
})

const askerOf = ({ author }: Manager, now: Date): queries.Asker => ({
  managerId: author.actorId,
  today: moscowDate(now),
})

const draftNotFound = () =>
  new AppError('not_found', { detail: 'Черновик не найден: возможно, его уже оформили, отправили или удалили' })

/** @throws AppError `not_found` for a draft that no longer exists or that the manager may not see */
export async function requireDraft(db: Db, { clock }: Pick<AssistedOrdersDeps, 'clock'>, manager: Manager, id: number) {
  const draft = await queries.selectAssistedOrder(db, askerOf(manager, clock.now()), id)
  if (!draft) throw draftNotFound()
  return draft
}

/**
 * Locks the draft so that concurrent changes, placing and sending wait. Its lines are locked after it.
 * @throws AppError `not_found`
 */
export async function lockAssistedOrder(
  tx: Db,
  { clock }: Pick<AssistedOrdersDeps, 'clock'>,
  manager: Manager,
  id: number,
): Promise<AssistedOrderRow> {
  const draft = await queries.selectAssistedOrder(tx, askerOf(manager, clock.now()), id, { lock: true })
  if (!draft) throw draftNotFound()
  return draft
}

/** Lists open drafts of the manager and of the companies assigned to them, optionally of one company only. */
export async function listAssistedOrders(
  db: Db,
  { clock }: Pick<AssistedOrdersDeps, 'clock'>,
  manager: Manager,
  contractorId: number | undefined,
): Promise<AssistedOrderBrief[]> {
  const rows = await queries.selectAssistedOrders(db, askerOf(manager, clock.now()), contractorId)
  return rows.map(({ contractor_id, contractor, created_by, drafted_at, ...row }) => ({
    ...row,
    contractor: { id: contractor_id, name: contractor },
    is_own: created_by === manager.author.actorId,
    changed_at: drafted_at.toISOString(),
  }))
}

/**
 * Creates a draft for a company, within a transaction.
 * @throws AppError `not_found` for a missing company, `assisted_order.limit_reached`
 */
export async function beginDraft(
  tx: Db,
  { clock }: Pick<AssistedOrdersDeps, 'clock'>,
  { author: { actorId } }: Manager,
  { contractor_id: contractorId, name }: { contractor_id: number; name?: string | undefined },
): Promise<number> {
  if (!(await selectContractor(tx, contractorId))) throw new AppError('not_found', { detail: 'Покупатель не найден' })
  if ((await queries.countOwn(tx, actorId)) >= MAX_ASSISTED_ORDERS) throw new AppError('assisted_order.limit_reached')
  const now = clock.now()
  return insertDraftCart(tx, {
    managerId: actorId,
    contractorId,
    name: name ?? `По телефону ${moscowMoment(now)}`,
    now,
  })
}

/** @throws AppError `not_found` */
export const renameDraft = (
  db: Kysely<DB>,
  deps: AssistedOrdersDeps,
  manager: Manager,
  { id, name }: { id: number; name: string },
) => updateAssistedOrder(db, deps, manager, id, (tx) => updateDraftCart(tx, id, { name }))

/**
 * Deletes the draft with its lines; only managers have seen it.
 * @throws AppError `not_found`
 */
export const deleteAssistedOrder = (db: Kysely<DB>, deps: AssistedOrdersDeps, manager: Manager, id: number) =>
  updateAssistedOrder(db, deps, manager, id, async (tx) => {
    await deleteDraftLines(tx, id)
    await updateDraftCart(tx, id, { archived_at: deps.clock.now() })
  })

/**
 * Applies a change to a locked draft and records the time.
 * @throws AppError `not_found`
 */
export function updateAssistedOrder<T>(
  db: Kysely<DB>,
  deps: AssistedOrdersDeps,
  manager: Manager,
  id: number,
  change: (tx: Transaction<DB>, draft: AssistedOrderRow) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const draft = await lockAssistedOrder(tx, deps, manager, id)
    await updateDraftCart(tx, id, { drafted_at: deps.clock.now() })
    return change(tx, draft)
  })
}

/**
 * Gets a draft at today's prices and dates, including the fields that only an order manager may see.
 * @throws AppError `not_found`
 */
export async function readAssistedOrder(
  db: Db,
  deps: AssistedOrdersDeps,
  manager: Manager,
  id: number,
): Promise<AssistedOrder> {
  const draft = await requireDraft(db, deps, manager, id)
  const buyer = buyerFor(manager, draft.contractor_id)
  const lines = await readPricedLines(db, buyer, deps, id)
  const promised = lines.filter(({ row }) => row.special_kop !== null)
  const [ordinary, points, people] = await Promise.all([
    promised.length === 0
      ? null
      : priceLines(
          db,
          deps.pricing,
          buyer.contractorId,
          promised.map(({ row }) => ({ ...row, special_kop: null })),
        ),
    selectConsignees(db, buyer),
    queries.selectPeople(db, buyer.contractorId),
  ])
  return {
    id,
    name: draft.name,
    contractor: { id: draft.contractor_id, name: draft.contractor },
    manager: draft.manager,
    is_own: draft.created_by === manager.author.actorId,
    lines: lines.map(({ row, priced, shown }) => ({
      ...shown,
      purchase_kop: priced?.purchaseKop ?? null,
      floor_kop: priced?.floorKop ?? null,
      ordinary_kop: (row.special_kop === null ? priced : ordinary?.get(row.id))?.offer.price_kop ?? null,
      promised:
        row.special_kop === null || row.special_until === null
          ? null
          : { kop: row.special_kop, until: row.special_until, reason: row.special_reason },
    })),
    total_kop: lines.reduce((sum, { shown }) => sum + shown.sum_kop, 0),
    points,
    people: people.map(({ full_name: name }) => name),
  }
}
