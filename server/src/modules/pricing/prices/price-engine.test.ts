import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coverKop, netMarkup, priceOf, qtyPrices, uncoveredVat, type ComputedPriceStep } from './price-engine.ts'
import {
  discount,
  fixed,
  goodsOf,
  markup,
  RETAIL,
  rowsOf,
  when,
  WHOLESALE,
  type Effect,
} from './price-rules.factory.ts'
import {
  compileRules,
  rulesOfBuyer,
  type PricingCondition,
  type PricedGoods,
  type GroupRow,
  type RuleRows,
} from './price-rules.ts'

const DAY = '2026-11-17'

describe('price chain', () => {
  test('of 1 234,56 with 18,5 % is 1 462,95, and with 3 % discount 1 419,06 (domain/07)', () => {
    expect(priceWith([])).toBe(146_295)
    expect(priceWith([when({ contractorId: 7 }, discount(3))])).toBe(141_906)
  })

  test('counts a discount from the column price: 1 000 + 20 % − 20 % is 960', () => {
    const columns = [{ id: 1, markup: 2000, roundsToRuble: false }]
    const conditions = [when({}, discount(20))]
    expect(priced({ columns, conditions }, goodsOf({ purchaseKop: 80_000, supplyRouteMarkup: 2500 })).kop).toBe(96_000)
  })

  test('lists every step with the price after it', () => {
    const group: GroupRow = { id: 5, parentId: null, markup: 500, minMarkup: null, isHidden: null }
    const condition = when({ brandId: 1 }, markup(8))
    const goods = goodsOf({ purchaseKop: 100_000, supplyRouteMarkup: 200, inventoryGroupId: 5 })
    const { kop, steps } = priced({ groups: [group], conditions: [condition] }, goods)
    expect(steps).toEqual([
      { kind: 'purchase', kop: 100_000 },
      { kind: 'source_markup', hundredths: 200, kop: 102_000 },
      { kind: 'group_markup', hundredths: 500, inventoryGroupId: 5, kop: 107_100 },
      { kind: 'column', hundredths: 1850, columnId: 1, kop: 126_914 },
      { kind: 'condition', condition, kop: 115_668 },
    ])
    expect(kop).toBe(115_668)
  })

  test('uses the column of a condition instead of the own one', () => {
    expect(priceWith([when({}, { effect: 'column', columnId: 2 })], goodsOf({ purchaseKop: 100_000 }))).toBe(110_000)
  })

  test('gives no price for goods that are not sold to the buyer', () => {
    expect(priceWith([when({ brandId: 1 }, { effect: 'not_sold' })])).toBeNull()
    expect(priceWith([when({ brandId: 2 }, { effect: 'not_sold' })])).toBe(146_295)
  })

  test('rounds a whole-rouble column up and keeps a fixed price', () => {
    const columns = [{ ...RETAIL, roundsToRuble: true }]
    expect(priced({ columns }).kop).toBe(146_300)
    expect(priced({ columns, conditions: [when({}, fixed(146_295))] }).kop).toBe(146_295)
  })

  test.each([
    ['replaces the markups for goods of own stock', {}, [], 130_001],
    ['is not rounded to roubles', { roundsToRuble: true }, [], 130_001],
    [
      'is what a discount is counted from, which is rounded',
      { roundsToRuble: true },
      [when({}, discount(10))],
      117_100,
    ],
    ['leaves markups of conditions to the purchase price', {}, [when({}, markup(10))], 110_000],
    ['gives way to a fixed price', {}, [when({}, fixed(105_000))], 105_000],
    ['of another column applies with a condition', {}, [when({}, { effect: 'column', columnId: 2 })], 121_000],
    ['does not go below the floor', { minMarkup: 4000 }, [], 140_000],
  ])('an own price in a column %s', (_, { minMarkup = 0, ...column }: ColumnCase, conditions, expected) => {
    const rows = rowsOf({ columns: [{ ...RETAIL, ...column }, WHOLESALE], conditions, minMarkup })
    const rules = compileRules(rows, new Map([[9, pricesOf({ 1: 130_001, 2: 121_000 })]]))
    const goods = goodsOf({ purchaseKop: 100_000, isOwnStock: true })
    expect(priceOf(rulesOfBuyer(rules, 7, 1, 9), goods, 1, DAY)).toBe(expected)
    const calculated = priceOf(rulesOfBuyer(rules, 7, 1), goods, 1, DAY)
    expect(priceOf(rulesOfBuyer(rules, 7, 1, 9), { ...goods, isOwnStock: false }, 1, DAY)).toBe(calculated)
    expect(priceOf(rulesOfBuyer(rules, 7, 1, 9), { ...goods, productId: 2 }, 1, DAY)).toBe(calculated)
  })

  test('without a price group uses the most expensive column', () => {
    expect(priced({}, goodsOf(), 1, 404).kop).toBe(146_295)
  })
})

