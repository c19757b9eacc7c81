import { keysOf } from '@artikul/contract/core/keys'
import { ONE_BY_ONE, roundedUp } from '@artikul/contract/catalog/sale-step'
import type { ListRow } from '@artikul/contract/ordering/bulk-order-rows'
import { STRATEGIES, type ListRowPatch, type Strategy } from '@artikul/contract/ordering/bulk-orders'
import type { Kysely } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { selectOfferPair, selectOffersOfPairs } from '../../catalog/index.ts'
import type { RedeemOffer } from '../../suppliers/index.ts'
import type { Meaning } from './find-products.ts'
import { chooseBy, summed, type Choices, type RequestedQuantity } from './list-choices.ts'
import { rowProblemOf } from './list-rows.ts'
import * as queries from './bulk-orders.queries.ts'
import { readListRows } from './read-bulk-orders.ts'
import {
  bulkOrderNotFound,
  placeOf,
  requireList,
  requirePoint,
  rowNotFound,
  type ListCaller,
  type ListDeps,
} from './bulk-orders.ts'
import { matchRows, NO_CHOICE, readZones, selectWanted, storedChoice, type ListPlace } from './match-list.ts'

/** Selects the candidates of rows whose goods are known and not in the cart yet. */
async function wantedOf(db: Db, deps: ListDeps, place: ListPlace, bulkOrderId: number) {
  const meant = (await queries.selectBulkOrderRows(db, bulkOrderId)).flatMap((row) =>
    row.product_id === null || row.qty === null || row.in_cart ? [] : [{ ...row, productId: row.product_id }],
  )
  return selectWanted(deps, place, await readZones(db, place), meant)
}

/**
 * Compares the totals of every strategy for the whole list without choosing anything.
 * @throws AppError `not_found`
 */
export async function compareStrategies(db: Db, deps: ListDeps, caller: ListCaller, id: number) {
  const list = await requireList(db, caller, id)
  const wanted = await wantedOf(db, deps, placeOf(caller, list), id)
  const cheapest = chooseBy('cheapest', wanted)
  return keysOf(STRATEGIES).map((strategy) => {
    const choices = strategy === 'cheapest' ? cheapest : chooseBy(strategy, wanted)
    return { strategy, ...summed(wanted, choices, cheapest) }
  })
}

function chosenRow(row: queries.RowOfList, { candidates }: RequestedQuantity, choices: Choices): queries.RowResult {
  const picks = choices.get(row.position) ?? []
  const isReplaced = picks.length > 0 && picks.every(({ candidate }) => !candidate.isAsked)
  const known = row.state === null || row.state === 'replacement' ? meaningOf(row).state : row.state
  return {
    ...row,
    ...storedChoice(picks),
    state: candidates.length === 0 ? 'no_offers' : isReplaced ? 'replacement' : known,
    selected: picks.length > 0 && row.state !== 'check',
  }
}

/**
 * Chooses offers for every row that is not in the cart yet.
 * @throws AppError `not_found`
 */
export async function chooseAll(db: Kysely<DB>, deps: ListDeps, caller: ListCaller, id: number, strategy: Strategy) {
  const list = await requireList(db, caller, id)
  const wanted = new Map((await wantedOf(db, deps, placeOf(caller, list), id)).map((row) => [row.position, row]))
  const choices = chooseBy(strategy, [...wanted.values()])
  await db.transaction().execute(async (tx) => {
    if (!(await queries.lockList(tx, caller.owner, id))) throw bulkOrderNotFound()
    const rows = await queries.selectBulkOrderRows(tx, id, { positions: [...wanted.keys()] })
    const results = rows.flatMap((row) => {
      const own = wanted.get(row.position)
      return own ? [chosenRow(row, own, choices)] : []
    })
    await queries.saveResults(tx, id, results)
    await queries.signList(tx, caller.owner, id, caller.author)
  })
}

/** Goods already found for the row. */
function meaningOf({ product_id: productId, state, match_reason }: queries.RowOfList): Meaning {
  if (state === 'own_code') return { state, productId, match_reason: null }
  if (match_reason === null) return { state: 'found', productId, match_reason: null }
  return {
    state: match_reason === 'look_alikes' ? 'check' : 'read',
    productId,
    match_reason: match_reason as Meaning['match_reason'],
  }
}

type Correction = Pick<ListRowPatch, 'article' | 'qty' | 'product_id'>

/** Repeats the search for the row as far as the correction affects it. */
async function rematched(db: Db, deps: ListDeps, place: ListPlace, row: queries.RowOfList, correction: Correction) {
  const written = { article: correction.article ?? row.article, qty: correction.qty ?? row.qty }
  const fault = rowProblemOf({ ...row, ...written })
  const productId = correction.product_id ?? (correction.article === undefined ? row.product_id : null)
  const meaning: Meaning =
    correction.product_id === undefined
      ? { ...meaningOf(row), productId }
      : { state: 'found', productId, match_reason: null }
  const known = productId === null || fault !== null ? undefined : new Map([[row.position, meaning]])
  const allocated = await queries.selectAllocated(db, row.bulk_order_id, [row.position])
  const results = await matchRows(db, deps, place, [{ ...row, ...written, fault }], { allocated, known })
  return { written: { ...written, fault }, results }
}

