import type { ReadyGroup, ShipReady, ShipmentPlan } from '@artikul/contract/fulfilment/shipments'
import { formatMoney } from '@artikul/contract/core/money'
import type { Transaction } from 'kysely'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import type { Page } from '../../../platform/paging.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import type { CatalogDirectory, ReadDirectory } from '../../catalog/index.ts'
import { lockContracts, readVatRates, selectContractBalances } from '../../companies/index.ts'
import { nextDocumentNumber } from '../../billing/index.ts'
import { publishEvents } from '../../../platform/events/index.ts'
import { lockParts, lockStockOf, moveLines, type LineMove } from '../../ordering/index.ts'
import { addWorkingDays, nextRun } from '../../pricing/index.ts'
import { countComing, selectReady, type ReadyFilter } from './ready.queries.ts'
import * as queries from './ship.queries.ts'
import { findIncompleteOrders, requireComplete, type IncompleteOrder } from './ship-complete.ts'
import { shipmentHoldReason, planShipments, type PlannedDocument } from './plan-shipments.ts'

export interface ShipmentDeps {
  clock: Clock
  readDirectory: ReadDirectory
  /** Working days after which a shipment without objections counts as accepted. */
  acceptanceDays: number
}

const MINUTES_OF_DAY = 1440
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Sorts zones by their next run; a zone without runs comes last. */
function zonesByRun(now: Date, directory: CatalogDirectory): number[] {
  const when = (zoneId: number) => {
    const run = nextRun(now, directory, zoneId)
    return run ? (Date.parse(run.day) / 86_400_000) * MINUTES_OF_DAY + minutesOf(run.leavesAt) : Infinity
  }
  return [...directory.zones.keys()]
    .map((id) => ({ id, at: when(id) }))
    .toSorted((one, other) => one.at - other.at || one.id - other.id)
    .map(({ id }) => id)
}

/** Lists goods ready for shipping by runs from today on: a shipment per row, with the reason if it is held. */
export async function listReady(db: Db, deps: ShipmentDeps, filter: ReadyFilter, page: Page) {
  const now = deps.clock.now()
  const directory = await deps.readDirectory()
  const { rows, total } = await selectReady(db, filter, zonesByRun(now, directory), page)
  const pairs = rows.map((row) => ({ contractId: row.contract_id, consigneeId: row.consignee_id }))
  const contractIds = [...new Set(rows.map((row) => row.contract_id))]
  if (contractIds.length === 0) return { rows: [], total }
  const [coming, terms, standings] = await Promise.all([
    countComing(db, pairs),
    queries.selectTerms(db, contractIds),
    selectContractBalances(db, contractIds, moscowDate(now)),
  ])
  const termsOf = new Map(terms.map((one) => [one.id, one]))
  const presented = rows.map(({ zone_id: zoneId, zone, ...row }): ReadyGroup => {
    const run = nextRun(now, directory, zoneId)
    const own = termsOf.get(row.contract_id)
    return {
      ...row,
      run: run && { zone, name: run.name, day: run.day, leaves_at: run.leavesAt },
      coming_count:
        coming.find((one) => one.contract_id === row.contract_id && one.consignee_id === row.consignee_id)?.lines ?? 0,
      held: own ? shipmentHoldReason(own, standings.get(row.contract_id), { kop: row.ready_kop }) : null,
    }
  })
  return { rows: presented, total }
}

async function planOf(
  db: Db,
  deps: ShipmentDeps,
  wantedLines: ShipReady['lines'],
  shippedOn?: string,
): Promise<PlannedDocument[]> {
  const goodsIds = wantedLines.map((line) => line.line_id)
  const now = deps.clock.now()
  const today = shippedOn ?? moscowDate(now)
  const charges = await queries.selectChargesToShip(db, goodsIds)
  const ids = [...goodsIds, ...charges.map((charge) => charge.line_id)]
  const lines = await queries.selectLinesToShip(db, ids)
  if (lines.length === 0) throw new AppError('not_found', { detail: 'Строка не найдена' })
  const [parts, terms, ways, vatOn, directory] = await Promise.all([
    queries.selectPartsHere(db, goodsIds),
    queries.selectTerms(db, [...new Set(lines.map((line) => line.contract_id))]),
    queries.selectRunsOfPoint(db, [...new Set(lines.map((line) => line.consignee_id))]),
    readVatRates(db),
    deps.readDirectory(),
  ])
  const { daysOff } = directory
  const acceptUntil = addWorkingDays(today, deps.acceptanceDays, daysOff)
  const runOf = (way: queries.Way) => nextRun(now, directory, way.zone_id)
  const leaving = { wantedLines: [...wantedLines, ...charges], parts: [...parts, ...charges] }
  return planShipments({ ...leaving, lines, terms, ways, runOf, vatOn, today, acceptUntil, daysOff })
}

