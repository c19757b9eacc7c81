import type { CatalogVehicle, UnitDiagram } from '@artikul/contract/catalog/vehicle-catalog'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addressOf, textParam } from '../../../lib/page/search-params.ts'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import VehicleCatalogPage from './vehicle-catalog-page.tsx'

const STATUS = 'GET /api/v1/vehicle-catalog'
const VEHICLES = 'GET /api/v1/vehicle-catalog/vehicles?number=Z94CB41AAHR123456'
const GROUPS = 'GET /api/v1/vehicle-catalog/groups'
const UNITS = 'GET /api/v1/vehicle-catalog/units'
const UNIT = 'GET /api/v1/vehicle-catalog/unit'

beforeEach(() => signInAs())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('without a provider only the request to the manager is offered', async () => {
  fakeServer({ [STATUS]: () => json({ is_on: false }) })
  open()
  await screen.findByText('Каталог деталей по VIN не подключён')
  expect(requestLink()).toBe('/requests/new?vin=Z94CB41AAHR123456')
})

test('used-up quota is explained beside the request to the manager', async () => {
  fakeServer({ [STATUS]: isOn, [VEHICLES]: () => problem('vehicle_catalog.limit_reached') })
  open()
  await screen.findByText(/обращения к каталогу по VIN исчерпаны/)
  expect(requestLink()).toBe('/requests/new?vin=Z94CB41AAHR123456')
})

test('unknown number is said to be unknown', async () => {
  fakeServer({ [STATUS]: isOn, [VEHICLES]: () => json({ results: [] }) })
  open()
  await screen.findByText('Каталог не знает этого номера')
})

test('several vehicles are a choice, and the state of each step goes to the next', async () => {
  const server = fakeServer({
    [STATUS]: isOn,
    [VEHICLES]: () => json({ results: [vehicleOf('201', 'Rio 1.4'), vehicleOf('202', 'Rio 1.6')] }),
    [GROUPS]: () =>
      json({
        results: [
          { id: '1', name: 'Двигатель', ssd: 'g1', parent_id: null },
          { id: '11', name: 'Смазка', ssd: 'g11', parent_id: '1' },
        ],
      }),
    [UNITS]: () => json({ results: [{ id: '5', code: '20-213', name: 'Насос', ssd: 'u5', image: null }] }),
    [UNIT]: () => json(DIAGRAM),
  })
  open()
  fireEvent.click(await screen.findByRole('link', { name: 'Выбрать: KIA Rio 1.6' }))
  fireEvent.click(await screen.findByRole('link', { name: 'Смазка' }))
  expect(screen.queryByRole('link', { name: 'Двигатель' }), 'a group of groups has no units').toBeNull()
  fireEvent.click(await screen.findByRole('link', { name: /Насос/ }))
  const price = await screen.findByRole('link', { name: 'Цены и наличие: 26300-35503' })
  expect(price.getAttribute('href')).toBe('/catalog?q=26300-35503')
  const keys = server.keys().map(decodeURIComponent)
  expect(keys).toContain(`${GROUPS}?catalog=KMA&vehicle_id=202&ssd=v202`)
  expect(keys).toContain(`${UNITS}?catalog=KMA&vehicle_id=202&ssd=g11&group_id=11`)
  expect(keys).toContain(`${UNIT}?catalog=KMA&unit_id=5&ssd=u5`)
})

test('part and its place on the picture mark each other', async () => {
  stubImages()
  fakeServer({
    [STATUS]: isOn,
    [VEHICLES]: () => json({ results: [vehicleOf('201', 'Rio 1.4')] }),
    [GROUPS]: () => json({ results: [{ id: '11', name: 'Смазка', ssd: 'g11', parent_id: null }] }),
    [UNIT]: () => json({ ...DIAGRAM, image: '/5.png' }),
    'GET /api/v1/vehicle-catalog/image': () => new Response(new Blob(['any'], { type: 'image/png' })),
  })
  open('&group=11&unit=5&ssd=u5')
  const picture = await screen.findByRole('img', { name: 'Рисунок узла: Насос' })
  Object.defineProperties(picture, { naturalWidth: { value: 400 }, naturalHeight: { value: 200 } })
  fireEvent.load(picture)
  const hotspot = await screen.findByRole('button', { name: 'Позиция 1: Фильтр' })
  expect(hotspot.style.left).toBe('10.000%')
  expect(hotspot.style.height).toBe('50.000%')
  const row = screen.getByRole('button', { name: 'Показать на рисунке позицию 1' })
  fireEvent.click(hotspot)
  await waitFor(() => expect(row.getAttribute('aria-pressed')).toBe('true'))
  fireEvent.click(row)
  await waitFor(() => expect(hotspot.getAttribute('aria-pressed')).toBe('false'))
})

const isOn = () => json({ is_on: true })
const vehicleOf = (vehicle_id: string, name: string): CatalogVehicle => ({
  catalog: 'KMA',
  vehicle_id,
  ssd: `v${vehicle_id}`,
  brand: 'KIA',
  name,
  attributes: [{ name: 'Год', value: '2017' }],
})
const DIAGRAM: UnitDiagram = {
  code: '20-213',
  name: 'Насос',
  image: null,
  hotspots: [{ position: '1', x1: 40, y1: 0, x2: 120, y2: 100 }],
  parts: [
    { position: '1', article: '26300-35503', name: 'Фильтр', amount: '1', note: '' },
    { position: '', article: '21451-33010', name: 'Герметик', amount: 'X', note: '' },
  ],
}
const requestLink = () => screen.getByRole('link', { name: 'Запросить у менеджера' }).getAttribute('href')
const stubImages = () => {
  URL.createObjectURL = () => 'blob:any'
  URL.revokeObjectURL = () => undefined
  Element.prototype.scrollIntoView = () => undefined
}
const validateSearch = addressOf({
  number: textParam(50),
  vehicle: textParam(100),
  group: textParam(100),
  unit: textParam(100),
  ssd: textParam(4000),
})
const open = (more = '') =>
  renderPage(() => <VehicleCatalogPage />, {
    path: '/vehicle-catalog',
    at: `/vehicle-catalog?number=Z94CB41AAHR123456${more}`,
    validateSearch,
  })
