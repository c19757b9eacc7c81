import { accessScopeOf } from '../../../platform/access/index.ts'
import { can } from '@artikul/contract/core/roles'
import type { Shipment } from '@artikul/contract/fulfilment/shipments'
import type { Kysely, Transaction } from 'kysely'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { isOnBehalf, type Actor, type Author, type Writer } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { vatLabel } from '../../companies/index.ts'
import { publishEvents, type DomainEvent } from '../../../platform/events/index.ts'
import { processEach } from '../../../platform/process-each.ts'
import { moveLines, type By } from '../../ordering/index.ts'
import type { ShipmentDeps } from './ship.ts'
import { selectTerms } from './ship.queries.ts'
import { dueOn } from './plan-shipments.ts'
import * as queries from './shipments.queries.ts'

const NOT_FOUND = { detail: 'Отгрузка не найдена' }
const BY_ITSELF = 'возражений не было'

/**
 * Checks whether a shipment can be cancelled: only on its own day, before the receipt and the signing of the documents.
 */
const mayCancel = (
  shipment: { shipped_on: string; received_on: string | null; cancelled_at: Date | null },
  now: Date,
) => shipment.received_on === null && shipment.cancelled_at === null && shipment.shipped_on === moscowDate(now)

/**
 * Reads a shipment with its lines as visible to the reader.
 * @throws AppError `not_found`, also for another company's shipment
 */
export async function readShipment(db: Db, clock: Clock, actor: Actor, id: number): Promise<Shipment> {
  const row = await queries.selectShipment(db, accessScopeOf(actor), id)
  if (!row) throw new AppError('not_found', NOT_FOUND)
  const lines = await queries.selectShipmentLines(db, id)
  const { created_at: madeAt, received_on: receivedOn, cancelled_at: cancelledAt, accounting_mode, ...shown } = row
  const isManager = can(actor.roles, 'shipments:manage')
  return {
    ...shown,
    is_copy: accounting_mode === '1c',
    made_at: madeAt.toISOString(),
    received: receivedOn === null ? null : { on: receivedOn, by: row.received_by ?? BY_ITSELF },
    cancelled: cancelledAt && {
      at: cancelledAt.toISOString(),
      by: row.cancelled_by ?? '',
      reason: row.cancel_reason,
    },
    despite_reason: isManager ? row.despite_reason : '',
    lines: lines.map(({ vat_rate: rate, ...line }) => ({ ...line, vat_label: vatLabel(rate) })),
    can: {
      accept: row.state === 'shipped' && can(actor.roles, 'shipments:accept'),
      cancel: isManager && mayCancel(row, clock.now()),
    },
  }
}

const eventOf = (
  { id, number, contractor_id, consignee_id }: queries.LockedShipment,
  kind: 'shipment.changed' | 'shipment.cancelled',
  author: Writer | null,
): DomainEvent => ({
  kind,
  about: 'shipment',
  aboutId: id,
  label: number,
  contractorId: contractor_id,
  consigneeId: consignee_id,
  author,
})

type ReceiptDeps = Pick<ShipmentDeps, 'clock' | 'readDirectory'>

/** Marks the not yet received rest of the shipment as received. */
async function receive(tx: Transaction<DB>, deps: ReceiptDeps, by: By, shipment: queries.LockedShipment) {
  const now = deps.clock.now()
  const today = moscowDate(now)
  const parts = await queries.selectPartsOfShipment(tx, shipment.id)
  const moves = parts
    .filter(({ state }) => state === 'shipped')
    .map(({ line_id: lineId, shipment_line_id: own, qty }) => ({
      lineId,
      from: 'shipped' as const,
      to: 'issued' as const,
      qty,
      shipmentLine: { from: own, to: own },
    }))
  await moveLines(tx, by, moves, now)
  const [terms] = await selectTerms(tx, [shipment.contract_id])
  if (!terms) throw new Error(`contract ${shipment.contract_id} is not there`)
  const { daysOff } = await deps.readDirectory()
  // A deferment from the shipment was calculated at shipping: later changes of the contract apply to later shipments.
  const due =
    terms.deferment_from === 'receipt'
      ? dueOn(terms, { shipped: shipment.shipped_on, received: today }, daysOff)
      : undefined
  await queries.setReceived(tx, shipment.id, { on: today, at: now, by: by.author, dueOn: due })
  await publishEvents(tx, [eventOf(shipment, 'shipment.changed', by.author)], now)
}

/**
 * «Всё верно»: records that the buyer has received the whole shipment.
 * @throws AppError `not_found`, `shipment.invalid_state`
 */
