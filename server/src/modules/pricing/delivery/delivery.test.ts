import { beforeAll, expect, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildParties } from '../../../testing/parties.factory.ts'

const test_ = useTestApp()
let staff: { authorization: string }
let client: { authorization: string }
let companyId: number

beforeAll(async () => {
  const parties = await buildParties(test_.database.db)
  companyId = parties.company.id
  staff = await loginAs(test_, parties.manager)
  client = await loginAs(test_, parties.employee)
})

const FREE = { charge_kop: 0, free_from_kop: null, minimum_kop: 0 }
const RUN = { name: 'Рейс 10:00', weekdays: [1, 3], leaves_at: '10:00', order_before: '09:00' }
type Reply = { id: number; version: number; code: string; errors: { path: string; message: string }[] }
const write = (method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, headers: object = staff) =>
  send<Reply>(test_, { method, url: `/api/v1/delivery/${path}`, headers: { ...headers }, ...(payload && { payload }) })

test('delivery zones store runs, check versions and are deleted only when unused', async () => {
  const made = await write('POST', 'zones', { name: 'Север', note: 'через МКАД', runs: [RUN], ...FREE })
  expect(made.status).toBe(201)
  const { id } = made.json
  expect(await zones()).toEqual([
    { id, name: 'Север', note: 'через МКАД', runs: [RUN], ...FREE, consignees_count: 0, version: 1 },
  ])
  expect((await write('POST', 'zones', { name: 'Север', note: '', runs: [], ...FREE })).json).toMatchObject({
    code: 'zone.exists',
    errors: [{ path: 'name' }],
  })
  const runs = [{ ...RUN, weekdays: [6] }]
  expect((await write('PATCH', `zones/${id}`, { version: 1, runs })).json).toEqual({ version: 2 })
  expect((await write('PATCH', `zones/${id}`, { version: 1, name: 'Юг' })).json.code).toBe('stale')
  const point = await buildConsignee(test_.database.db, companyId)
  await test_.database.db.updateTable('consignees').set({ zone_id: id }).where('id', '=', point.id).execute()
  expect((await write('DELETE', `zones/${id}`)).json.code).toBe('zone.in_use')
  expect(await zones(client), 'a client sees the runs and nothing of others').toMatchObject([
    { note: '', consignees_count: 0, runs },
  ])
  await test_.database.db.updateTable('consignees').set({ zone_id: null }).where('id', '=', point.id).execute()
  expect((await write('DELETE', `zones/${id}`)).status).toBe(200)
  expect(await zones()).toEqual([])
})

test.each([
  ['archived', 'archived_at'],
  ['deleted', 'archived_at', 'deleted_at'],
] as const)('delivery zone with one consignee, %s, counts as empty and can be deleted', async (name, ...marks) => {
  const { db } = test_.database
  const { id } = (await write('POST', 'zones', { name, note: '', runs: [RUN], ...FREE })).json
  const point = await buildConsignee(db, companyId)
  const now = test_.clock.now()
  const removal = Object.fromEntries(marks.map((mark) => [mark, now]))
  await db
    .updateTable('consignees')
    .set({ zone_id: id, ...removal })
    .where('id', '=', point.id)
    .execute()
  expect(await zones()).toMatchObject([{ id, consignees_count: 0 }])
  expect((await write('DELETE', `zones/${id}`)).status).toBe(200)
  const left = await db.selectFrom('consignees').select('zone_id').where('id', '=', point.id).executeTakeFirst()
  expect(left).toEqual({ zone_id: null })
})

test('price of delivery is saved, written to the audit log and shown to clients', async () => {
  const zone = { name: 'Восток', note: '', runs: [] }
  const refused = await write('POST', 'zones', { ...zone, charge_kop: -1, free_from_kop: 0, minimum_kop: 0.5 })
  expect(refused.json.errors.map(({ path }) => path)).toEqual(['charge_kop', 'free_from_kop', 'minimum_kop'])
  const { id } = (await write('POST', 'zones', { ...zone, ...FREE, charge_kop: 300_00 })).json
  const prices = { charge_kop: 350_00, free_from_kop: 5000_00, minimum_kop: 1000_00 }
  expect((await write('PATCH', `zones/${id}`, { version: 1, ...prices })).status).toBe(200)
  expect((await zones(client)).find((one) => one['id'] === id)).toMatchObject(prices)
  const event = test_.database.db.selectFrom('audit_log').select('changes').orderBy('id', 'desc').limit(1)
  expect(await event.execute()).toMatchObject([
    {
      changes: [
        { field: 'Стоимость доставки', before: '300,00 ₽', after: '350,00 ₽' },
        { field: 'Бесплатно от', before: null },
        { field: 'Минимальная сумма', before: null },
      ],
    },
  ])
  expect((await write('DELETE', `zones/${id}`)).status).toBe(200)
})

test.each([
  ['runs.0.order_before', { ...RUN, order_before: '10:01' }, 'Не позже отправления'],
  ['runs.0.weekdays', { ...RUN, weekdays: [] }, 'Выберите дни'],
  ['runs.0.weekdays', { ...RUN, weekdays: [1, 1] }, 'День повторяется'],
  ['runs.0.leaves_at', { ...RUN, leaves_at: '25:00' }, 'Время в виде 10:00'],
])('delivery run is refused with an error on %s', async (path, run, message) => {
  const reply = await write('POST', 'zones', { name: 'Любая', note: '', runs: [run], ...FREE })
  expect(reply.status).toBe(400)
  expect(reply.json.errors).toContainEqual({ path, message })
})

test('working calendar is changed by staff only, and invalid days are refused', async () => {
  const days = async (year: number) =>
    (await send<{ days_off: string[] }>(test_, { url: `/api/v1/delivery/calendar?year=${year}`, headers: client })).json
      .days_off
  expect(await days(2026)).toContain('2026-12-31')
  const change = (list: object[], headers: object = staff) => write('PATCH', 'calendar', { days: list }, headers)
  expect((await change([{ day: '2026-11-18', is_off: true }], client)).status).toBe(403)
  expect(
    (
      await change([
        { day: '2026-11-18', is_off: true },
        { day: '2026-12-31', is_off: false },
      ])
    ).status,
  ).toBe(200)
  expect(await days(2026)).toContain('2026-11-18')
  expect(await days(2026)).not.toContain('2026-12-31')
  expect((await change([{ day: '2026-02-30', is_off: true }])).status).toBe(400)
  expect((await change([])).status).toBe(400)
  expect((await send(test_, { url: '/api/v1/delivery/calendar?year=1999', headers: staff })).status).toBe(400)
})

const zones = async (headers: object = staff) =>
  (
    await send<{ results: Record<string, unknown>[] }>(test_, {
      url: '/api/v1/delivery/zones',
      headers: { ...headers },
    })
  ).json.results
