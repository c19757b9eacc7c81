import type { LineDifference } from '@artikul/contract/core/errors'
import { moscowDate } from '../platform/clock.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { importPriceList } from '../modules/suppliers/price-list-import/index.ts'
import { csvOf, fileOf } from '../modules/suppliers/price-list-import/price-list.factory.ts'
import { planOrders, type OrderPlanInput } from '../modules/ordering/orders/placing/plan-orders.ts'
import { send, useTestApp } from '../testing/test-app.ts'
import { buildTrade, ordersOf, type Headers, type Trade } from '../testing/buyers.factory.ts'
import { IS_VERIFY, reportFigure } from '../testing/figures.ts'
import { repeat } from '../testing/repeat.ts'

const BUYERS = 4
const ORDERS_OF_BUYER = IS_VERIFY ? 25 : 6
const QTY = 3
const CARTS = IS_VERIFY ? 10_000 : 2000
/** Purchase prices of the lists plus the buyers' markup of one fifth. */
const [LOW_KOP, HIGH_KOP] = [12_000, 14_400]

const test_ = useTestApp()
let trade: Trade
beforeAll(async () => {
  trade = await buildTrade(test_)
})

test('guarantee 33: order is charged at most the shown price or is refused', { timeout: 120_000 }, async () => {
  const { db } = test_.database
  const offer = await trade.newOffer(100_000)
  const { article } = await db
    .selectFrom('offers')
    .innerJoin('products', 'products.id', 'product_id')
    .where('offers.id', '=', offer)
    .select('article')
    .executeTakeFirstOrThrow()
  const header = ['Бренд', 'Артикул', 'Наименование', 'Остаток', 'Закупка']
  const priceLists = [100, 120].map((price) => fileOf(csvOf([header, ['ЛЮБОЙ', article, 'Деталь', 100_000, price]])))
  const buyers: Headers[] = []
  for (let left = BUYERS; left > 0; left -= 1) buyers.push(await trade.newBuyer())
  const stop = repeat((time) =>
    importPriceList(test_.database, { path: priceLists[time % 2] ?? '', warehouse: trade.warehouse.name }),
  )
  const seen = { asShown: 0, cheaper: 0, told: 0 }
  async function buy(headers: Headers, buyer: number) {
    for (let at = 0; at < ORDERS_OF_BUYER; at += 1) {
      const lines = await trade.fillCart(headers, [offer], QTY)
      const shownKop = lines.reduce((sum, line) => sum + (line.price_kop ?? 0) * line.qty, 0)
      const reply = await trade.attempt({ headers, key: `flip-${buyer}-${at}`, lines })
      if (reply?.status === 201) {
        const totalKop = ordersOf(reply).reduce((sum, { total_kop }) => sum + (total_kop ?? 0), 0)
        // A lower price is applied, a higher one never.
        expect([shownKop, LOW_KOP * QTY]).toContain(totalKop)
        if (totalKop < shownKop) seen.cheaper += 1
        else seen.asShown += 1
        continue
      }
      expect(reply).toMatchObject({ status: 409 })
      const { code, differences } = JSON.parse(reply?.body ?? '') as { code: string; differences: LineDifference[] }
      expect(code).toBe('order.changed')
      for (const one of differences)
        expect(one).toMatchObject({ kind: 'price', old_price_kop: LOW_KOP, new_price_kop: HIGH_KOP })
      seen.told += 1
      await send(test_, { method: 'DELETE', url: `/api/v1/cart/lines/${lines[0]?.cart_line_id}`, headers })
    }
  }
  await Promise.all(buyers.map(buy))
  const imports = await stop()
  const wrong = await test_.database.sql`
    select orders.id from orders join order_lines line on line.order_id = orders.id
    group by orders.id having orders.total_kop <> sum(line.sum_kop) or orders.vat_kop <> sum(line.vat_kop)
      or bool_or(line.sum_kop <> line.price_kop * line.qty)`
  expect([...wrong]).toEqual([])
  expect(seen.asShown + seen.cheaper + seen.told).toBe(BUYERS * ORDERS_OF_BUYER)
  expect(imports).toBeGreaterThan(1)
  reportFigure(
    33,
    `${BUYERS * ORDERS_OF_BUYER} заказов при ${imports} сменах цены: ${seen.asShown} по показанной, ${seen.cheaper} по снизившейся, ${seen.told} раз названы обе`,
  )
})

const CONTRACT = {
  id: 1,
  seller_id: 1,
  number: '1',
  tax_regime: 'osno',
  signed_on: '2026-01-01',
  valid_to: null,
  prepayment_percent: 100,
}
const DAY = moscowDate(new Date('2026-11-17T09:00:00Z'))

/** Random input of planning a line: price, quantity, destination and date. */
const anyLine = fc.record({
  priceKop: fc.integer({ min: 1, max: 99_999_999 }),
  thousandths: fc.integer({ min: 1, max: 9_999_999 }),
  consignee: fc.integer({ min: 1, max: 3 }),
  day: fc.constantFrom(DAY, '2026-11-20', '2027-01-11'),
})
type AnyLine = typeof anyLine extends fc.Arbitrary<infer Line> ? Line : never

function inputOf(lines: readonly AnyLine[], rate: '22' | '5' | 'none'): OrderPlanInput {
  return {
    lines: lines.map(({ priceKop, thousandths, consignee, day }, at) => ({
      line: { id: at + 1, qty: thousandths / 1000, consignee_id: consignee, brand: 'ЛЮБОЙ', article: `A-${at}` },
      priced: {
        offer: { price_kop: priceKop, qty_exact: true, own_stock: true, stale: false, expected_date: day },
        warehouse: { seller_id: 1 },
        available: 1_000_000,
      },
    })),
    contracts: { contracts: [CONTRACT], chosen: new Map(), today: DAY, managerContact: '' },
    standings: new Map(),
    vatOn: () => rate,
  } as unknown as OrderPlanInput
}

/** Rounds half up with arbitrary-precision integers, as a slow reference. */
const halfUp = (numerator: bigint, denominator: bigint) => Number((2n * numerator + denominator) / (2n * denominator))

test(`guarantee 33: totals and VAT of ${CARTS} random carts equal the sums of their lines`, () => {
  let lines = 0
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 20 }),
      fc.constantFrom('22', '5', 'none'),
      (cart, rate) => {
        const orders = planOrders(inputOf(cart, rate))
        const planned = orders.flatMap((order) => order.lines)
        expect(planned).toHaveLength(cart.length)
        lines += cart.length
        for (const order of orders) {
          expect(order.totalKop).toBe(order.lines.reduce((sum, line) => sum + line.sumKop, 0))
          expect(order.vatKop).toBe(order.lines.reduce((sum, line) => sum + line.vatKop, 0))
        }
        const percent = rate === 'none' ? 0n : BigInt(rate)
        for (const { line, sumKop, vatKop } of planned) {
          const cartLine = cart[line.id - 1]
          const sum = halfUp(BigInt(cartLine?.priceKop ?? 0) * BigInt(cartLine?.thousandths ?? 0), 1000n)
          expect([sumKop, vatKop]).toEqual([sum, halfUp(BigInt(sum) * percent, 100n + percent)])
        }
      },
    ),
    { numRuns: CARTS },
  )
  reportFigure(
    33,
    `${CARTS} случайных корзин, ${lines} строк: сумма строк равна итогу, НДС каждой строки по одному правилу`,
  )
})
