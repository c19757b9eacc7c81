import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { importPriceList } from '../../server/src/modules/suppliers/price-list-import/index.ts'
import { csvOf, fileOf } from '../../server/src/modules/suppliers/price-list-import/price-list.factory.ts'
import { send, useTestApp } from '../../server/src/testing/test-app.ts'
import { buildTrade, ordersOf, type Headers, type Lines, type Trade } from '../../server/src/testing/buyers.factory.ts'
import { reportFigure } from '../../server/src/testing/figures.ts'
import { repeat } from '../../server/src/testing/repeat.ts'

const ROUNDS = 20
const BUYERS = 200
const STOCK = 50

const test_ = useTestApp()
let trade: Trade
let buyers: Headers[]
beforeAll(async () => {
  trade = await buildTrade(test_)
  buyers = []
  for (let left = BUYERS; left > 0; left -= 1) buyers.push(await trade.newBuyer())
}, 120_000)

test(
  `guarantee 2: stock of ${STOCK} gives ${BUYERS} simultaneous buyers ${STOCK} orders, and the rest get a message`,
  { timeout: 600_000 },
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const offer = await trade.newOffer(STOCK)
      const carts: { headers: Headers; lines: Lines }[] = []
      for (const headers of buyers) carts.push({ headers, lines: (await trade.fillCart(headers, [offer])).slice(-1) })
      const replies = await Promise.all(
        carts.map((cart, at) => trade.attempt({ ...cart, key: `round-${round}-${at}` })),
      )
      const refused = replies.filter((reply) => reply?.status === 409)
      expect(replies.filter((reply) => reply?.status === 201)).toHaveLength(STOCK)
      expect(refused).toHaveLength(BUYERS - STOCK)
      for (const reply of refused) expect(reply?.body).toMatch(/Осталось|больше не действует/)
      expect(await stockOf(offer)).toEqual({ on_hand: STOCK, reserved: STOCK })
    }
    reportFigure(2, `${ROUNDS} раундов по ${BUYERS} покупателей: в каждом ${STOCK} заказов и ${BUYERS - STOCK} отказов`)
  },
)

const QUANTITIES = [1, 2, 3, 4, 5, 6, 7]
const TURNS = 6

test(
  'guarantee 2: stock stays exact during concurrent orders, cancellations and price list imports',
  { timeout: 120_000 },
  async () => {
    const { db } = test_.database
    const offer = await trade.newOffer(10)
    const { article } = await db
      .selectFrom('offers')
      .innerJoin('products', 'products.id', 'product_id')
      .where('offers.id', '=', offer)
      .select('article')
      .executeTakeFirstOrThrow()
    const path = fileOf(
      csvOf([
        ['Бренд', 'Артикул', 'Наименование', 'Остаток', 'Закупка'],
        ['ЛЮБОЙ', article, 'Деталь', 10, 100],
      ]),
    )
    const stopImports = repeat(() => importPriceList(test_.database, { path, warehouse: trade.warehouse.name }))
    const seen: { on_hand: number; reserved: number; ordered: number }[] = []
    const stopWatching = repeat(async () => {
      const { rows } = await sql<(typeof seen)[number]>`
        select on_hand::float8 as on_hand, reserved::float8 as reserved, (
          select coalesce(sum(part.qty), 0)::float8 from order_lines line
          join order_line_allocations part on part.line_id = line.id and part.state <> 'cancelled_client'
          where line.product_id = offers.product_id) as ordered
        from offers where id = ${offer}`.execute(db)
      seen.push(...rows)
    }, 100)
    const placed = { orders: 0, refused: 0 }
    await Promise.all(
      buyers.slice(0, QUANTITIES.length).map(async (headers, at) => {
        const qty = QUANTITIES[at] ?? 1
        for (let turn = 0; turn < TURNS; turn += 1) {
          const [line] = (await trade.fillCart(headers, [offer], qty)).slice(-1)
          if (!line) throw new Error('nothing was put into the cart')
          const reply = await trade.attempt({ headers, key: `mixed-${at}-${turn}`, lines: [line] })
          if (reply?.status === 409) {
            placed.refused += 1
            await send(test_, { method: 'DELETE', url: `/api/v1/cart/lines/${line.cart_line_id}`, headers })
            continue
          }
          expect(reply?.status).toBe(201)
          placed.orders += 1
          for (const { id } of reply ? ordersOf(reply) : []) await cancel(headers, id)
        }
      }),
    )
    const [imports] = await Promise.all([stopImports(), stopWatching()])
    expect(placed.orders).toBeGreaterThan(0)
    expect(seen.filter((stock) => stock.on_hand !== 10 || stock.reserved < 0 || stock.reserved > 10)).toEqual([])
    expect(seen.filter(({ reserved, ordered }) => reserved !== ordered)).toEqual([])
    expect(await stockOf(offer)).toEqual({ on_hand: 10, reserved: 0 })
    reportFigure(
      2,
      `заказы 1–7 шт. с отменами (${placed.orders} заказов, ${placed.refused} отказов) и ${imports} прайсов сразу: ` +
        `остаток верен во всех ${seen.length} снимках`,
    )
  },
)

/** Cancels the whole order, as the client does. */
async function cancel(headers: Headers, orderId: number) {
  const { json } = await send<{ lines: { id: number; qty: number; parts: { state: string; qty: number }[] }[] }>(
    test_,
    {
      url: `/api/v1/orders/${orderId}`,
      headers,
    },
  )
  const moves = json.lines.flatMap(({ id, parts }) =>
    parts.map(({ state, qty }) => ({ line_id: id, from: state, to: 'cancelled_client', qty })),
  )
  const reply = await send(test_, {
    method: 'POST',
    url: `/api/v1/orders/${orderId}/transitions`,
    headers: { ...headers, 'idempotency-key': `cancel-${orderId}` },
    payload: { moves },
  })
  expect(reply.status, reply.text).toBe(200)
}

const stockOf = (offer: number) =>
  test_.database.db
    .selectFrom('offers')
    .select(['on_hand', 'reserved'])
    .where('id', '=', offer)
    .executeTakeFirstOrThrow()
