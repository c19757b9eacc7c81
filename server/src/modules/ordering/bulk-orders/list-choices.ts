import { lineSumKop, toThousandths } from '@artikul/contract/core/money'
import { roundedDown, roundedUp } from '@artikul/contract/catalog/sale-step'
import type { Strategy } from '@artikul/contract/ordering/bulk-orders'
import type { RelatedOfferRow } from '../../catalog/index.ts'
import type { PricedOffer } from '../../pricing/index.ts'

/** Offer that may be chosen for a row. */
export interface Candidate extends PricedOffer {
  productId: number
  /** True for offers of the requested number itself, false for its replacements. */
  isAsked: boolean
}
/** Quantity of one candidate, in the product's unit. */
export interface PickedOffer {
  candidate: Candidate
  qty: number
}
/** Row that needs a choice. */
export interface RequestedQuantity {
  position: number
  qty: number
  ceilingKop: number | null
  candidates: readonly Candidate[]
}
export type Choices = ReadonlyMap<number, readonly PickedOffer[]>

export const candidateOf = (row: RelatedOfferRow, priced: PricedOffer): Candidate => ({
  ...priced,
  productId: row.product_id,
  isAsked: row.relation === 'asked',
})

type Order = (qty: number) => (a: Candidate, b: Candidate) => number
const dateOrder = (a: Candidate, b: Candidate) => a.offer.expected_date.localeCompare(b.offer.expected_date)
/** Cost of a row's quantity, which a smallest order or a pack may raise above that of a dearer unit. */
const costOf = ({ offer }: Candidate, qty: number) => lineSumKop(offer.price_kop, toThousandths(roundedUp(qty, offer)))
const byPrice: Order = (qty) => (a, b) => costOf(a, qty) - costOf(b, qty) || dateOrder(a, b)
const byDate: Order = (qty) => (a, b) => dateOrder(a, b) || costOf(a, qty) - costOf(b, qty)

const covers = ({ offer, available }: Candidate, qty: number) =>
  !offer.qty_exact || toThousandths(available) >= toThousandths(roundedUp(qty, offer))
const sumOf = (picks: readonly PickedOffer[]) =>
  picks.reduce((sum, { candidate, qty }) => sum + lineSumKop(candidate.offer.price_kop, toThousandths(qty)), 0)

/**
 * Filters the candidates that may be chosen automatically: not above the buyer's price; the requested number precedes
 * its replacements.
 */
function allowed({ candidates, ceilingKop }: RequestedQuantity): readonly Candidate[] {
  const affordable = candidates.filter(({ offer }) => ceilingKop === null || offer.price_kop <= ceilingKop)
  const requested = affordable.filter(({ isAsked }) => isAsked)
  return requested.length > 0 ? requested : affordable
}

/** Calculates the largest quantity of the candidate that can be sold. */
const maxQtyOf = ({ offer, available }: Candidate): number => roundedDown(available, offer)

/**
 * Picks the best candidate that covers the quantity, fresh price lists first; else two places that cover it together
 * («Набрать 6 + 4»); else the one with the largest quantity.
 */
function pick(candidates: readonly Candidate[], qty: number, order: Order): PickedOffer[] {
  const compare = order(qty)
  const sorted = candidates.toSorted((a, b) => Number(a.offer.stale) - Number(b.offer.stale) || compare(a, b))
  const whole = sorted.find((candidate) => covers(candidate, qty))
  if (whole !== undefined) return [{ candidate: whole, qty: roundedUp(qty, whole.offer) }]
  const partial = sorted.filter((candidate) => maxQtyOf(candidate) > 0)
  for (const first of partial) {
    const left = (toThousandths(qty) - toThousandths(maxQtyOf(first))) / 1000
    const second = partial.find((candidate) => candidate !== first && covers(candidate, left))
    if (second !== undefined)
      return [
        { candidate: first, qty: maxQtyOf(first) },
        { candidate: second, qty: roundedUp(left, second.offer) },
      ]
  }
  const most = partial.toSorted((a, b) => maxQtyOf(b) - maxQtyOf(a))[0]
  return most === undefined ? [] : [{ candidate: most, qty: maxQtyOf(most) }]
}

/** Reserved quantities in thousandths, by product and warehouse ids. */
export type AllocatedGoods = ReadonlyMap<string, number>
export const placeOfGoods = (productId: number, warehouseId: number) => `${productId} ${warehouseId}`

/** Offers each row the stock left by earlier rows; when none is left, the row sees the full stock. */
export function shareGoods(allocatedGoods: AllocatedGoods = new Map()) {
  const ledger = new Map(allocatedGoods)
  const placeOf = ({ productId, warehouse }: Candidate) => placeOfGoods(productId, warehouse.id)
  const leftOf = (candidate: Candidate): Candidate => {
    const allocatedQty = candidate.offer.qty_exact ? ledger.get(placeOf(candidate)) : undefined
    if (allocatedQty === undefined) return candidate
    return { ...candidate, available: Math.max(0, toThousandths(candidate.available) - allocatedQty) / 1000 }
  }
  return {
    choose<Picks extends readonly PickedOffer[]>(
      row: RequestedQuantity,
      choice: (row: RequestedQuantity) => Picks,
    ): Picks {
      const picks = choice({ ...row, candidates: row.candidates.map(leftOf) })
      return picks.length > 0 ? picks : choice(row)
    },
    take: (picks: readonly PickedOffer[]) => {
      for (const { candidate, qty } of picks)
        ledger.set(placeOf(candidate), (ledger.get(placeOf(candidate)) ?? 0) + toThousandths(qty))
    },
  }
}

