import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../server/src/testing/test-app.ts'
import { reportFigure } from '../../server/src/testing/figures.ts'
import { buildLoad, expectLedger, PER_SECOND, serverOn, type Load } from './support/order-load.factory.ts'

/** Every kill also starts the server; the full guarantee is run for its figure. */
const KILLS = 25
const MAX_LIFE_MS = 2000

const test_ = useTestApp()
const server = serverOn(3211)
let load: Load

beforeAll(async () => {
  load = await buildLoad(test_.database.db, server.origin, (KILLS * MAX_LIFE_MS) / 1000)
  server.start(test_.databaseUrl)
  await server.untilReady()
}, 60_000)
afterAll(server.kill)

test(
  `guarantee 5: ${KILLS} server kills at ${PER_SECOND} orders a second lose no confirmed order and duplicate none`,
  { timeout: 300_000 },
  async () => {
    await load.plan()
    const finish = load.run()
    const recoveryTimes: number[] = []
    for (let at = 0; at < KILLS; at += 1) {
      await delay(200 + ((at * 733) % (MAX_LIFE_MS - 200)))
      await server.kill()
      server.start(test_.databaseUrl)
      recoveryTimes.push(await server.untilReady())
    }
    await finish()
    expect(load.answers.filter(({ status }) => status === null).length, 'calls were cut off').toBeGreaterThan(0)
    const { orders, again } = await expectLedger(test_.database.db, load)
    reportFigure(
      5,
      `${KILLS} kill -9 при ${PER_SECOND} заказах в секунду: ${orders} заказов, повторено ${again}, потеряно 0, удвоено 0, наполовину 0, резерв без заказа 0; готов снова через ${(Math.max(...recoveryTimes) / 1000).toFixed(1)} с в худшем случае`,
    )
  },
)