describe('product groups', () => {
  const groups: GroupRow[] = [
    { id: 1, parentId: null, markup: 1000, minMarkup: 300, isHidden: null },
    { id: 2, parentId: 1, markup: null, minMarkup: null, isHidden: null },
    { id: 3, parentId: 2, markup: 2000, minMarkup: 500, isHidden: true },
  ]
  const columns = [{ id: 1, markup: 0, roundsToRuble: false }]
  const priceIn = (inventoryGroupId: number, conditions: PricingCondition[] = []) =>
    priced({ groups, columns, conditions }, goodsOf({ purchaseKop: 100_000, inventoryGroupId })).kop

  test('inherit the markup of their parent unless they have their own', () => {
    expect(priceIn(1)).toBe(110_000)
    expect(priceIn(2)).toBe(110_000)
  })

  test('that are hidden are not sold', () => {
    expect(priceIn(3)).toBeNull()
  })

  test('apply the condition of the nearest group, whichever was created later', () => {
    const near = when({ inventoryGroupId: 2 }, discount(5))
    const far = when({ inventoryGroupId: 1 }, discount(50))
    expect(priceIn(2, [near, far])).toBe(104_500)
    expect(priceIn(1, [near, far])).toBe(103_000)
  })

  test('with a cycle of parents do not hang', () => {
    const circle = groups.map((group) => ({ ...group, parentId: (group.id % 3) + 1, isHidden: null }))
    expect(priced({ groups: circle, columns }, goodsOf({ inventoryGroupId: 1 })).kop).toBe(135_802)
  })
})

describe('floor price', () => {
  test('is the purchase price with the minimum markup under any condition', () => {
    const { kop, steps } = priced(
      { minMarkup: 500, conditions: [when({}, fixed(1))] },
      goodsOf({ purchaseKop: 100_000 }),
    )
    expect(kop).toBe(105_000)
    expect(steps.at(-1)).toEqual({ kind: 'floor', hundredths: 500, kop: 105_000 })
  })

  test.each([
    ['osno', 'included', '22', 0],
    ['osno', 'on_top', '22', 0],
    ['osno', 'none', '22', 22],
    ['usn', 'included', 'none', 0],
    ['usn_5', 'included', '5', 5],
  ])('covers the VAT of a seller on %s buying «%s» at %s: %d %% more', (regime, source, rate, percent) => {
    expect(uncoveredVat(regime, source, rate)).toBe(percent)
  })

  test('of goods bought without VAT includes the VAT payable on them', () => {
    const goods = goodsOf({ purchaseKop: 100_000, uncoveredVat: 22 })
    expect(coverKop(goods, 0)).toBe(122_000)
    expect(netMarkup(goods, 122_000)).toBe(0)
    expect(netMarkup(goods, 134_200)).toBe(1000)
    expect(priceWith([when({}, discount(20))], goods)).toBe(122_000)
  })
})

describe('quantity prices', () => {
  const conditions = [
    when({ qtyFrom: 10 }, discount(3)),
    when({ qtyFrom: 50 }, discount(2)),
    when({ qtyFrom: 100 }, discount(10)),
  ]
  const buyer = rulesOfBuyer(compileRules(rowsOf({ conditions })), 7, 1)
  const goods = goodsOf({ purchaseKop: 100_000 })

  test('apply the condition of the largest quantity reached', () => {
    expect([1, 9.999, 10, 49, 50, 100].map((qty) => priceOf(buyer, goods, qty, DAY))).toEqual([
      118_500, 118_500, 114_945, 114_945, 116_130, 106_650,
    ])
  })

  test('show only quantities that cost less', () => {
    expect(qtyPrices(buyer, goods, 1, 118_500, DAY)).toEqual([
      { qty_from: 10, price_kop: 114_945 },
      { qty_from: 100, price_kop: 106_650 },
    ])
    expect(qtyPrices(buyer, goods, 10, 114_945, DAY)).toEqual([{ qty_from: 100, price_kop: 106_650 }])
  })
})

/**
 * Reference implementation as a manager would explain it: the most specific of all matching conditions, without
 * indexes.
 */
