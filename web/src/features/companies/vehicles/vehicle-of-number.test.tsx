import type { VehicleNumber } from '@artikul/contract/companies/vehicle-numbers'
import type { VehiclePurchase } from '@artikul/contract/ordering/orders/vehicle-purchases'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useChosenVehicle } from '../../../lib/page/chosen-vehicle.ts'
import { buildVehicle } from '../../../testing/build-vehicle.ts'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import { VehicleChoice } from './vehicle-choice.tsx'
import VehicleOfNumber from './vehicle-of-number.tsx'

const BY_NUMBER = 'GET /api/v1/vehicles/by-number?number=XTA210990Y2766389'
const VIN: VehicleNumber = { kind: 'vin', number: 'XTA210990Y2766389' }
const PURCHASE: VehiclePurchase = {
  line_id: 8,
  order: { id: 12, number: '26-000123' },
  ordered_on: '2026-11-17',
  code: 'zic-z162',
  brand: 'ZIC',
  article: 'Z-162',
  name: 'Масло моторное',
  unit: 'шт',
  qty: 4,
  price_kop: 250_000,
}

beforeEach(async () => {
  localStorage.clear()
  await signInAs()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('unknown number proposes the garage and a request with the number filled in', async () => {
  fakeServer({ [BY_NUMBER]: () => json({ vehicle: null }) })
  open()
  const request = await screen.findByRole('link', { name: 'Запросить детали по VIN' })
  expect(request.getAttribute('href')).toBe('/requests/new?vin=XTA210990Y2766389')
  const add = screen.getByRole('link', { name: 'Добавить в гараж' })
  expect(add.getAttribute('href')).toBe('/garage?add=XTA210990Y2766389')
})

test('unknown number that found goods is not mentioned', async () => {
  const server = fakeServer({ [BY_NUMBER]: () => json({ vehicle: null }) })
  open(true)
  await waitFor(() => expect(server.keys()).toContain(BY_NUMBER))
  expect(screen.queryByText('Такой машины в гараже нет')).toBeNull()
})

test('failed look-up can be repeated', async () => {
  fakeServer({ [BY_NUMBER]: () => problem('unavailable') })
  open()
  await screen.findByText(/Не удалось загрузить/)
})

test('vehicle of the garage is shown with what was ordered for it, and can be chosen', async () => {
  fakeServer({
    [BY_NUMBER]: () => json({ vehicle: buildVehicle() }),
    'GET /api/v1/vehicles/4/purchases': () =>
      json({ results: [PURCHASE], pagination: { total_count: 1, per_page: 50, page: 1 } }),
  })
  open()
  expect((await screen.findByRole('link', { name: 'Газель 2' })).getAttribute('href')).toBe('/garage/4')
  expect((await screen.findByRole('link', { name: '№ 26-000123' })).getAttribute('href')).toBe('/orders/12')
  fireEvent.click(screen.getByRole('button', { name: 'Заказывать для неё' }))
  await screen.findByText('Выбрана: Газель 2')
  fireEvent.click(screen.getByRole('button', { name: 'Больше не для неё' }))
  await screen.findByText('Выбрана: никакая')
})

test('choice follows a renamed vehicle and drops a deleted one', async () => {
  const choice = (...vehicles: ReturnType<typeof buildVehicle>[]) => {
    fakeServer({
      'GET /api/v1/vehicles?page_size=50': () =>
        json({ results: vehicles, pagination: { total_count: vehicles.length, per_page: 50, page: 1 } }),
    })
    renderPage(Choice, { path: '/catalog' })
  }
  choice(buildVehicle(), buildVehicle({ id: 5, name: 'Камаз' }))
  fireEvent.change(await screen.findByLabelText(/^Для машины/), { target: { value: '4' } })
  await screen.findByText('Выбрана: Газель 2')
  cleanup()
  choice(buildVehicle({ name: 'Газель 3' }))
  await screen.findByText('Выбрана: Газель 3')
  cleanup()
  choice(buildVehicle({ id: 5, name: 'Камаз' }))
  await screen.findByText('Выбрана: никакая')
})

const Chosen = () => <p>Выбрана: {useChosenVehicle()?.name ?? 'никакая'}</p>
const Choice = () => (
  <>
    <VehicleChoice />
    <Chosen />
  </>
)
const open = (hasGoods = false) =>
  renderPage(
    () => (
      <>
        <VehicleOfNumber number={VIN} hasGoods={hasGoods} />
        <Chosen />
      </>
    ),
    { path: '/catalog' },
  )