/** Sums up shipments by contract: two points of one contract share its limit. */
function sumsByContract(plans: readonly PlannedDocument[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { terms, totalKop } of plans) sums.set(terms.id, (sums.get(terms.id) ?? 0) + totalKop)
  return sums
}

/** Author of a shipment, and the right to ship in spite of a hold. */
export interface Shipper {
  mayDespite: boolean
  author: Author
  /** Day of the shipment in the accounting system; today by default. */
  shippedOn?: string | undefined
}

/**
 * Previews the shipments of the quantities.
 * @throws AppError every refusal of planning
 */
export async function previewShipments(
  db: Db,
  deps: ShipmentDeps,
  mayDespite: boolean,
  input: ShipReady,
): Promise<ShipmentPlan> {
  const plans = await planOf(db, deps, input.lines)
  const sums = sumsByContract(plans)
  const standings = await selectContractBalances(db, [...sums.keys()], moscowDate(deps.clock.now()))
  const incomplete = await findIncompleteOrders(db, plans)
  return {
    shipments: plans.map(({ terms, way, ...plan }) => ({
      contract_id: terms.id,
      consignee_id: way.id,
      contractor: terms.contractor,
      seller: terms.seller,
      contract: terms.contract,
      consignee: way.name,
      delivery_run: plan.delivery_run,
      lines_count: plan.lines.length,
      total_kop: plan.totalKop,
      vat_kop: plan.vatKop,
      due_on: plan.dueOn,
      accept_until: plan.acceptUntil,
      orders: [...new Map(plan.lines.map(({ line }) => [line.order_id, line.order_number]))].map(([id, number]) => ({
        id,
        number,
        incomplete: incomplete.get(id)?.text ?? null,
      })),
      needs_number: terms.accounting_mode === '1c',
      held: shipmentHoldReason(terms, standings.get(terms.id), { kop: sums.get(terms.id) ?? 0 }),
    })),
    may_despite: mayDespite,
  }
}

/** Returns the number given by 1С, or null when the portal numbers shipments itself. */
function typedNumber({ terms, way }: PlannedDocument, numbers: ShipReady['numbers']): string | null {
  const at = (numbers ?? []).findIndex((one) => one.contract_id === terms.id && one.consignee_id === way.id)
  const typed = numbers?.[at]?.number
  if (terms.accounting_mode === '1c') {
    if (typed !== undefined) return typed
    throw new AppError('input.invalid', {
      detail: `Учёт продавца ведётся в 1С: укажите номер отгрузки. ${terms.seller}, ${way.name}`,
      errors: [{ path: 'numbers', message: 'Укажите номер из 1С' }],
    })
  }
  if (typed === undefined) return null
  throw new AppError('input.invalid', {
    errors: [{ path: `numbers.${at}.number`, message: 'Этому продавцу номера даёт портал' }],
  })
}

const movesOf = (lines: PlannedDocument['lines'], ids: ReadonlyMap<number, number>): LineMove[] =>
  lines.flatMap(({ line, allocations }) =>
    allocations.map(({ state, qty }) => ({
      lineId: line.line_id,
      from: state,
      to: 'shipped' as const,
      qty,
      shipmentLine: { from: null, to: ids.get(line.line_id) ?? null },
    })),
  )

interface Made {
  id: number
  number: string
  plan: PlannedDocument
  moves: LineMove[]
}

/**
 * Returns the next number of the seller's year; its row stays locked until the shipment is written, so there is no gap.
 */
async function nextNumber(tx: Transaction<DB>, terms: queries.ContractTerms, today: string): Promise<string> {
  const running = await nextDocumentNumber(tx, terms.seller_id, 'shipment', Number(today.slice(0, 4)))
  return `${terms.invoice_prefix}-${String(running).padStart(6, '0')}`
}

