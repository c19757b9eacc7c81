import { beforeAll, expect, test } from 'vitest'
import { runJob, useTestApp } from '../../../testing/test-app.ts'
import { buildReserved, buildShop, ship, type Shop } from '../../fulfilment/shipments/shipments.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()
let shop: Shop
beforeAll(async () => {
  shop = await buildShop(test_)
})

const letters = () =>
  test_.database.db
    .selectFrom('emails')
    .select(['recipient', 'subject', 'body', 'html'])
    .where('subject', 'like', 'Итоги недели%')
    .execute()

test('figures of the week are sent once, on Monday, to those with the right', async () => {
  const { db } = test_.database
  await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', rights: [] })
  const order = await buildReserved(test_, shop, [2])
  await ship(test_, shop.manager, [{ line_id: order.lineId, qty: 2 }])
  await runJob(test_.app, 'sales_figures')
  expect(await letters()).toEqual([])
  test_.clock.set('2026-11-23T05:00:00Z')
  await runJob(test_.app, 'sales_figures')
  await runJob(test_.app, 'sales_figures')
  const sent = await letters()
  expect(sent).toHaveLength(1)
  expect(sent[0]?.subject).toBe('Итоги недели 16.11.2026 — 22.11.2026')
  expect(sent[0]?.body).toContain('Заказов: 1 (неделей раньше 0)')
  expect(sent[0]?.body).toContain('Выручка по дням')
  expect(sent[0]?.html).toContain('background:#0b5cab')
})
