import type { SupplyRoute } from '@artikul/contract/suppliers/supply-routes'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import SupplyRoutes from './supply-routes.tsx'

const LIST = 'GET /api/v1/supply-routes'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const STAFF = { roles: [{ name: 'ARTIKUL_ORDER_MANAGER' as const }], contractors: [], current_contractor_id: null }
const open = () => renderPage(() => <SupplyRoutes />, { path: '/admin' })

test('source row shows its terms and an outdated price list', async () => {
  await signInAs({ ...STAFF, roles: [{ name: 'ARTIKUL_WARRANTY_MANAGER' }] })
  fakeServer({ [LIST]: () => json({ results: [SOURCE] }) })
  open()
  const row = (await screen.findAllByRole('row'))[1] ?? expect.fail('no row')
  expect(row.textContent.replace(/\s/g, ' ')).toMatch(
    /Партнёр 107Клиенты видят: Склад 107Казань15:30 Europe\/Samaraвт, чт3 дн\., вне рабочего времени \+2 дн\.\+1 раб\. дн\.без возврата12\.11\.2026, 12:00 Устарел/,
  )
  expect(
    screen.getByText(
      /Поставщик без НДС · наценка 3,5\s% · 150,00\s₽ за кг · цены от 100,00\s₽ · выдача 95\s% · прайс актуален 72\sч · без возврата 1 бренд/,
    ),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Изменить' })).toBeNull()
})

test('refused source change appears beside its field and keeps the input', async () => {
  await signInAs({ ...STAFF, rights: ['prices'] })
  const server = fakeServer({
    [LIST]: () => json({ results: [SOURCE] }),
    'PATCH /api/v1/supply-routes/3': () =>
      problem('input.invalid', { errors: [{ path: 'name', message: 'Поставщик с таким названием уже есть' }] }),
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Изменить' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(/^Название/), { target: { value: 'Другой' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Убрать: LUK' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Сохранить' }))
  expect(await dialog.findByText('Поставщик с таким названием уже есть')).toBeTruthy()
  const sent = server.seen.find(({ key }) => key === 'PATCH /api/v1/supply-routes/3')
  expect(sent?.body).toEqual({
    version: 4,
    name: 'Другой',
    vat_mode: 'none',
    fresh_hours: 72,
    markup_hundredths: 350,
    kg_markup_kop: 15_000,
    price_from_kop: 10_000,
    price_to_kop: null,
    stated_delivery_percent: 95,
    no_return_brand_ids: [],
  })
  expect(dialog.getByLabelText<HTMLInputElement>(/^Название/).value).toBe('Другой')
})

test('closing a changed warehouse requires a confirmation', async () => {
  await signInAs({ ...STAFF, rights: ['prices'] })
  fakeServer({ [LIST]: () => json({ results: [SOURCE] }) })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Партнёр 107' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Регион'), { target: { value: 'Уфа' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Отмена' }))
  await screen.findByRole('alertdialog', { name: 'Закрыть без сохранения?' })
  expect(dialog.getByLabelText<HTMLInputElement>('Регион').value).toBe('Уфа')
})

test('own stock has no price list freshness setting', async () => {
  await signInAs({ ...STAFF, rights: ['prices'] })
  fakeServer({ [LIST]: () => json({ results: [{ ...SOURCE, kind: 'own' }] }) })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Изменить' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByLabelText(/^Наценка поставщика/)).toBeTruthy()
  expect(dialog.queryByLabelText(/^Прайс-лист актуален/)).toBeNull()
})

const SOURCE: SupplyRoute = {
  id: 3,
  version: 4,
  kind: 'partner',
  seller: 'ООО «Артикул»',
  name: 'Прайс-лист партнёра 107',
  vat_mode: 'none',
  fresh_hours: 72,
  markup_hundredths: 350,
  kg_markup_kop: 15_000,
  price_from_kop: 10_000,
  price_to_kop: null,
  stated_delivery_percent: 95,
  no_return_brands: [{ id: 9, name: 'LUK' }],
  warehouses: [
    {
      id: 5,
      version: 1,
      name: 'Партнёр 107',
      shown_as: 'Склад 107',
      region: 'Казань',
      time_zone: 'Europe/Samara',
      cutoff: '15:30',
      ships_on: [2, 4],
      term_days: 3,
      off_hours_days: 2,
      guarantee_days: 1,
      return_days: 0,
      imported_at: '2026-11-12T09:00:00.000Z',
      freshness: 'stale',
    },
  ],
}