async function writeShipment(
  tx: Transaction<DB>,
  { now, author, shippedOn }: { now: Date; author: Author; shippedOn: string | undefined },
  plan: PlannedDocument,
  typed: string | null,
): Promise<Made> {
  const { terms, way } = plan
  const today = shippedOn ?? moscowDate(now)
  const number = typed ?? (await nextNumber(tx, terms, today))
  const shipment = {
    number,
    seller_id: terms.seller_id,
    contract_id: terms.id,
    contractor_id: terms.contractor_id,
    consignee_id: way.id,
    shipped_on: today,
    due_on: plan.dueOn,
    accept_until: plan.acceptUntil,
    delivery_run: plan.delivery_run,
    total_kop: plan.totalKop,
    vat_kop: plan.vatKop,
    created_at: now,
  }
  const row = await queries.insertShipment(tx, shipment, author)
  if (!row) throw new AppError('shipment.number_taken', { detail: `Отгрузка № ${number} у этого продавца уже есть` })
  const lines = plan.lines.map((line) => ({
    order_line_id: line.line.line_id,
    qty: line.qty,
    price_kop: line.line.price_kop,
    sum_kop: line.sumKop,
    vat_rate: line.vatRate,
    vat_kop: line.vatKop,
  }))
  const ids = await queries.insertShipmentLines(tx, row.id, lines)
  return { id: row.id, number, plan, moves: movesOf(plan.lines, ids) }
}

/**
 * Checks the contracts' debt including these shipments: the rows are locked, so two shipments never use the same limit.
 * @returns contracts that are held nevertheless
 */
async function requireFree(tx: Transaction<DB>, plans: readonly PlannedDocument[], today: string, mayLeave: boolean) {
  const ids = [...new Set(plans.map(({ terms }) => terms.id))]
  await lockContracts(tx, ids)
  const standings = await selectContractBalances(tx, ids, today)
  const heldIds = new Set<number>()
  for (const { terms, way, totalKop } of plans) {
    const held = shipmentHoldReason(terms, standings.get(terms.id), { kop: totalKop, isCounted: true })
    if (held !== null && !mayLeave)
      throw new AppError('shipment.on_hold', { detail: `${terms.contractor}, ${way.name}. ${held}` })
    if (held !== null) heldIds.add(terms.id)
  }
  return heldIds
}

/** Orders of the shipment that are shipped in part against the wish of their buyer, for the journal. */
function partialChanges({ lines }: PlannedDocument, incomplete: ReadonlyMap<number, IncompleteOrder>) {
  const ids = new Set(lines.map(({ line }) => line.order_id))
  return [...ids].flatMap((id) => {
    const order = incomplete.get(id)
    return order ? [{ field: 'Отгружено не целиком', before: null, after: `Заказ № ${order.number}` }] : []
  })
}

/**
 * Ships the quantities: one document for each contract and point, numbered without gaps within the seller's year. Locks
 * are taken in a fixed order: orders, offers, numbers, contracts.
 * @throws AppError every refusal of planning, `shipment.order_incomplete`, `shipment.on_hold`, `shipment.number_taken`
 */
export async function shipReady(
  tx: Transaction<DB>,
  deps: ShipmentDeps,
  { mayDespite, author, shippedOn }: Shipper,
  input: ShipReady,
) {
  const now = deps.clock.now()
  const lineIds = input.lines.map((line) => line.line_id)
  await lockParts(tx, lineIds)
  await lockStockOf(tx, lineIds)
  const plans = (await planOf(tx, deps, input.lines, shippedOn)).toSorted(
    (one, other) => one.terms.seller_id - other.terms.seller_id || one.way.id - other.way.id,
  )
  const incomplete = await findIncompleteOrders(tx, plans)
  if (input.allow_partial !== true) requireComplete(incomplete)
  const numbers = plans.map((plan) => typedNumber(plan, input.numbers))
  const made: Made[] = []
  for (const [at, plan] of plans.entries())
    made.push(await writeShipment(tx, { now, author, shippedOn }, plan, numbers[at] ?? null))
  const moves = made.flatMap((one) => one.moves)
  await moveLines(tx, { mover: 'staff', author }, moves, now)
  const reason = input.despite_reason ?? ''
  const heldIds = await requireFree(tx, plans, moscowDate(now), reason !== '' && mayDespite)
  await publishEvents(
    tx,
    made.map(({ id, number, plan }) => ({
      kind: 'shipment.created',
      about: 'shipment',
      aboutId: id,
      label: number,
      contractorId: plan.terms.contractor_id,
      consigneeId: plan.way.id,
      author,
    })),
    now,
  )
  for (const { id, number, plan } of made) {
    const isHeld = heldIds.has(plan.terms.id)
    if (isHeld) await queries.setDespiteReason(tx, id, reason)
    await recordEvent(tx, author, {
      event: 'shipment.created',
      contractorId: plan.terms.contractor_id,
      object: `Отгрузка № ${number}, ${formatMoney(plan.totalKop)} ₽`,
      changes: [
        ...(isHeld ? [{ field: 'Отгружено вопреки остановке', before: null, after: reason }] : []),
        ...partialChanges(plan, incomplete),
      ],
    })
  }
  return made.map(({ id, number, plan }) => ({ id, number, consignee: plan.way.name, total_kop: plan.totalKop }))
}