function conditionByHeart(rows: RuleRows, contractorId: number, columnId: number, goods: PricedGoods, qty: number) {
  const byId = new Map(rows.groups.map((group) => [group.id, group]))
  const path: number[] = []
  for (let at = byId.get(goods.inventoryGroupId ?? 0); at; at = byId.get(at.parentId ?? 0)) path.push(at.id)
  const rank = (one: PricingCondition): number[] => [
    one.productId === null ? 0 : 1,
    one.contractorId === null ? (one.priceGroupId === null ? 0 : 1) : 2,
    one.brandId === null ? 0 : 1,
    one.inventoryGroupId === null ? 0 : path.length - path.indexOf(one.inventoryGroupId),
    one.supplyRouteId === null ? 0 : 1,
    one.purchaseFromKop === null && one.purchaseToKop === null ? 0 : 1,
    one.qtyFrom,
    Date.parse(one.validFrom),
    one.id,
  ]
  const isNearer = (one: PricingCondition, other: PricingCondition) => {
    const [a, b] = [rank(one), rank(other)]
    const at = a.findIndex((value, index) => value !== b[index])
    return (a[at] ?? 0) > (b[at] ?? 0)
  }
  const isOwn = (one: PricingCondition) =>
    (one.contractorId ?? contractorId) === contractorId && (one.priceGroupId ?? columnId) === columnId
  const isOfGoods = (one: PricingCondition) =>
    (one.productId ?? goods.productId) === goods.productId &&
    (one.brandId ?? goods.brandId) === goods.brandId &&
    (one.inventoryGroupId === null || path.includes(one.inventoryGroupId)) &&
    (one.supplyRouteId ?? goods.supplyRouteId) === goods.supplyRouteId &&
    (one.purchaseFromKop ?? 0) <= goods.purchaseKop &&
    goods.purchaseKop < (one.purchaseToKop ?? Infinity)
  const isInForce = (one: PricingCondition) =>
    one.qtyFrom <= qty && one.validFrom <= DAY && DAY <= (one.validTo ?? '9999')
  const fitting = rows.conditions.filter((one) => isOwn(one) && isOfGoods(one) && isInForce(one))
  return fitting.reduce<PricingCondition | undefined>(
    (best, one) => (best && !isNearer(one, best) ? best : one),
    undefined,
  )
}

/** Rounds fractions of a kopeck half up with BigInt, independently of the engine's arithmetic. */
const raised = (kop: number, hundredths: number): number =>
  Number((BigInt(kop) * BigInt(10_000 + hundredths) * 2n + 10_000n) / 20_000n)

function priceByHeart(rows: RuleRows, contractorId: number, columnId: number, goods: PricedGoods, qty: number) {
  const byId = new Map(rows.groups.map((group) => [group.id, group]))
  const readInherited = <K extends 'markup' | 'minMarkup' | 'isHidden'>(name: K) => {
    for (let at = byId.get(goods.inventoryGroupId ?? 0); at; at = byId.get(at.parentId ?? 0))
      if (at[name] !== null) return at[name]
    return null
  }
  const condition = conditionByHeart(rows, contractorId, columnId, goods, qty)
  if (readInherited('isHidden') === true || condition?.effect === 'not_sold') return null
  const cost = goods.purchaseKop + goods.weightKop
  const base = raised(raised(cost, goods.supplyRouteMarkup), readInherited('markup') ?? 0)
  const column = rows.columns.find(({ id }) => id === (condition?.effect === 'column' ? condition.columnId : columnId))
  let kop = raised(base, column?.markup ?? 0)
  if (condition?.effect === 'markup') kop = raised(base, condition.percentHundredths)
  if (condition?.effect === 'discount') kop = raised(kop, -condition.percentHundredths)
  if (condition?.effect === 'fixed') kop = condition.fixedKop
  if (column?.roundsToRuble && condition?.effect !== 'fixed') kop = Math.ceil(kop / 100) * 100
  const least = BigInt(10_000 + (readInherited('minMarkup') ?? rows.minMarkup)) * BigInt(100 + goods.uncoveredVat)
  return Math.max(kop, Number((BigInt(cost) * least * 2n + 1_000_000n) / 2_000_000n))
}

