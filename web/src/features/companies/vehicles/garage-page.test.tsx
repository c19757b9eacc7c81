import type { Vehicle } from '@artikul/contract/companies/vehicles'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs, signOut } from '../../../testing/sign-in.ts'
import { buildVehicle } from '../../../testing/build-vehicle.ts'
import GaragePage from './garage-page.tsx'

const LIST = 'GET /api/v1/vehicles'
const CREATE = 'POST /api/v1/vehicles'
const CHANGE = 'PATCH /api/v1/vehicles/4'
const POINTS = 'GET /api/v1/consignees/options'

beforeEach(async () => {
  localStorage.clear()
  await signInAs()
})
afterEach(async () => {
  cleanup()
  await signOut()
  vi.unstubAllGlobals()
})

test('empty garage explains what it is for, and a failed one can be loaded again', async () => {
  fakeServer({ [LIST]: () => listOf() })
  open()
  await screen.findByText('Машин пока нет')
  cleanup()
  fakeServer({ [LIST]: () => problem('unavailable') })
  open()
  await screen.findByText(/Не удалось загрузить/)
})

test('searched number opens the form in its own field, and refusals stand beside the fields', async () => {
  const server = fakeServer({
    [LIST]: () => listOf(),
    [POINTS]: () => json({ results: [] }),
    [CREATE]: () =>
      problem('vehicle.number_taken', { errors: [{ path: 'plate', message: 'Машина с таким номером уже есть' }] }),
  })
  open('/garage?add=a123bc77')
  const plate = await screen.findByRole('textbox', { name: 'Госномер' })
  expect(plate).toHaveProperty('value', 'А123ВС77')
  type('VIN', 'XW8ZZZ61ZEG06173')
  fireEvent.click(screen.getByRole('button', { name: 'Добавить' }))
  await screen.findByText('Заполните поле')
  await screen.findByText(/В VIN 17 знаков, а здесь 16/)
  expect(server.keys()).not.toContain(CREATE)
  type('VIN', '')
  type(/^Название$/, 'Газель 2')
  fireEvent.click(screen.getByRole('button', { name: 'Добавить' }))
  await screen.findByText('Машина с таким номером уже есть')
  expect(server.seen.find(({ key }) => key === CREATE)?.body).toMatchObject({
    name: 'Газель 2',
    plate: 'А123ВС77',
    vin: null,
    year: null,
  })
})

test('only changed fields are sent with the version', async () => {
  const server = fakeServer({
    [LIST]: () => listOf(buildVehicle()),
    [POINTS]: () => json({ results: [] }),
    [CHANGE]: () => json({ version: 4 }),
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Изменить: Газель 2' }))
  type('Год выпуска', '2020')
  fireEvent.click(await screen.findByRole('button', { name: 'Сохранить' }))
  await waitFor(() => expect(server.keys()).toContain(CHANGE))
  expect(server.seen.find(({ key }) => key === CHANGE)?.body).toEqual({ year: 2020, version: 3 })
})

test('employee who may not place orders chooses a vehicle without changing the garage', async () => {
  await signInAs({ may: { see_prices: true, see_settlements: true, place_orders: false, change_points: true } })
  fakeServer({ [LIST]: () => listOf(buildVehicle()) })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Заказывать для машины: Газель 2' }))
  await screen.findByText('Заказываем для неё')
  expect(screen.queryByRole('button', { name: 'Добавить машину' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Изменить/ })).toBeNull()
})

const open = (at = '/garage') => renderPage(() => <GaragePage />, { path: '/garage', at })
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } })
const listOf = (...results: Vehicle[]) =>
  json({ results, pagination: { total_count: results.length, per_page: 50, page: 1 } })
