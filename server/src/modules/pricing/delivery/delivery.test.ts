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

const RUN = { name: 'Рейс 10:00', weekdays: [1, 3], leaves_at: '10:00', order_before: '09:00' }
type Reply = { id: number; version: number; code: string; errors: { path: string; message: string }[] }
const write = (method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, headers: object = staff) =>
  send<Reply>(test_, { method, url: `/api/v1/delivery/${path}`, headers: { ...headers }, ...(payload && { payload }) })

test('delivery zones store runs, check versions and are deleted only when unused', async () => {
  const made = await write('POST', 'zones', { name: 'Север', note: 'через МКАД', runs: [RUN] })
  expect(made.status).toBe(201)
  const { id } = made.json
  expect(await zones()).toEqual([
    { id, name: 'Север', note: 'через МКАД', runs: [RUN], consignees_count: 0, version: 1 },
  ])
  expect((await write('POST', 'zones', { name: 'Север', note: '', runs: [] })).json).toMatchObject({
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
  const { id } = (await write('POST', 'zones', { name, note: '', runs: [RUN] })).json
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

test.each([
  ['runs.0.order_before', { ...RUN, order_before: '10:01' }, 'Не позже отправления'],
  ['runs.0.weekdays', { ...RUN, weekdays: [] }, 'Выберите дни'],
  ['runs.0.weekdays', { ...RUN, weekdays: [1, 1] }, 'День повторяется'],
  ['runs.0.leaves_at', { ...RUN, leaves_at: '25:00' }, 'Время в виде 10:00'],
])('delivery run is refused with an error on %s', async (path, run, message) => {
  const reply = await write('POST', 'zones', { name: 'Любая', note: '', runs: [run] })
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
