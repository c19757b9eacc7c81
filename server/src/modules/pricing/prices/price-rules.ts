/** What is sold, from where. Markups are in hundredths of a per cent. */
export interface Goods {
  productId: number
  brandId: number
  inventoryGroupId: number | null
  sourceId: number
  purchaseKop: number
  sourceMarkup: number
  /** Per cent of VAT that the price must bring besides the purchase price. */
  uncoveredVat: number
}

interface ConditionBase {
  id: number
  /** At most one of both; neither: everybody. */
  contractorId: number | null
  priceGroupId: number | null
  /** Null: any. */
  productId: number | null
  brandId: number | null
  inventoryGroupId: number | null
  sourceId: number | null
  /** From … to less than …, kopecks. */
  purchaseFromKop: number | null
  purchaseToKop: number | null
  qtyFrom: number
  /** First and last day, `YYYY-MM-DD`. */
  validFrom: string
  validTo: string | null
}

/** For whom, for what, from how many and when, and which price then (GLOSSARY: Ценовое условие). */
export type Condition = ConditionBase &
  (
    | { effect: 'markup' | 'discount'; percentHundredths: number }
    | { effect: 'fixed'; fixedKop: number }
    | { effect: 'column'; columnId: number }
    | { effect: 'not_sold' }
  )

/** A price group as a column of prices; markup in hundredths of a per cent. */
export interface Column {
  id: number | null
  markup: number
  roundsToRuble: boolean
}

/** A group of goods with what it takes from those above it. */
export interface GoodsGroup {
  /** The group, its parent, and so on to the top. */
  path: readonly number[]
  markup: number
  /** Which group says so; null: none does. */
  markupFrom: number | null
  minMarkup: number
  isHidden: boolean
}

/** A group as it is written: null is what its parent says. */
export interface GroupRow {
  id: number
  parentId: number | null
  markup: number | null
  minMarkup: number | null
  isHidden: boolean | null
}

/** Everything that prices follow from, ready to be looked up in. */
export interface PriceRules {
  version: number
  columns: ReadonlyMap<number, Column>
  /** For those without a price group: the dearest column. */
  retail: Column
  groups: ReadonlyMap<number, GoodsGroup>
  ungrouped: GoodsGroup
  scopes: ReadonlyMap<string, Scope>
}

/** The rules as they are for one buyer. */
export interface BuyerRules {
  rules: PriceRules
  column: Column
  /** Conditions for his company, for his price group, for everybody. */
  scopes: readonly Scope[]
}

/** Conditions for the same buyers, the most specific first in each list. */
interface Scope {
  name: string
  byProduct: ReadonlyMap<number, readonly Condition[]>
  /** By brand, group of goods and source as they are named; 0 stands for any. */
  byTarget: ReadonlyMap<string, readonly Condition[]>
  /** What was gathered for goods met before, by scope and goods: shared by all scopes, so that its size is bounded. */
  gathered: Map<string, readonly Condition[]>
}

const EVERYBODY = 'all'
const scopeOf = ({ contractorId, priceGroupId }: Pick<Condition, 'contractorId' | 'priceGroupId'>) =>
  contractorId === null ? (priceGroupId === null ? EVERYBODY : `group ${priceGroupId}`) : `company ${contractorId}`

const targetOf = (brandId: number | null, groupId: number | null, sourceId: number | null) =>
  `${brandId ?? 0} ${groupId ?? 0} ${sourceId ?? 0}`

const isRanged = ({ purchaseFromKop, purchaseToKop }: Condition) => purchaseFromKop !== null || purchaseToKop !== null

/** Of conditions for the same target: the one of a source, of a price range, of the larger quantity, then the newest. */
const bySpecificity = (a: Condition, b: Condition): number =>
  Number(b.sourceId !== null) - Number(a.sourceId !== null) ||
  Number(isRanged(b)) - Number(isRanged(a)) ||
  b.qtyFrom - a.qtyFrom ||
  (a.validFrom === b.validFrom ? b.id - a.id : a.validFrom < b.validFrom ? 1 : -1)

function indexed(name: string, conditions: readonly Condition[], gathered: Scope['gathered']): Scope {
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
      ({ brandId, inventoryGroupId, sourceId }) => targetOf(brandId, inventoryGroupId, sourceId),
    ),
  }
}

