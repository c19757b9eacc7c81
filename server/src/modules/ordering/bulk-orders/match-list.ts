import { EventEmitter, once } from 'node:events'
import { roundedUp } from '@artikul/contract/catalog/sale-step'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Db, Sql } from '../../../platform/db/index.ts'
import { loggable } from '../../../platform/telemetry/log-error.ts'
import { selectOffersOfProducts, type ReadBrands } from '../../catalog/index.ts'
import { selectConsigneePoints } from '../../companies/index.ts'
import type { Pricing, Quote } from '../../pricing/index.ts'
import { findProducts, type Meaning } from './find-products.ts'
import {
  candidateOf,
  cheapestOf,
  shareGoods,
  type Candidate,
  type PickedOffer,
  type AllocatedGoods,
  type RequestedQuantity,
} from './list-choices.ts'
import {
  saveProgress,
  saveResults,
  selectBulkOrderRows,
  selectAllocated,
  selectBulkOrderWork,
  type RowOfList,
  type RowResult,
} from './bulk-orders.queries.ts'

export interface MatchDeps {
  driver: Sql
  pricing: Pricing
  readBrands: ReadBrands
  clock: Clock
}

/** Contractor whose prices apply, and the default point for rows that name none. */
export interface ListPlace {
  contractorId: number | null
  consigneeId: number | null
}

type MatchedRow = Pick<
  RowOfList,
  'position' | 'article' | 'brand' | 'own_code' | 'fault' | 'name' | 'qty' | 'ceiling_kop' | 'consignee_id'
>

/** Reads the zones of the company's points, on which delivery dates of rows depend. */
export async function readZones(db: Db, { contractorId, consigneeId }: ListPlace) {
  const points = contractorId === null ? [] : await selectConsigneePoints(db, { contractorId, limits: null })
  const zones = new Map(points.map(({ id, zone_id }) => [id, zone_id]))
  const usual = consigneeId === null ? (points[0]?.zone_id ?? null) : (zones.get(consigneeId) ?? null)
  return (pointId: number | null): number | null => (pointId === null ? usual : (zones.get(pointId) ?? null))
}
type ZoneOf = Awaited<ReturnType<typeof readZones>>

/** Selects the candidates for rows whose goods are known. */
export async function selectWanted(
  { driver, pricing }: Pick<MatchDeps, 'driver' | 'pricing'>,
  place: ListPlace,
  zoneOf: ZoneOf,
  rows: readonly (Pick<MatchedRow, 'position' | 'qty' | 'ceiling_kop' | 'consignee_id'> & { productId: number })[],
): Promise<RequestedQuantity[]> {
  if (rows.length === 0) return []
  const [quote, offers] = await Promise.all([
    pricing(place.contractorId),
    selectOffersOfProducts(driver, [...new Set(rows.map((row) => row.productId))]),
  ])
  const offersOf = Map.groupBy(offers, (offer) => offer.asked_id)
  return rows.map((row) => ({
    position: row.position,
    qty: row.qty ?? 1,
    ceilingKop: row.ceiling_kop,
    candidates: candidatesOf(offersOf.get(row.productId) ?? [], quote, zoneOf(row.consignee_id), row.qty ?? 1),
  }))
}

const candidatesOf = (
  offers: readonly Parameters<typeof candidateOf>[0][],
  quote: Quote,
  zoneId: number | null,
  qty: number,
): Candidate[] =>
  offers.flatMap((offer) => {
    const priced = quote(offer, zoneId, { qty: roundedUp(qty, offer) })
    return priced === null ? [] : [candidateOf(offer, priced)]
  })

export const NO_CHOICE = {
  first_product_id: null,
  first_warehouse_id: null,
  first_qty: null,
  second_product_id: null,
  second_warehouse_id: null,
  second_qty: null,
}

/** Converts the choice into its stored form. */
export const storedChoice = ([first, second]: readonly PickedOffer[]) => ({
  ...NO_CHOICE,
  ...(first && {
    first_product_id: first.candidate.productId,
    first_warehouse_id: first.candidate.warehouse.id,
    first_qty: first.qty,
  }),
  ...(second && {
    second_product_id: second.candidate.productId,
    second_warehouse_id: second.candidate.warehouse.id,
    second_qty: second.qty,
  }),
})

const isWhole = (wanted: RequestedQuantity, picks: readonly PickedOffer[]) =>
  picks.reduce((sum, { qty }) => sum + qty, 0) >= wanted.qty

/** True when a smallest order is more than twice the requested quantity: the buyer decides about the rest. */
const isMuchMore = (wanted: RequestedQuantity, picks: readonly PickedOffer[]) =>
  picks.some(({ candidate: { offer } }) => (offer.min_qty ?? 0) > 2 * wanted.qty)

/**
 * Chooses the cheapest goods that cover the row; goods above the buyer's price or with a smallest order far above the
 * quantity are shown but not selected.
 */
function resultOf(
  position: number,
  { state, productId, match_reason }: Meaning,
  wanted: RequestedQuantity | undefined,
  shared: ReturnType<typeof shareGoods>,
): RowResult {
  const base = { position, match_reason, product_id: productId, ...NO_CHOICE, selected: false, state }
  if (wanted === undefined) return base
  if (wanted.candidates.length === 0) return { ...base, state: 'no_offers' }
  const allowed = shared.choose(wanted, cheapestOf)
  const picks = allowed.length > 0 ? allowed : shared.choose({ ...wanted, ceilingKop: null }, cheapestOf)
  const selected = state !== 'check' && allowed.length > 0 && isWhole(wanted, allowed) && !isMuchMore(wanted, allowed)
  if (selected) shared.take(allowed)
  const isReplaced = picks.length > 0 && picks.every(({ candidate }) => !candidate.isAsked)
  return {
    ...base,
    ...storedChoice(picks),
    state: isReplaced && state !== 'check' ? 'replacement' : state,
    selected,
  }
}