describe('random rules', () => {
  const few = (most: number) => fc.integer({ min: 1, max: most })
  const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 2 })
  const percent = fc.integer({ min: 0, max: 9_999 })
  const effect: fc.Arbitrary<Effect> = fc.oneof(
    fc.record({ effect: fc.constant('markup' as const), percentHundredths: percent }),
    fc.record({ effect: fc.constant('discount' as const), percentHundredths: percent }),
    fc.record({ effect: fc.constant('fixed' as const), fixedKop: few(200_000) }),
    fc.record({ effect: fc.constant('column' as const), columnId: few(3) }),
    fc.constant({ effect: 'not_sold' as const }),
  )
  const days = fc.constantFrom('2026-01-01', '2026-11-16', '2026-11-17', '2026-11-18')
  const purchase = fc.constantFrom(0, 1, 99, 10_000, 123_456, 99_999_999)
  const condition = fc
    .record({
      whose: fc.oneof(fc.record({ contractorId: few(2) }), fc.record({ priceGroupId: few(3) }), fc.constant({})),
      what: fc.oneof(
        fc.record({ productId: few(3) }),
        fc.record({ brandId: maybe(few(2)), inventoryGroupId: maybe(few(4)) }),
      ),
      rest: fc.record({
        supplyRouteId: maybe(few(2)),
        purchaseFromKop: maybe(few(20_000)),
        purchaseToKop: maybe(fc.integer({ min: 20_001, max: 200_000 })),
        qtyFrom: fc.constantFrom(0, 0, 4, 10, 10.5),
        validFrom: days,
        validTo: maybe(days),
      }),
      effect,
    })
    .map(({ whose, what, rest, effect }) => when({ ...whose, ...what, ...rest }, effect))
  const rules = fc.record({
    version: fc.constant(1),
    columns: fc.tuple(
      ...[1, 2, 3].map((id) => fc.record({ id: fc.constant(id), markup: percent, roundsToRuble: fc.boolean() })),
    ),
    groups: fc.tuple(
      ...[1, 2, 3, 4].map((id) =>
        fc.record({
          id: fc.constant(id),
          // Builds a tree: the parent of a group has a lower id.
          parentId: id === 1 ? fc.constant(null) : maybe(few(id - 1)),
          markup: maybe(percent),
          minMarkup: maybe(percent),
          isHidden: fc.option(fc.boolean(), { freq: 1 }),
        }),
      ),
    ),
    conditions: fc.array(condition, { maxLength: 40 }),
    minMarkup: percent,
  })
  const line = fc.record({
    goods: fc.record({
      productId: few(3),
      brandId: few(2),
      inventoryGroupId: maybe(few(4)),
      supplyRouteId: few(2),
      isOwnStock: fc.boolean(),
      purchaseKop: purchase,
      weightKop: fc.constantFrom(0, 0, 1, 12_345),
      supplyRouteMarkup: percent,
      uncoveredVat: fc.constantFrom(0, 5, 22),
    }),
    qty: fc.constantFrom(0.001, 1, 3, 4, 10, 11),
  })
  const cart = fc.record({
    rules,
    contractorId: few(2),
    columnId: few(3),
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
  })

  test('price 2 000 carts exactly like a plain reference implementation', () => {
    fc.assert(
      fc.property(cart, ({ rules: rows, contractorId, columnId, lines }) => {
        const buyer = rulesOfBuyer(compileRules(rows), contractorId, columnId)
        for (const { goods, qty } of lines)
          expect(priceOf(buyer, goods, qty, DAY)).toBe(priceByHeart(rows, contractorId, columnId, goods, qty))
      }),
      { numRuns: 2000 },
    )
  })

  test('charge the quantity price that was shown', () => {
    fc.assert(
      fc.property(cart, ({ rules: rows, contractorId, columnId, lines }) => {
        const buyer = rulesOfBuyer(compileRules(rows), contractorId, columnId)
        for (const { goods, qty } of lines) {
          const now = priceOf(buyer, goods, qty, DAY)
          for (const { qty_from, price_kop } of qtyPrices(buyer, goods, qty, now ?? Infinity, DAY)) {
            expect(priceOf(buyer, goods, qty_from, DAY)).toBe(price_kop)
            expect(price_kop).toBeLessThan(now ?? Infinity)
          }
        }
      }),
      { numRuns: 1000 },
    )
  })
})

interface ColumnCase {
  roundsToRuble?: boolean
  minMarkup?: number
}

/** Own prices of product 1 by column. */
const pricesOf = (kops: Record<number, number>) =>
  new Map(
    Object.entries(kops).map(([id, kop]) => [
      Number(id),
      { version: 1, productIds: Int32Array.of(1, 5), kop: Float64Array.of(kop, 1) },
    ]),
  )

function priced(overrides: Partial<RuleRows>, goods = goodsOf(), qty = 1, columnId = 1) {
  const steps: ComputedPriceStep[] = []
  const kop = priceOf(rulesOfBuyer(compileRules(rowsOf(overrides)), 7, columnId), goods, qty, DAY, (step) =>
    steps.push(step),
  )
  return { kop, steps }
}

const priceWith = (conditions: PricingCondition[], goods = goodsOf(), qty = 1) => priced({ conditions }, goods, qty).kop