/** The group with its ancestors, nearest first; a circle ends where it closes. */
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
  columns: readonly (Column & { id: number })[]
  groups: readonly GroupRow[]
  conditions: readonly Condition[]
  /** For goods that no group says otherwise of, hundredths of a per cent. */
  minMarkup: number
}

/** Makes rows of the rules ready to be looked up in. */
export function compileRules({ version, columns, groups, conditions, minMarkup }: RuleRows): PriceRules {
  const gathered: Scope['gathered'] = new Map()
  const dearest = columns.reduce<Column | null>((best, one) => (best && best.markup >= one.markup ? best : one), null)
  return {
    version,
    columns: new Map(columns.map((column) => [column.id, column])),
    retail: dearest ?? { id: null, markup: 0, roundsToRuble: false },
    groups: groupsOf(groups, minMarkup),
    ungrouped: { path: [], markup: 0, markupFrom: null, minMarkup, isHidden: false },
    scopes: new Map([...Map.groupBy(conditions, scopeOf)].map(([name, own]) => [name, indexed(name, own, gathered)])),
  }
}

/** @param columnId the price group of the company or of its contract; null: retail */
export function rulesOfBuyer(rules: PriceRules, contractorId: number | null, columnId: number | null): BuyerRules {
  const column = rules.columns.get(columnId ?? 0) ?? rules.retail
  const scope = (of: Partial<Parameters<typeof scopeOf>[0]>) =>
    rules.scopes.get(scopeOf({ contractorId: null, priceGroupId: null, ...of }))
  return {
    rules,
    column,
    scopes: [
      contractorId === null ? undefined : scope({ contractorId }),
      column.id === null ? undefined : scope({ priceGroupId: column.id }),
      scope({}),
    ].filter((one) => one !== undefined),
  }
}

const fits = (condition: Condition, { sourceId, purchaseKop }: Goods, day: string): boolean =>
  (condition.sourceId === null || condition.sourceId === sourceId) &&
  (condition.purchaseFromKop === null || condition.purchaseFromKop <= purchaseKop) &&
  (condition.purchaseToKop === null || purchaseKop < condition.purchaseToKop) &&
  condition.validFrom <= day &&
  (condition.validTo === null || day <= condition.validTo)

/** Brand, group (the nearest first) and source, in this order, say how near a condition is to the goods. */
function gather({ byTarget }: Scope, { brandId, sourceId }: Goods, path: readonly number[]): readonly Condition[] {
  const found: Condition[] = []
  for (const brand of [brandId, null])
    for (const group of [...path, null])
      for (const source of [sourceId, null]) found.push(...(byTarget.get(targetOf(brand, group, source)) ?? []))
  return found
}

const MOST_GATHERED = 100_000
const NOTHING: readonly Condition[] = []

function ofTarget(scope: Scope, goods: Goods, path: readonly number[]): readonly Condition[] {
  const { byTarget, gathered } = scope
  if (byTarget.size === 0) return NOTHING
  const name = `${scope.name} ${targetOf(goods.brandId, path[0] ?? null, goods.sourceId)}`
  const known = gathered.get(name)
  if (known) return known
  if (gathered.size >= MOST_GATHERED) gathered.clear()
  const found = gather(scope, goods, path)
  gathered.set(name, found)
  return found
}

/**
 * Conditions that may count for the goods, in the order in which they do. One for the very product goes before any
 * other; then the company's, the price group's, everybody's (domain/07 §7.2).
 */
function listsFor(scopes: BuyerRules['scopes'], goods: Goods, path: readonly number[]): (readonly Condition[])[] {
  return [
    ...scopes.map(({ byProduct }) => byProduct.get(goods.productId) ?? NOTHING),
    ...scopes.map((scope) => ofTarget(scope, goods, path)),
  ]
}

/** The one condition that counts for the quantity; undefined: none does. */
export function conditionFor(
  scopes: BuyerRules['scopes'],
  goods: Goods,
  path: readonly number[],
  qty: number,
  day: string,
): Condition | undefined {
  if (scopes.length === 0) return undefined
  for (const list of listsFor(scopes, goods, path))
    for (const condition of list) if (condition.qtyFrom <= qty && fits(condition, goods, day)) return condition
  return undefined
}

/** Larger quantities from which another condition may count, ascending. */
export function nextQuantities(
  scopes: BuyerRules['scopes'],
  goods: Goods,
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
