import { beforeEach, describe, expect, test } from 'vitest'
import { createGoods } from '../../../services.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { buildReserved, buildShipment, buildShop, type Shop } from '../../fulfilment/shipments/shipments.factory.ts'
import { debtsForEmail } from './debts-for-email.ts'
import { isReminded, remindOfPayments } from './remind.ts'

const test_ = useTestApp()
const START = '2026-11-17T09:00:00Z'
/** Ten in the morning in Moscow, one day before the factory's shipment becomes due. */
const BEFORE = '2026-12-16T07:00:00Z'

let shop: Shop
let shipmentId: number

beforeEach(async () => {
  const { db } = test_.database
  test_.clock.set(START)
  await db.deleteFrom('payment_reminders').execute()
  await db.deleteFrom('events').execute()
  shop = await buildShop(test_, { limit_kop: 100_000_000 })
  shipmentId = await buildShipment(db, (await buildReserved(test_, shop, [2])).id)
  await db.deleteFrom('events').execute()
})

describe('payment reminder', () => {
  test('is sent the day before, the day after and then weekly', async () => {
    await runAt('2026-12-15T07:00:00Z')
    expect(await reminders()).toEqual([])
    await runAt(BEFORE)
    expect(await reminders()).toHaveLength(1)
    expect((await reminders())[0]).toMatch(/^завтра срок оплаты [\d\s\u00a0]+,\d\d ₽$/)
    const reminderDays: string[] = []
    for (let day = 17; day <= 31; day += 1) {
      const before = (await reminders()).length
      await runAt(`2026-12-${day}T07:00:00Z`)
      if ((await reminders()).length > before) reminderDays.push(`${day}`)
    }
    expect(reminderDays).toEqual(['18', '25'])
    expect((await reminders()).at(-1)).toMatch(/^просрочено /)
  })

  test('is sent once a day despite restarts and several servers', async () => {
    test_.clock.set(BEFORE)
    await Promise.all([run(), run(), run(), run()])
    await runAt('2026-12-16T15:00:00Z')
    expect(await reminders()).toHaveLength(1)
  })

  test('is not sent at night but later the same day', async () => {
    await runAt('2026-12-16T05:59:00Z')
    expect(await reminders()).toEqual([])
    await runAt('2026-12-16T06:00:00Z')
    expect(await reminders()).toHaveLength(1)
  })

  test('is sent once when the server was down on the due day', async () => {
    await runAt('2026-12-21T07:00:00Z')
    await runAt('2026-12-22T07:00:00Z')
    expect(await reminders()).toHaveLength(1)
  })

  test('covers only the unpaid rest and stops when all is paid', async () => {
    await pay((await totalOf()) - 12_345)
    await runAt(BEFORE)
    expect(await reminders()).toEqual(['завтра срок оплаты 123,45 ₽'])
    await pay(12_345)
    await runAt('2026-12-18T07:00:00Z')
    expect(await reminders()).toHaveLength(1)
  })

  test('of a company covers only its own debt', async () => {
    const other = await buildShop(test_, { limit_kop: 100_000_000 })
    await buildShipment(test_.database.db, (await buildReserved(test_, other, [1])).id)
    await pay(await totalOf())
    await runAt(BEFORE)
    expect(await reminders()).toEqual([])
    expect(await reminders(other.companyId)).toHaveLength(1)
  })
})

test.each([
  ['nothing is owed', { soon_kop: 0, overdue_kop: 0, latest_overdue: null, reminded_on: null }, false],
  ['tomorrow', { soon_kop: 1, overdue_kop: 0, latest_overdue: null, reminded_on: '2026-11-16' }, true],
  ['never told', { soon_kop: 0, overdue_kop: 1, latest_overdue: '2026-10-01', reminded_on: null }, true],
  ['newly overdue', { soon_kop: 0, overdue_kop: 1, latest_overdue: '2026-11-16', reminded_on: '2026-11-15' }, true],
  ['told as overdue', { soon_kop: 0, overdue_kop: 1, latest_overdue: '2026-11-14', reminded_on: '2026-11-15' }, false],
  ['a week', { soon_kop: 0, overdue_kop: 1, latest_overdue: '2026-10-01', reminded_on: '2026-11-10' }, true],
  ['six days', { soon_kop: 0, overdue_kop: 1, latest_overdue: '2026-10-01', reminded_on: '2026-11-11' }, false],
])('reminder rule gives the expected result: %s', (_, owed, expected) => {
  expect(isReminded({ contractor_id: 1, ...owed }, '2026-11-17')).toBe(expected)
})

describe('reminder email', () => {
  const read = (moment: string) =>
    debtsForEmail(test_.appDatabase.forTenant('any'), { clock: test_.clock, drawPdf }, shop.companyId, {
      now: new Date(moment),
      withInvoices: false,
    })

  test('lists debts due by tomorrow with days overdue and the contact', async () => {
    const { db } = test_.database
    await db
      .updateTable('contractors')
      .set({
        manager_id: (
          await db.selectFrom('users').select('id').where('full_name', '=', 'Иванова Мария').executeTakeFirstOrThrow()
        ).id,
      })
      .where('id', '=', shop.companyId)
      .execute()
    expect((await read('2026-12-15T07:00:00Z')).rows).toEqual([])
    const { rows, titles, notes } = await read('2026-12-19T07:00:00Z')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toHaveLength(titles.length)
    expect(rows[0]?.slice(2)).toEqual(['17.12.2026', expect.any(String), '2\u00a0дня'])
    expect(notes.join(' ')).toContain('Иванова Мария')
  })

  test('says that all is paid when it is', async () => {
    await pay(await totalOf())
    expect(await read('2026-12-19T07:00:00Z')).toMatchObject({ rows: [], notes: ['Всё уже оплачено, спасибо.'] })
  })
})

const drawPdf = () => Promise.reject(new Error('no invoice is drawn without access to invoices'))

const run = () => remindOfPayments(test_.appDatabase.forTenant('any'), createGoods(test_.appDatabase, test_.clock, 0))

const runAt = async (moment: string) => {
  test_.clock.set(moment)
  await run()
}

const reminders = async (companyId = shop.companyId) =>
  (
    await test_.database.db
      .selectFrom('events')
      .select('label')
      .where('kind', '=', 'debt.reminded')
      .where('contractor_id', '=', companyId)
      .orderBy('id')
      .execute()
  ).map(({ label }) => label)

const totalOf = async () =>
  (
    await test_.database.db
      .selectFrom('shipments')
      .select('total_kop')
      .where('id', '=', shipmentId)
      .executeTakeFirstOrThrow()
  ).total_kop

async function pay(sumKop: number) {
  const { db } = test_.database
  await db
    .insertInto('payments')
    .values({
      number: crypto.randomUUID(),
      paid_on: '2026-12-01',
      sum_kop: sumKop,
      contract_id: shop.contractId,
      contractor_id: shop.companyId,
      seller_id: shop.sellerId,
      actor_id: shop.admin.id,
      subject_id: shop.admin.id,
    })
    .execute()
}