/** Replaces the row's choice with an offer of any goods. */
async function choiceOf(db: Db, deps: ListDeps, place: ListPlace, row: queries.RowOfList, offerId: number) {
  const pair = await selectOfferPair(db, offerId)
  if (!pair) throw new AppError('offer.gone')
  const wanted = await selectWanted(deps, place, await readZones(db, place), [{ ...row, productId: pair.product_id }])
  const candidate = wanted[0]?.candidates.find(({ offer }) => offer.id === offerId)
  if (!candidate) throw new AppError('offer.gone')
  const qty = roundedUp(row.qty ?? 1, candidate.offer)
  return {
    ...storedChoice([{ candidate, qty }]),
    product_id: row.product_id ?? pair.product_id,
    state: row.product_id === null || row.state === 'check' ? 'found' : row.state,
    selected: true,
    in_cart: false,
  }
}

export interface RowDeps extends ListDeps {
  takeOffer: RedeemOffer
}

/** Replaces the row's choice with an offer of an online supplier, which is stored as a regular offer. */
async function chooseOnlineOffer(
  tx: Db,
  { takeOffer }: RowDeps,
  contractorId: number | null,
  row: queries.RowOfList,
  reference: string,
) {
  if (contractorId === null) throw new AppError('offer.gone')
  const pair = await takeOffer(tx, reference, contractorId)
  const [offer] = await selectOffersOfPairs(tx, [pair])
  return {
    ...NO_CHOICE,
    first_product_id: pair.product_id,
    first_warehouse_id: pair.warehouse_id,
    first_qty: roundedUp(row.qty ?? 1, offer ?? ONE_BY_ONE),
    product_id: row.product_id ?? pair.product_id,
    state: row.product_id === null || row.state === 'no_offers' ? ('found' as const) : row.state,
    selected: true,
    in_cart: false,
  }
}

async function readRow(db: Db, id: number, position: number) {
  const [row] = await queries.selectBulkOrderRows(db, id, { positions: [position] })
  if (!row) throw rowNotFound()
  return row
}

/**
 * Corrects a row, repeats the search that depends on the change and returns the updated row.
 * @throws AppError `not_found`, `offer.gone`, `offer.outdated`
 */
export async function changeRow(
  db: Kysely<DB>,
  deps: RowDeps,
  caller: ListCaller,
  { id, position }: { id: number; position: number },
  { article, qty, product_id, offer_id, reference, ...plain }: ListRowPatch,
): Promise<ListRow> {
  await requirePoint(db, caller, plain.consignee_id)
  const place = placeOf(caller, await requireList(db, caller, id))
  const row = await readRow(db, id, position)
  const isCorrected = article !== undefined || qty !== undefined || product_id !== undefined
  const found = isCorrected ? await rematched(db, deps, place, row, { article, qty, product_id }) : null
  const choice =
    offer_id === undefined ? null : await choiceOf(db, deps, place, { ...row, qty: qty ?? row.qty }, offer_id)
  await db.transaction().execute(async (tx) => {
    const changes = { ...plain, ...found?.written }
    if (Object.keys(changes).length > 0) await queries.updateRows(tx, id, [position], changes)
    if (found) await queries.saveResults(tx, id, found.results)
    if (choice) await queries.updateRows(tx, id, [position], choice)
    if (reference !== undefined) {
      const onlineChoice = await chooseOnlineOffer(
        tx,
        deps,
        place.contractorId,
        { ...row, qty: qty ?? row.qty },
        reference,
      )
      await queries.updateRows(tx, id, [position], onlineChoice)
    }
    await queries.signList(tx, caller.owner, id, caller.author)
  })
  const [changed] = await readListRows(db, deps.pricing, place, id, { positions: [position] })
  if (!changed) throw rowNotFound()
  return changed
}

/**
 * Selects rows or assigns them to another point.
 * @throws AppError `not_found`
 */
export async function changeRows(
  db: Kysely<DB>,
  caller: ListCaller,
  id: number,
  { positions, selected, consignee_id }: Pick<ListRowPatch, 'selected' | 'consignee_id'> & { positions: number[] },
) {
  await requirePoint(db, caller, consignee_id)
  await requireList(db, caller, id)
  await db.transaction().execute(async (tx) => {
    if (selected !== undefined) await queries.markRows(tx, id, positions, selected)
    if (consignee_id !== undefined) await queries.updateRows(tx, id, positions, { consignee_id })
    await queries.signList(tx, caller.owner, id, caller.author)
  })
}
