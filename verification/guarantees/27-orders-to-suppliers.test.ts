import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildOffer, buildProduct } from '../../server/src/modules/catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../server/src/modules/companies/consignees/consignees.factory.ts'
import { openSupplier } from '../../server/src/modules/suppliers/online-suppliers/online-suppliers.factory.ts'
import {
  collectNow,
  offeredOnline,
  placeCart,
  putIntoCart,
} from '../../server/src/modules/purchasing/purchase-orders/supplier-orders.factory.ts'
import { loginAs, send, TEST_SECRET, useTestApp } from '../../server/src/testing/test-app.ts'
import { reportFigure } from '../../server/src/testing/figures.ts'
import { buildParties } from '../../server/src/testing/parties.factory.ts'

const KILLS = 10

const test_ = useTestApp({ PRIVATE_URLS: 'on' })
const children: ChildProcess[] = []
let buyer: { authorization: string }
let supplier: Awaited<ReturnType<typeof openSupplier>>

beforeAll(orderFromSupplier, 120_000)
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  supplier.close()
})

test(
  `guarantee 27: ${KILLS} server kills during sending leave every line ordered at the supplier exactly once`,
  { timeout: 120_000 },
  async () => {
    const moment = test_.clock.now().getTime() - Date.now()
    const started = performance.now()
    for (let kill = 0; kill < KILLS; kill += 1) {
      // Sometimes the reply is lost as well, although the server is alive.
      await control(`latency=${LATENCY_MS}&drops=${kill % 3 === 0 ? 1 : 0}`)
      const child = await startSender(moment)
      await delay(50 + ((kill * 137) % 500))
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await startSender(moment)
    while ((await unsent()).length > 0 && performance.now() - started < 100_000) await delay(100)

    const comments = supplier.orders.flatMap(({ positions }) => positions.map(({ comment }) => comment ?? ''))
    const own = await test_.database.db.selectFrom('supplier_order_lines').select(['id', 'state']).execute()
    expect(comments.toSorted()).toEqual(own.map(({ id }) => `L${id}`).toSorted())
    expect(own).toHaveLength(ORDERS * LINES_OF_ORDER)
    expect(new Set(own.map(({ state }) => state))).toEqual(new Set(['ordered']))
    const { json } = await send<{ results: { status: string }[] }>(test_, { url: '/api/v1/orders', headers: buyer })
    expect(new Set(json.results.map(({ status }) => status))).toEqual(new Set(['in_work']))
    const attempts = await test_.database.db.selectFrom('supplier_orders').select('attempts').execute()
    const again = attempts.filter((order) => order.attempts > 1).length
    const seconds = Math.round((performance.now() - started) / 1000)
    reportFigure(
      27,
      `${KILLS} kill -9 при отправке ${own.length} строк поставщику за ${seconds} с: потеряно 0, заказано дважды 0, отправлено снова после поиска ${again}`,
    )
  },
)

async function orderFromSupplier() {
  const { db } = test_.database
  const parties = await buildParties(db)
  const manager = await loginAs(test_, parties.manager)
  buyer = await loginAs(test_, parties.admin)
  await buildConsignee(db, parties.company.id, { is_default: true })
  const numbers = Array.from({ length: ORDERS * LINES_OF_ORDER }, (_, at) => at)
  supplier = await openSupplier(
    test_,
    { manager, sellerId: parties.seller.id },
    numbers.map((number) => ({ brand: 'MAHLE', article: article(number) })),
    { fields: { sending: 'now', per_second: 100 }, character: { latencyMs: 0 } },
  )
  await buildProduct(db, { brand: 'MAHLE', article: article(0) })
  await offeredOnline(test_, buyer, `MAHLE ${article(0)}`)
  const { warehouse_id } = await db
    .selectFrom('online_supplier_warehouses')
    .select('warehouse_id')
    .where('supply_route_id', '=', supplier.id)
    .executeTakeFirstOrThrow()
  for (let order = 0; order < ORDERS; order += 1) {
    for (let line = 0; line < LINES_OF_ORDER; line += 1) {
      const number = order * LINES_OF_ORDER + line
      const { id } =
        number === 0
          ? await db.selectFrom('products').select('id').executeTakeFirstOrThrow()
          : await buildProduct(db, { brand: 'MAHLE', article: article(number) })
      const offer = await buildOffer(db, id, warehouse_id, { tracked: false, purchase_kop: 100_000 })
      await putIntoCart(test_, buyer, { offer_id: offer.id, qty: 1 })
    }
    await placeCart(test_, buyer)
    await collectNow(test_)
  }
}

const ORDERS = 40
const LINES_OF_ORDER = 5
const LATENCY_MS = 150
/** A sent order arrives within the lease: a call begins in its first half and takes the supplier's latency. */
const LEASE_MS = 1500

const article = (number: number) => `OC ${1000 + number}`

async function startSender(moment: number): Promise<ChildProcess> {
  const args = [test_.databaseUrl, TEST_SECRET, String(moment), String(LEASE_MS)]
  const child = fork(new URL('support/supplier-sender.worker.ts', import.meta.url), args, { execArgv: [] })
  children.push(child)
  await once(child, 'message')
  return child
}

const control = (text: string) => fetch(`${supplier.origin}/control?${text}`, { method: 'POST' })

const unsent = () => test_.database.db.selectFrom('supplier_orders').select('id').where('state', '<>', 'sent').execute()
