import type { PricesBySeller, PricesOfColumns } from './column-prices.ts'

/** Goods and their source. Markups are in hundredths of a per cent. */
export interface PricedGoods {
  productId: number
  brandId: number
  inventoryGroupId: number | null
  supplyRouteId: number
  /** Goods of the seller's own warehouses, to which the prices of columns apply. */
  isOwnStock: boolean
  purchaseKop: number
  /** Added to the purchase price for the weight of one unit. */
  weightKop: number
  supplyRouteMarkup: number
  /** VAT in per cent that the price must cover besides the purchase price. */
  uncoveredVat: number
}

interface ConditionBase {
  id: number
  /** At most one of both; neither means everybody. */
  contractorId: number | null
  priceGroupId: number | null
  /** A null field matches any value. */
  productId: number | null
  brandId: number | null
  inventoryGroupId: number | null
  supplyRouteId: number | null
  /** Range of purchase prices in kopecks, the upper bound exclusive. */
  purchaseFromKop: number | null
  purchaseToKop: number | null
  qtyFrom: number
  /** First and last day, `YYYY-MM-DD`. */
  validFrom: string
  validTo: string | null
}

/** Price condition: buyers, goods, minimum quantity, period and the resulting price (GLOSSARY: Ценовое условие). */
export type PricingCondition = ConditionBase &
  (
    | { effect: 'markup' | 'discount'; percentHundredths: number }
    | { effect: 'fixed'; fixedKop: number }
    | { effect: 'column'; columnId: number }
    | { effect: 'not_sold' }
  )

/** Price group as a column of prices; markup in hundredths of a per cent. */
export interface PriceColumn {
  id: number | null
  markup: number
  roundsToRuble: boolean
}

/** Group of goods with the values inherited from its ancestors. */
export interface GoodsGroup {
  /** Ids of the group and its ancestors up to the root. */
  path: readonly number[]
  markup: number
  /** Group that defines the markup; null when none does. */
  markupFrom: number | null
  minMarkup: number
  isHidden: boolean
}

/** Stored group: null values are inherited from the parent. */
export interface GroupRow {
  id: number
  parentId: number | null
  markup: number | null
  minMarkup: number | null
  isHidden: boolean | null
}

/** Compiled rules that determine prices. */
export interface PriceRules {
  version: number
  columns: ReadonlyMap<number, PriceColumn>
  /** Most expensive column, for buyers without a price group. */
  retail: PriceColumn
  groups: ReadonlyMap<number, GoodsGroup>
  ungrouped: GoodsGroup
  scopes: ReadonlyMap<string, Scope>
  columnPrices: PricesBySeller
}

/** Rules for one buyer. */
export interface BuyerRules {
  rules: PriceRules
  column: PriceColumn
  /** Own prices of the columns of the seller; undefined when it has none. */
  columnPrices: PricesOfColumns | undefined
  /** Conditions for the company, for its price group, and for everybody. */
  scopes: readonly Scope[]
}

/** Conditions for the same buyers, the most specific first in each list. */
interface Scope {
  name: string
  byProduct: ReadonlyMap<number, readonly PricingCondition[]>
  /** Keys combine brand, group of goods and source; 0 matches any. */
  byTarget: ReadonlyMap<string, readonly PricingCondition[]>
  /** Cached conditions by scope and goods, shared by all scopes to bound its size. */
  gathered: Map<string, readonly PricingCondition[]>
}

const EVERYBODY = 'all'
const scopeOf = ({ contractorId, priceGroupId }: Pick<PricingCondition, 'contractorId' | 'priceGroupId'>) =>
  contractorId === null ? (priceGroupId === null ? EVERYBODY : `group ${priceGroupId}`) : `company ${contractorId}`

const targetOf = (brandId: number | null, groupId: number | null, supplyRouteId: number | null) =>
  `${brandId ?? 0} ${groupId ?? 0} ${supplyRouteId ?? 0}`

const isRanged = ({ purchaseFromKop, purchaseToKop }: PricingCondition) =>
  purchaseFromKop !== null || purchaseToKop !== null

/**
 * Order of conditions for the same target: with a source, with a price range, with the larger quantity, then the
 * newest.
 */
const bySpecificity = (a: PricingCondition, b: PricingCondition): number =>
  Number(b.supplyRouteId !== null) - Number(a.supplyRouteId !== null) ||
  Number(isRanged(b)) - Number(isRanged(a)) ||
  b.qtyFrom - a.qtyFrom ||
  (a.validFrom === b.validFrom ? b.id - a.id : a.validFrom < b.validFrom ? 1 : -1)

function indexed(name: string, conditions: readonly PricingCondition[], gathered: Scope['gathered']): Scope {
  const sorted = conditions.toSorted(bySpecificity)
  return {
    name,
    gathered,
    byProduct: Map.groupBy(
      sorted.filter(({ productId }) => productId !== null),
      ({ productId }) => productId ?? 0,
    ),
    byTarget: Map.groupBy(
      sorted.filter(({ productId }) => productId === null),
      ({ brandId, inventoryGroupId, supplyRouteId }) => targetOf(brandId, inventoryGroupId, supplyRouteId),
    ),
  }
}

/** Lists the group with its ancestors, nearest first; stops at a cycle. */
function pathOf(group: GroupRow, byId: ReadonlyMap<number, GroupRow>): GroupRow[] {
  const path: GroupRow[] = []
  for (let at: GroupRow | undefined = group; at && !path.includes(at); at = byId.get(at.parentId ?? 0)) path.push(at)
  return path
}

