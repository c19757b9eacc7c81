import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildShop, type Shop } from '../../server/src/modules/fulfilment/shipments/shipments.factory.ts'
import { buildNode } from '../../server/src/modules/integrations/one-c/one-c.factory.ts'
import type { Good } from '../../server/src/simulator/index.ts'
import { Accounts, createOneCClient } from '../../server/src/simulator/one-c/index.ts'
import { reportFigure } from '../../server/src/testing/figures.ts'
import { useTestApp } from '../../server/src/testing/test-app.ts'
import { serverOn } from '../guarantees/support/order-load.factory.ts'

const KILLS = 20
const GOODS = 20_000
/** The kills are spread over the time that an undisturbed package takes. */
const STEPS = KILLS + 1

const test_ = useTestApp()
const server = serverOn(3217)
const goods: Good[] = Array.from({ length: GOODS }, (_, at) => ({
  ...{ brand: `Марка ${at % 50}`, article: `K-${at}`, name: `Деталь ${at}`, priceKop: 1000 + at, multiplicity: 1 },
}))
let shop: Shop

beforeAll(async () => {
  shop = await buildShop(test_)
  server.start(test_.databaseUrl)
  await server.untilReady()
}, 60_000)
afterAll(server.kill)

async function connect() {
  const node = await buildNode(test_, shop.sellerId, shop.admin.id)
  const url = `${server.origin}/exchange/1c`
  return { id: node.id, client: createOneCClient(new Accounts(goods), { url, ...node }) }
}

/** What the portal has taken of the package. */
async function takenBy(nodeId: number) {
  const { db } = test_.database
  const [products, prices, stock] = await Promise.all([
    db
      .selectFrom('one_c_goods')
      .select(['external_id', 'article', 'name'])
      .where('node_id', '=', nodeId)
      .orderBy('external_id')
      .execute(),
    db
      .selectFrom('one_c_prices')
      .select(['offer_id', 'price_kop'])
      .where('node_id', '=', nodeId)
      .orderBy('offer_id')
      .execute(),
    db
      .selectFrom('one_c_stock')
      .select(['offer_id', 'qty'])
      .where('node_id', '=', nodeId)
      .orderBy('offer_id')
      .execute(),
  ])
  return { products, prices, stock }
}

test(`a package interrupted by ${KILLS} kills ends as an undisturbed one`, { timeout: 10 * 60_000 }, async () => {
  const calm = await connect()
  const started = performance.now()
  await calm.client.sendCatalog()
  const undisturbedMs = performance.now() - started
  const expected = await takenBy(calm.id)
  expect(expected.products).toHaveLength(GOODS)

  const disturbed = await connect()
  for (let step = 1; step <= KILLS; step += 1) {
    const sending = disturbed.client.sendCatalog().then(
      () => 'whole',
      () => 'broken',
    )
    await delay((undisturbedMs * step) / STEPS)
    await server.kill()
    await sending
    server.start(test_.databaseUrl)
    await server.untilReady()
  }
  await disturbed.client.sendCatalog()
  expect(await takenBy(disturbed.id)).toEqual(expected)
  reportFigure('one-c', `${GOODS} товаров, ${KILLS} kill -9 на каждой двадцатой доле выгрузки: итог тот же`)
})
