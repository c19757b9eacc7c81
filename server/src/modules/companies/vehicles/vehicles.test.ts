import type { Vehicle } from '@artikul/contract/companies/vehicles'
import { describe, expect, test } from 'vitest'
import { vehicleFields } from '../../../testing/companies.ts'
import { useParties } from '../../../testing/parties.factory.ts'
import { loginAs, purgeAt, send, useTestApp } from '../../../testing/test-app.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { buildConsignee } from '../consignees/consignees.factory.ts'
import { buildContractor } from '../contractors/contractors.factory.ts'
import { buildVehicle } from './vehicles.factory.ts'

const app = useTestApp()
const { parties, admin } = useParties(app)

const VIN = 'XW8ZZZ61ZEG061733'

interface Reply {
  id: number
  version: number
  code: string
  archived: boolean
  vehicle: Vehicle | null
  results: Vehicle[]
  pagination: { total_count: number }
  errors: { path: string; message: string }[]
}
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, headers: object = admin) =>
  send<Reply & Vehicle>(app, {
    method,
    url: `/api/v1/vehicles${path}`,
    headers: { ...headers },
    ...(payload && { payload }),
  })
const create = async (fields: Parameters<typeof vehicleFields>[0]) =>
  (await call('POST', '', vehicleFields({ vin: null, ...fields }))).json.id
const found = async (number: string) =>
  (await call('GET', `/by-number?number=${encodeURIComponent(number)}`)).json.vehicle

describe('refusals', () => {
  test('anonymous callers and staff are refused', async () => {
    expect((await call('GET', '', undefined, {})).status).toBe(401)
    const manager = await loginAs(app, parties.manager)
    expect((await call('GET', '', undefined, manager)).status).toBe(403)
    expect((await call('POST', '', vehicleFields(), manager)).status).toBe(403)
  })

  test('vehicle of another company is not found', async () => {
    const { db } = app.database
    const company = await buildContractor(db, { sellerIds: [parties.seller.id] })
    const stranger = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] })
    const { id } = await buildVehicle(db, company.id, stranger, { vin: VIN })
    const status = async (...args: Parameters<typeof call>) => (await call(...args)).status
    expect(await status('GET', `/${id}`)).toBe(404)
    expect(await status('GET', `/${id}/purchases`)).toBe(404)
    expect(await status('PATCH', `/${id}`, { version: 1, name: 'Моя' })).toBe(404)
    expect(await status('DELETE', `/${id}?version=1`)).toBe(404)
    expect(await status('POST', `/${id}/restore`, { version: 1 })).toBe(404)
    expect(await found(VIN)).toBeNull()
  })

  test.each([
    ['name', { name: ' ' }, 'Заполните поле'],
    ['vin', { vin: null }, 'Укажите VIN, номер кузова или госномер'],
    ['vin', { vin: 'XW8ZZZ61ZEGО61733' }, 'В VIN не бывает букв I, O и Q: проверьте, не цифры ли это 1 и 0'],
    ['frame_number', { frame_number: '121' }, 'Номер кузова — модель, дефис и номер: NZE121-3012345'],
    ['plate', { plate: 'Ж123ВС77' }, 'Госномер — буква, три цифры, две буквы и регион: А123ВС77'],
    ['year', { year: 21 }, 'Год не раньше 1900'],
    ['consignee_id', { consignee_id: 2_000_000_000 }, 'Такой точки нет'],
  ])('vehicle with a wrong %s is refused with an error on that field', async (path, overrides, message) => {
    const reply = await call('POST', '', vehicleFields(overrides))
    expect(reply.status).toBe(400)
    expect(reply.json.errors).toContainEqual({ path, message })
  })

  test('consignee of another company is refused', async () => {
    const { db } = app.database
    const company = await buildContractor(db, { sellerIds: [parties.seller.id] })
    const { id } = await buildConsignee(db, company.id)
    expect((await call('POST', '', vehicleFields({ consignee_id: id }))).json.errors).toMatchObject([
      { path: 'consignee_id' },
    ])
  })

  test('employee who may not place orders reads the garage without changing it', async () => {
    const { db } = app.database
    const employee = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
    await db.updateTable('user_contractors').set({ may_place: false }).where('user_id', '=', employee.id).execute()
    const headers = await loginAs(app, employee)
    const id = await create({ plate: 'А001АА77' })
    expect((await call('GET', `/${id}`, undefined, headers)).status).toBe(200)
    for (const reply of [
      await call('POST', '', vehicleFields(), headers),
      await call('PATCH', `/${id}`, { version: 1, name: 'Иначе' }, headers),
      await call('DELETE', `/${id}?version=1`, undefined, headers),
      await call('POST', `/${id}/restore`, { version: 1 }, headers),
    ])
      expect(reply).toMatchObject({ status: 403, json: { code: 'vehicle.read_only' } })
  })
})

