import type { CatalogGroup, CatalogUnit, CatalogVehicle, UnitDiagram } from '@artikul/contract/catalog/vehicle-catalog'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { LAXIMO_LOGIN, LAXIMO_PASSWORD, startLaximo } from '../../../simulator/index.ts'
import { useParties } from '../../../testing/parties.factory.ts'
import { send, useTestApp } from '../../../testing/test-app.ts'
import { createLaximo } from './laximo.ts'
import { guardProvider } from './guarded-provider.ts'

const simulator = await startLaximo()
const { origin } = simulator
const app = useTestApp({ LAXIMO_ORIGIN: origin, LAXIMO_LOGIN, LAXIMO_PASSWORD })
const { admin } = useParties(app)

afterAll(() => simulator.server.close())
beforeEach(async () => {
  await fetch(`${origin}/control`)
  simulator.calls.length = 0
})

const ask = <T>(path: string, query: Record<string, string> = {}, headers: object = admin) =>
  send<T>(app, { url: `/api/v1/vehicle-catalog${path}?${new URLSearchParams(query)}`, headers: { ...headers } })
const find = async (number: string) => (await ask<{ results: CatalogVehicle[] }>('/vehicles', { number })).json.results

async function walkToUnits() {
  const [vehicle] = await find('XW8ZZZ61ZEG061733')
  const { catalog = '', vehicle_id = '', ssd = '' } = vehicle ?? {}
  const groups = (await ask<{ results: CatalogGroup[] }>('/groups', { catalog, vehicle_id, ssd })).json.results
  const group = groups.find(({ name }) => name === 'Смазка двигателя')
  const query = { catalog, vehicle_id, ssd: group?.ssd ?? '', group_id: group?.id ?? '' }
  const units = (await ask<{ results: CatalogUnit[] }>('/units', query)).json.results
  return { catalog, groups, units }
}

describe('refusals', () => {
  test('anonymous callers and bad input are refused', async () => {
    for (const path of ['', '/vehicles', '/groups', '/units', '/unit', '/image'])
      expect((await ask(path, {}, {})).status, path).toBe(401)
    for (const path of ['/vehicles', '/groups', '/units', '/unit', '/image'])
      expect((await ask(path)).status, path).toBe(400)
    for (const path of ['//evil.test/a.png', 'https://evil.test/', '/\\evil.test', 'a.png'])
      expect((await ask('/image', { path })).status, path).toBe(400)
    expect(simulator.calls).toEqual([])
  })

  test('used-up quota and a failing provider are told apart', async () => {
    await fetch(`${origin}/control?left=0`)
    expect(await ask('/vehicles', { number: 'NZE121-3012345' })).toMatchObject({
      status: 503,
      json: { code: 'vehicle_catalog.limit_reached' },
    })
    for (const fault of ['error', 'html', 'broken', 'redirect']) {
      await fetch(`${origin}/control?fault=${fault}`)
      const provider = createLaximo({ origin, imagesOrigin: origin, login: LAXIMO_LOGIN, password: LAXIMO_PASSWORD })
      await expect(provider.findVehicles({ kind: 'vin', number: 'XW8ZZZ61ZEG061733' }), fault).rejects.toMatchObject({
        reason: 'down',
      })
    }
    await fetch(`${origin}/control?fault=error`)
    expect(await ask('/vehicles', { number: 'XTA210990Y2766389' })).toMatchObject({
      status: 503,
      json: { code: 'vehicle_catalog.unavailable' },
    })
  })

  test('failing provider is not called during its pause, and wrong credentials are its failure', async () => {
    const provider = guardProvider(createLaximo({ origin, imagesOrigin: origin, login: 'any', password: 'wrong' }))
    const fails = () =>
      expect(provider.findVehicles({ kind: 'vin', number: 'any' })).rejects.toMatchObject({ reason: 'down' })
    for (let at = 0; at < 5; at += 1) await fails()
    expect(simulator.calls).toHaveLength(3)
  })
})

test('numbers of every kind find vehicles, and several modifications of one VIN are a choice', async () => {
  expect((await find('хw8zzz61zeg061733')).map(({ name }) => name)).toEqual(['Polo 1.6'])
  expect((await find('a123bc763')).map(({ name }) => name)).toEqual(['Polo 1.6'])
  expect((await find('nze121-3012345')).map(({ brand }) => brand)).toEqual(['Toyota'])
  const [first, second, ...more] = await find('Z94CB41AAHR123456')
  expect([first?.name, second?.name, more]).toEqual(['Rio 1.4', 'Rio 1.6', []])
  expect(first?.attributes).toContainEqual({ name: 'Двигатель', value: 'G4LC' })
  expect(await find('XTA210990Y2766380'), 'an unknown VIN').toEqual([])
  simulator.calls.length = 0
  expect(await find('26300-35503'), 'an article').toEqual([])
  expect(simulator.calls).toEqual([])
})

test('state of each step leads to groups, units, hotspots and parts', async () => {
  const { catalog, groups, units } = await walkToUnits()
  expect(groups.map(({ name, parent_id }) => [name, parent_id])).toEqual([
    ['Двигатель', null],
    ['Смазка двигателя', '1'],
    ['Впуск воздуха', '1'],
    ['Тормоза', null],
  ])
  const [pump] = units
  expect(pump).toMatchObject({ id: '5001', code: '20-213', image: '/images/source/5001.png' })
  const { json } = await ask<UnitDiagram>('/unit', { catalog, unit_id: '5001', ssd: pump?.ssd ?? '' })
  expect(json.hotspots[0]).toEqual({ position: '1', x1: 40, y1: 40, x2: 120, y2: 100 })
  expect(json.parts[0]).toMatchObject({ position: '1', article: '26300-35503', amount: '1', note: '' })
  expect(json.parts.filter(({ position }) => position === '')).toHaveLength(1)
  const picture = await ask('/image', { path: pump?.image ?? '' })
  expect(picture.headers['content-type']).toContain('image/png')
})

test('the same question costs the quota once', async () => {
  await walkToUnits()
  simulator.calls.length = 0
  await walkToUnits()
  expect(simulator.calls).toEqual([])
})

test('state of another step finds nothing', async () => {
  const query = { catalog: 'VW1122', vehicle_id: '101', ssd: 'vehicle-201' }
  expect((await ask<{ results: CatalogGroup[] }>('/groups', query)).json.results).toEqual([])
})

describe('without a provider', () => {
  const off = useTestApp()
  const { admin: client } = useParties(off)

  test('the catalogue is off', async () => {
    const url = '/api/v1/vehicle-catalog'
    expect((await send(off, { url, headers: client })).json).toEqual({ is_on: false })
    expect(await send(off, { url: `${url}/vehicles?number=XW8ZZZ61ZEG061733`, headers: client })).toMatchObject({
      status: 409,
      json: { code: 'vehicle_catalog.off' },
    })
  })
})