interface MatchContext {
  /** Stock used by the other rows of the list. */
  allocated: AllocatedGoods
  /** Rows whose goods are already known. */
  known?: ReadonlyMap<number, Meaning> | undefined
}

/** Finds goods for the rows and chooses the cheapest ones that cover each row; writes nothing. */
export async function matchRows(
  db: Db,
  deps: MatchDeps,
  place: ListPlace,
  rows: readonly MatchedRow[],
  { allocated, known = new Map() }: MatchContext,
): Promise<RowResult[]> {
  const zoneOf = await readZones(db, place)
  const rowsToFind = rows.filter((row) => !known.has(row.position))
  const sources = { driver: deps.driver, db, brands: await deps.readBrands(), contractorId: place.contractorId }
  const meanings = new Map([...known, ...(await findProducts(sources, rowsToFind))])
  const meant = rows.flatMap((row) => {
    const productId = meanings.get(row.position)?.productId ?? null
    return productId === null ? [] : [{ ...row, productId }]
  })
  const wanted = new Map((await selectWanted(deps, place, zoneOf, meant)).map((row) => [row.position, row]))
  const shared = shareGoods(allocated)
  return rows.flatMap(({ position }) => {
    const meaning = meanings.get(position)
    return meaning ? [resultOf(position, meaning, wanted.get(position), shared)] : []
  })
}

/** What a row of a company's list asked for, and whether it was found and available. */
export interface ListWish {
  article: string
  name: string
  productId: number | null
  hasOffers: boolean
}

const wishesOf = (rows: readonly MatchedRow[], results: readonly RowResult[]): ListWish[] => {
  const resultOfRow = new Map(results.map((result) => [result.position, result]))
  return rows.flatMap(({ position, article, name }) => {
    const result = resultOfRow.get(position)
    return result ? [{ article, name, productId: result.product_id, hasOffers: result.first_product_id !== null }] : []
  })
}

interface MatcherDeps extends MatchDeps {
  log: Logger
  /** Notes the rows of a company's list for the statistics of demand. */
  noteList: (contractorId: number, wishes: readonly ListWish[]) => void
}

const CHUNK = 500
/** Polling interval of a watcher: another server may be processing the list. */
const POLL_MS = 500
/** A list without progress for this long counts as abandoned by its server. */
const ABANDONED_MS = 10_000

/**
 * Processes lists in the background, a chunk at a time. Finished chunks survive a crash; when two servers process one
 * list, the slower one loses only a chunk of work.
 */
export function createMatcher(database: Pick<Database, 'forTenant'>, deps: MatcherDeps) {
  const db = database.forTenant('any')
  const running = new Map<number, Promise<void>>()
  const moves = new EventEmitter().setMaxListeners(0)

  /**
   * Looks up the next rows without occupying a database connection, and writes them unless another process has advanced
   * the list meanwhile.
   */
  async function nextChunk(bulkOrderId: number): Promise<boolean> {
    const list = await selectBulkOrderWork(db, bulkOrderId, { lock: false })
    if (!list || list.done_count >= list.rows_count) return false
    const rows = await selectBulkOrderRows(db, bulkOrderId, { after: list.done_count, most: CHUNK })
    const place = { contractorId: list.contractor_id, consigneeId: list.consignee_id }
    const allocated = await selectAllocated(db, bulkOrderId, [])
    const results = await matchRows(db, deps, place, rows, { allocated })
    await db.transaction().execute(async (tx) => {
      const now = await selectBulkOrderWork(tx, bulkOrderId, { lock: true })
      if (now?.version !== list.version || now.done_count !== list.done_count) return
      await saveResults(tx, bulkOrderId, results)
      await saveProgress(tx, bulkOrderId, list.done_count + rows.length, deps.clock.now())
    })
    if (list.contractor_id !== null) deps.noteList(list.contractor_id, wishesOf(rows, results))
    return true
  }

  async function work(bulkOrderId: number) {
    try {
      while (await nextChunk(bulkOrderId)) moves.emit(String(bulkOrderId))
    } catch (error) {
      deps.log.error({ err: loggable(error) }, 'bulk order not matched')
    } finally {
      running.delete(bulkOrderId)
      moves.emit(String(bulkOrderId))
    }
  }

  return {
    start: (bulkOrderId: number) => {
      if (!running.has(bulkOrderId)) running.set(bulkOrderId, work(bulkOrderId))
    },
    /** Ensures that the list is being processed: by this server, or by another one with recent progress. */
    ensure(list: { id: number; done_count: number; rows_count: number; processed_at: Date }) {
      const isAbandoned = deps.clock.now().getTime() - list.processed_at.getTime() > ABANDONED_MS
      if (list.done_count < list.rows_count && isAbandoned) this.start(list.id)
    },
    /** Resolves when the list has advanced or the polling interval has passed. */
    moved: async (bulkOrderId: number): Promise<void> => {
      const signal = AbortSignal.timeout(POLL_MS)
      await once(moves, String(bulkOrderId), { signal }).catch(() => undefined)
    },
    stop: async () => {
      await Promise.all(running.values())
    },
  }
}
export type Matcher = ReturnType<typeof createMatcher>