export async function acceptShipment(
  tx: Transaction<DB>,
  deps: ReceiptDeps,
  { actor, author }: { actor: Actor; author: Author },
  id: number,
) {
  const shipment = await queries.lockShipment(tx, accessScopeOf(actor), id)
  if (!shipment) throw new AppError('not_found', NOT_FOUND)
  if (shipment.received_on !== null) throw new AppError('shipment.invalid_state', { detail: 'Отгрузка уже получена' })
  if (shipment.cancelled_at !== null) throw new AppError('shipment.invalid_state', { detail: 'Отгрузка отменена' })
  await receive(tx, deps, { mover: 'client', author }, shipment)
  if (isOnBehalf(author))
    await recordEvent(tx, author, {
      event: 'shipment.accepted_on_behalf',
      contractorId: shipment.contractor_id,
      object: `Отгрузка № ${shipment.number}`,
    })
}

/**
 * Cancels a shipment: its goods become ready again. The accounting system may cancel one of an earlier day.
 * @throws AppError `not_found`, `shipment.invalid_state`
 */
export async function cancelShipment(
  tx: Transaction<DB>,
  { clock }: Pick<ShipmentDeps, 'clock'>,
  author: Author,
  { id, reason, isByAccounting = false }: { id: number; reason: string; isByAccounting?: boolean },
) {
  const now = clock.now()
  const shipment = await queries.lockShipment(tx, 'any', id)
  if (!shipment) throw new AppError('not_found', NOT_FOUND)
  if (shipment.cancelled_at !== null) throw new AppError('shipment.invalid_state', { detail: 'Отгрузка уже отменена' })
  if (shipment.received_on !== null)
    throw new AppError('shipment.invalid_state', { detail: 'Отгрузка получена: отменить её нельзя' })
  if ((await queries.selectObjections(tx, id)).has_claims)
    throw new AppError('shipment.invalid_state', { detail: 'По отгрузке есть обращение: отменить её нельзя' })
  if (!isByAccounting && !mayCancel(shipment, now))
    throw new AppError('shipment.invalid_state', { detail: 'Отменить отгрузку можно только в её день' })
  const parts = await queries.selectPartsOfShipment(tx, id)
  // Pieces of a refused claim belong to the buyer even without a confirmed receipt.
  if (parts.some(({ state }) => state !== 'shipped'))
    throw new AppError('shipment.invalid_state', { detail: 'Часть отгрузки уже у покупателя: отменить её нельзя' })
  const moves = parts.map(({ line_id: lineId, shipment_line_id: own, qty }) => ({
    lineId,
    from: 'shipped' as const,
    to: 'ready' as const,
    qty,
    reason: `Отгрузка № ${shipment.number} отменена: ${reason}`,
    shipmentLine: { from: own, to: null },
  }))
  await moveLines(tx, { mover: 'staff', author }, moves, now)
  await queries.setShipmentCancelled(tx, id, { at: now, by: author.actorId, reason })
  await publishEvents(tx, [eventOf(shipment, 'shipment.cancelled', author)], now)
  await recordEvent(tx, author, {
    event: 'shipment.cancelled',
    contractorId: shipment.contractor_id,
    object: `Отгрузка № ${shipment.number}`,
    changes: [{ field: 'Причина', before: null, after: reason }],
  })
}

const AT_ONCE = 100

export interface AcceptDeps extends ShipmentDeps {
  /** Database handle with access to the rows of all companies. */
  db: Kysely<DB>
}

/**
 * Accepts shipments without objections after their deadline, each in its own transaction: one that was just processed
 * by another server or by the buyer is skipped.
 * @returns number of accepted shipments
 */
export async function acceptDue(deps: AcceptDeps, stopping: AbortSignal): Promise<number> {
  const { db, clock } = deps
  let accepted = 0
  const accept = async ({ id }: { id: number }) => {
    accepted += await db.transaction().execute((tx) => acceptOne(tx, deps, id))
  }
  await processEach(selectAllToAccept(db, moscowDate(clock.now())), accept, stopping)
  return accepted
}

async function* selectAllToAccept(db: Db, today: string) {
  for (let after: number | undefined = 0; after !== undefined;) {
    const due: { id: number }[] = await queries.selectToAccept(db, { today, after, most: AT_ONCE })
    yield* due
    after = due.at(AT_ONCE - 1)?.id
  }
}

async function acceptOne(tx: Transaction<DB>, deps: ShipmentDeps, id: number): Promise<number> {
  const shipment = await queries.lockShipment(tx, 'any', id)
  if (!shipment || shipment.received_on !== null || shipment.cancelled_at !== null) return 0
  if ((await queries.selectObjections(tx, id)).has_open_claims) return 0
  await receive(tx, deps, { mover: 'system', author: null }, shipment)
  return 1
}