test('numbers are stored in their normal form, once per company, and found in any spelling', async () => {
  const id = await create({ name: 'Газель 2', vin: 'хта 210990 у2766380', plate: 'a123bc 777' })
  expect((await call('GET', `/${id}`)).json).toMatchObject({
    vin: 'XTA210990Y2766380',
    plate: 'А123ВС777',
    consignee: null,
  })
  for (const typed of ['XTA210990Y2766380', 'VIN: xta210990y2766380', 'А 123 ВС 777', 'A123BC777'])
    expect((await found(typed))?.name, typed).toBe('Газель 2')
  expect(await found('26300-35503')).toBeNull()
  expect(await call('POST', '', vehicleFields({ vin: null, plate: 'А123ВС777' }))).toMatchObject({
    status: 409,
    json: { code: 'vehicle.number_taken', errors: [{ path: 'plate' }] },
  })
  for (const q of ['газель', '2766380', 'a123b', 'хта2109'])
    expect(
      (await call('GET', `?q=${encodeURIComponent(q)}`)).json.results.map((one) => one.id),
      q,
    ).toEqual([id])
  expect((await call('GET', '?q=%25')).json.pagination.total_count).toBe(0)
})

test('change needs the current version and leaves at least one number', async () => {
  const { id: point } = await buildConsignee(app.database.db, parties.company.id, { name: 'Ленина' })
  const id = await create({ plate: 'В001ВВ77' })
  const edit = (fields: object) => call('PATCH', `/${id}`, fields)
  expect((await edit({ version: 1, plate: '' })).json.errors).toMatchObject([{ path: 'vin' }])
  expect((await edit({ version: 1, frame_number: 'nze121-3012345', plate: null, consignee_id: point })).json).toEqual({
    version: 2,
  })
  expect((await edit({ version: 1, name: 'Поздно' })).json.code).toBe('stale')
  expect((await edit({ version: 2, name: 'Любая машина' })).json, 'nothing has changed').toEqual({ version: 2 })
  expect((await call('GET', `/${id}`)).json).toMatchObject({
    frame_number: 'NZE121-3012345',
    plate: null,
    consignee: { id: point, name: 'Ленина' },
  })
})

test('vehicle without orders is deleted and its number is free again', async () => {
  const id = await create({ plate: 'С001СС77' })
  expect((await call('DELETE', `/${id}?version=1`)).json).toEqual({ archived: false, version: 2 })
  for (const reply of [
    await call('GET', `/${id}`),
    await call('PATCH', `/${id}`, { version: 2, name: 'Иначе' }),
    await call('DELETE', `/${id}?version=2`),
  ])
    expect(reply.status).toBe(404)
  expect(await create({ plate: 'С001СС77' })).toBeGreaterThan(id)
})

test('vehicle deleted by mistake comes back within seconds to the person who deleted it', async () => {
  const { db } = app.database
  const id = await create({ plate: 'С002СС77' })
  expect((await call('DELETE', `/${id}?version=1`)).status).toBe(200)
  const restore = (headers: object = admin) => call('POST', `/${id}/restore`, { version: 2 }, headers)
  const colleague = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [parties.company.id] })
  expect(await restore(await loginAs(app, colleague))).toMatchObject({ status: 403, json: { code: 'undo.not_yours' } })
  const ago = (seconds: number) =>
    db
      .updateTable('vehicles')
      .set({ deleted_at: new Date(app.clock.now().getTime() - seconds * 1000) })
      .where('id', '=', id)
      .execute()
  await ago(16)
  expect(await restore()).toMatchObject({ status: 409, json: { code: 'undo.expired' } })
  await ago(14)
  const twin = await create({ plate: 'С002СС77' })
  expect(await restore()).toMatchObject({ status: 409, json: { code: 'vehicle.number_taken' } })
  expect((await call('DELETE', `/${twin}?version=1`)).status).toBe(200)
  expect((await restore()).status).toBe(200)
  expect((await call('GET', `/${id}`)).json).toMatchObject({ plate: 'С002СС77', is_archived: false })
})

test('deleted vehicle is purged the next day unless something was ordered for it', async () => {
  const id = await create({ plate: 'С003СС77' })
  expect((await call('DELETE', `/${id}?version=1`)).status).toBe(200)
  const rows = () => app.database.db.selectFrom('vehicles').select('id').where('id', '=', id).execute()
  await purgeAt(app, 'vehicles', new Date(app.clock.now().getTime() + 23 * 3_600_000))
  expect(await rows()).toHaveLength(1)
  await purgeAt(app, 'vehicles', new Date(app.clock.now().getTime() + 25 * 3_600_000))
  expect(await rows()).toEqual([])
})

test('employee of one point does not see another usual point', async () => {
  const { db } = app.database
  const { id: point } = await buildConsignee(db, parties.company.id, { name: 'Чужая точка' })
  const id = await create({ plate: 'Е001ЕЕ77', consignee_id: point })
  const limited = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
  await db.updateTable('user_contractors').set({ all_consignees: false }).where('user_id', '=', limited.id).execute()
  expect((await call('GET', `/${id}`, undefined, await loginAs(app, limited))).json.consignee).toBeNull()
})