function choiceOf(
  rows: readonly RequestedQuantity[],
  choice: (row: RequestedQuantity) => readonly PickedOffer[],
): Choices {
  const shared = shareGoods()
  return new Map(
    rows.map((row) => {
      const picks = shared.choose(row, choice)
      shared.take(picks)
      return [row.position, picks]
    }),
  )
}

const isAt = (warehouseId: number) => (candidate: Candidate) => candidate.warehouse.id === warehouseId

/** Finds, for each warehouse id, the rows that the warehouse covers completely. */
function wholeRowsByWarehouse(rows: readonly RequestedQuantity[]): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>()
  for (const row of rows)
    for (const candidate of allowed(row)) {
      if (!covers(candidate, row.qty)) continue
      const known = found.get(candidate.warehouse.id) ?? new Set()
      found.set(candidate.warehouse.id, known.add(row.position))
    }
  return found
}

/**
 * Finds a small set of warehouses that together cover every row that can be covered, adding the one that covers the
 * most new rows each time (greedy set cover).
 */
function fewestWarehouses(rows: readonly RequestedQuantity[]): Set<number> {
  const left = wholeRowsByWarehouse(rows)
  const chosen = new Set<number>()
  for (;;) {
    let best: [number, Set<number>] | undefined
    for (const entry of left) if (entry[1].size > (best?.[1].size ?? 0)) best = entry
    if (best === undefined) return chosen
    const [id, given] = best
    chosen.add(id)
    left.delete(id)
    for (const [other, positions] of left)
      left.set(other, new Set([...positions].filter((position) => !given.has(position))))
  }
}

/** Finds the warehouse that covers the most rows completely; the cheaper one when several are equal. */
function bestWarehouse(rows: readonly RequestedQuantity[]): number | null {
  const costAt = (id: number) =>
    rows.reduce((sum, row) => sum + sumOf(pick(allowed(row).filter(isAt(id)), row.qty, byPrice)), 0)
  const whole = [...wholeRowsByWarehouse(rows)].toSorted((a, b) => b[1].size - a[1].size)
  const equal = whole.filter(([, positions]) => positions.size === whole[0]?.[1].size).map(([id]) => id)
  return equal.length < 2 ? (equal[0] ?? null) : (equal.toSorted((a, b) => costAt(a) - costAt(b))[0] ?? null)
}

/** Picks the cheapest goods that cover the row. */
export const cheapestOf = (row: RequestedQuantity) => pick(allowed(row), row.qty, byPrice)

/** Chooses goods for every row under a strategy, in order of rows; a row that the strategy leaves out has no picks. */
export function chooseBy(strategy: Strategy, rows: readonly RequestedQuantity[]): Choices {
  switch (strategy) {
    case 'cheapest':
      return choiceOf(rows, cheapestOf)
    case 'fastest':
      return choiceOf(rows, (row) => pick(allowed(row), row.qty, byDate))
    case 'one_warehouse': {
      const id = bestWarehouse(rows)
      return choiceOf(rows, (row) => (id === null ? [] : pick(allowed(row).filter(isAt(id)), row.qty, byPrice)))
    }
    case 'fewest': {
      const ids = fewestWarehouses(rows)
      const among = (row: RequestedQuantity) => allowed(row).filter(({ warehouse }) => ids.has(warehouse.id))
      return choiceOf(rows, (row) => {
        const picks = pick(among(row), row.qty, byPrice)
        return picks.length > 0 ? picks : pick(allowed(row), row.qty, byPrice)
      })
    }
  }
}

const isCovered = ({ qty }: RequestedQuantity, picks: readonly PickedOffer[]) =>
  picks.reduce((sum, picked) => sum + toThousandths(picked.qty), 0) >= toThousandths(qty)

/**
 * Compares two choices over the rows that both cover completely: a choice that leaves rows out is not cheaper for it.
 * @returns the cost of the first above that of the second; null when there is no such row
 */
export function extraOver(rows: readonly RequestedQuantity[], choices: Choices, others: Choices): number | null {
  const picksOf = (of: Choices, { position }: RequestedQuantity) => of.get(position) ?? []
  const common = rows.filter((row) => isCovered(row, picksOf(choices, row)) && isCovered(row, picksOf(others, row)))
  if (common.length === 0) return null
  return common.reduce((sum, row) => sum + sumOf(picksOf(choices, row)) - sumOf(picksOf(others, row)), 0)
}

/** Sums up the choices and compares them with the cheapest ones. */
export function summed(rows: readonly RequestedQuantity[], choices: Choices, cheapest: Choices) {
  const picks = rows.map((row) => choices.get(row.position) ?? [])
  const all = picks.flat()
  const dates = all.map(({ candidate }) => candidate.offer.expected_date)
  return {
    covered: rows.filter((row, at) => isCovered(row, picks[at] ?? [])).length,
    possible: rows.filter((row) => allowed(row).length > 0).length,
    sum_kop: sumOf(all),
    extra_kop: extraOver(rows, choices, cheapest),
    shipments: new Set(all.map(({ candidate }) => `${candidate.warehouse.id} ${candidate.offer.expected_date}`)).size,
    latest_date: dates.length === 0 ? null : dates.reduce((a, b) => (a > b ? a : b)),
  }
}