function groupsOf(rows: readonly GroupRow[], leastMarkup: number): Map<number, GoodsGroup> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    rows.map((row) => {
      const path = pathOf(row, byId)
      const marked = path.find(({ markup }) => markup !== null)
      return [
        row.id,
        {
          path: path.map(({ id }) => id),
          markup: marked?.markup ?? 0,
          markupFrom: marked?.id ?? null,
          minMarkup: path.find(({ minMarkup }) => minMarkup !== null)?.minMarkup ?? leastMarkup,
          isHidden: path.find(({ isHidden }) => isHidden !== null)?.isHidden ?? false,
        },
      ]
    }),
  )
}

export interface RuleRows {
  version: number
  columns: readonly (PriceColumn & { id: number })[]
  groups: readonly GroupRow[]
  conditions: readonly PricingCondition[]
  /** Default for goods whose groups define none, in hundredths of a per cent. */
  minMarkup: number
}

/** Compiles rows of the rules for lookups. */
export function compileRules(
  { version, columns, groups, conditions, minMarkup }: RuleRows,
  columnPrices: PricesBySeller = new Map(),
): PriceRules {
  const gathered: Scope['gathered'] = new Map()
  const dearest = columns.reduce<PriceColumn | null>(
    (best, one) => (best && best.markup >= one.markup ? best : one),
    null,
  )
  return {
    version,
    columns: new Map(columns.map((column) => [column.id, column])),
    retail: dearest ?? { id: null, markup: 0, roundsToRuble: false },
    groups: groupsOf(groups, minMarkup),
    ungrouped: { path: [], markup: 0, markupFrom: null, minMarkup, isHidden: false },
    scopes: new Map([...Map.groupBy(conditions, scopeOf)].map(([name, own]) => [name, indexed(name, own, gathered)])),
    columnPrices,
  }
}

/**
 * @param columnId price group of the company or of its contract; null for retail
 * @param sellerId seller of the goods; null for one without own prices
 */
export function rulesOfBuyer(
  rules: PriceRules,
  contractorId: number | null,
  columnId: number | null,
  sellerId: number | null = null,
): BuyerRules {
  const column = rules.columns.get(columnId ?? 0) ?? rules.retail
  const scope = (of: Partial<Parameters<typeof scopeOf>[0]>) =>
    rules.scopes.get(scopeOf({ contractorId: null, priceGroupId: null, ...of }))
  return {
    rules,
    column,
    columnPrices: rules.columnPrices.get(sellerId ?? 0),
    scopes: [
      contractorId === null ? undefined : scope({ contractorId }),
      column.id === null ? undefined : scope({ priceGroupId: column.id }),
      scope({}),
    ].filter((one) => one !== undefined),
  }
}

const fits = (condition: PricingCondition, { supplyRouteId, purchaseKop }: PricedGoods, day: string): boolean =>
  (condition.supplyRouteId === null || condition.supplyRouteId === supplyRouteId) &&
  (condition.purchaseFromKop === null || condition.purchaseFromKop <= purchaseKop) &&
  (condition.purchaseToKop === null || purchaseKop < condition.purchaseToKop) &&
  condition.validFrom <= day &&
  (condition.validTo === null || day <= condition.validTo)

/** Collects the conditions by specificity: brand, group (the nearest first) and source, in this order. */
function gather(
  { byTarget }: Scope,
  { brandId, supplyRouteId }: PricedGoods,
  path: readonly number[],
): readonly PricingCondition[] {
  const found: PricingCondition[] = []
  for (const brand of [brandId, null])
    for (const group of [...path, null])
      for (const source of [supplyRouteId, null]) found.push(...(byTarget.get(targetOf(brand, group, source)) ?? []))
  return found
}

const MAX_CACHED_GOODS = 100_000
const NOTHING: readonly PricingCondition[] = []

function ofTarget(scope: Scope, goods: PricedGoods, path: readonly number[]): readonly PricingCondition[] {
  const { byTarget, gathered } = scope
  if (byTarget.size === 0) return NOTHING
  const name = `${scope.name} ${targetOf(goods.brandId, path[0] ?? null, goods.supplyRouteId)}`
  const known = gathered.get(name)
  if (known) return known
  if (gathered.size >= MAX_CACHED_GOODS) gathered.clear()
  const found = gather(scope, goods, path)
  gathered.set(name, found)
  return found
}

/**
 * Lists the conditions that may apply to the goods, in order of precedence: one for the exact product first; then the
 * company's, the price group's, everybody's.
 */
function listsFor(
  scopes: BuyerRules['scopes'],
  goods: PricedGoods,
  path: readonly number[],
): (readonly PricingCondition[])[] {
  return [
    ...scopes.map(({ byProduct }) => byProduct.get(goods.productId) ?? NOTHING),
    ...scopes.map((scope) => ofTarget(scope, goods, path)),
  ]
}

/** Finds the single condition that applies to the quantity; undefined when none does. */
export function conditionFor(
  scopes: BuyerRules['scopes'],
  goods: PricedGoods,
  path: readonly number[],
  qty: number,
  day: string,
): PricingCondition | undefined {
  if (scopes.length === 0) return undefined
  for (const list of listsFor(scopes, goods, path))
    for (const condition of list) if (condition.qtyFrom <= qty && fits(condition, goods, day)) return condition
  return undefined
}

/** Lists larger quantities from which another condition may apply, ascending. */
export function nextQuantities(
  scopes: BuyerRules['scopes'],
  goods: PricedGoods,
  path: readonly number[],
  qty: number,
  day: string,
): number[] {
  if (scopes.length === 0) return []
  const larger = new Set<number>()
  for (const list of listsFor(scopes, goods, path))
    for (const condition of list)
      if (condition.qtyFrom > qty && fits(condition, goods, day)) larger.add(condition.qtyFrom)
  return [...larger].toSorted((a, b) => a - b)
}
