import type { Zone } from '@artikul/contract/pricing/delivery'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { addressOf, choiceParam } from '../../../lib/page/search-params.ts'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import SettingsPage from './settings-page.tsx'
import { SETTINGS_TABS } from './settings-address.ts'
import { deliveryRunText } from './zone-draft.ts'

const ZONES = 'GET /api/v1/delivery/zones'
const CREATE = 'POST /api/v1/delivery/zones'
const UPDATE = 'PATCH /api/v1/delivery/zones/4'
const REMOVE = 'DELETE /api/v1/delivery/zones/4'
const AUDIT = 'GET /api/v1/audit'

const RUN = { name: 'Рейс 10:00', weekdays: [1, 2, 3, 4, 5], leaves_at: '10:00', order_before: '09:00' }
const zones = (...results: Zone[]) => json({ results })
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const field = (within_: HTMLElement, label: RegExp) => within(within_).getByLabelText<HTMLInputElement>(label)
const bodyOf = (server: ReturnType<typeof fakeServer>, key: string) =>
  server.seen.filter((request) => request.key === key).at(-1)?.body

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('warranty manager sees the audit log instead of delivery zones', async () => {
  await asManager('ARTIKUL_WARRANTY_MANAGER')
  const server = fakeServer({
    [AUDIT]: () => json({ results: [], pagination: { total_count: 0, per_page: 50, page: 1 } }),
  })
  open()
  await screen.findByText('Записей нет')
  expect(screen.queryByRole('tab', { name: 'Зоны доставки' })).toBeNull()
  expect(server.keys().every((key) => key.startsWith(AUDIT))).toBe(true)
})

test('delivery zones that failed to load can be retried, and an empty list has a hint', async () => {
  await asManager()
  let tries = 0
  fakeServer({ [ZONES]: () => (++tries === 1 ? problem('internal') : zones()) })
  open()
  await press('Повторить')
  await screen.findByText('Зон доставки пока нет')
  expect(screen.getAllByRole('button', { name: 'Добавить зону' })).toHaveLength(1)
})

test('delivery run is described in words', () => {
  expect(deliveryRunText(RUN)).toBe('Рейс 10:00: пн–пт, заказать до 09:00')
  expect(deliveryRunText({ ...RUN, name: 'Утренний', weekdays: [6] })).toBe(
    'Утренний: сб, отправление в 10:00, заказать до 09:00',
  )
})

test('new zone names a run by its hour and shows errors beside the fields', async () => {
  await asManager()
  const server = fakeServer({ [ZONES]: () => zones(), [CREATE]: () => json({ id: 5 }, 201) })
  open()
  await press('Добавить зону')
  const dialog = await screen.findByRole('dialog', { name: 'Новая зона доставки' })
  await press('Добавить рейс')
  const run = within(dialog).getByRole('group', { name: 'Рейс 1' })
  type(run, /^Отправление/, '1000')
  type(run, /^Заказать до/, '11')
  expect(field(run, /^Название/).value).toBe('Рейс 10:00')
  await press('Добавить')
  await within(run).findByText('Не позже отправления')
  within(dialog).getByText('Заполните поле')
  expect(bodyOf(server, CREATE)).toBeUndefined()
  type(dialog, /^Название зоны/, 'Север')
  type(run, /^Заказать до/, '9')
  fireEvent.click(within(run).getByRole('button', { name: 'Понедельник', pressed: true }))
  fireEvent.click(within(run).getByRole('button', { name: 'Воскресенье', pressed: false }))
  await press('Добавить')
  await waitFor(() =>
    expect(bodyOf(server, CREATE)).toEqual({
      name: 'Север',
      note: '',
      runs: [{ ...RUN, weekdays: [2, 3, 4, 5, 7] }],
      charge_kop: 0,
      free_from_kop: null,
      minimum_kop: 0,
    }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Новая зона доставки' })).toBeNull())
})

test('duplicate run name and duplicate zone name are reported beside the name', async () => {
  await asManager()
  fakeServer({
    [ZONES]: () => zones(buildZone({ runs: [RUN, { ...RUN, name: 'Рейс 16:00', leaves_at: '16:00' }] })),
    [UPDATE]: () => problem('zone.exists'),
  })
  open()
  await press('Север')
  const dialog = await screen.findByRole('dialog', { name: 'Зона «Север»' })
  const second = within(dialog).getByRole('group', { name: 'Рейс 2' })
  type(second, /^Название/, 'Рейс 10:00')
  await press('Сохранить')
  await within(second).findByText('Рейс с таким названием уже есть')
  await press('Убрать рейс 2')
  await press('Сохранить')
  await within(dialog).findByText('Зона с таким названием уже есть')
  expect(within(dialog).queryByText('Рейс с таким названием уже есть')).toBeNull()
})

test('stale zone is reported, and a refresh keeps the typed data', async () => {
  await asManager()
  let version = 1
  const server = fakeServer({
    [ZONES]: () => zones(buildZone({ version, name: version === 1 ? 'Север' : 'Север-2' })),
    [UPDATE]: () => (version === 1 ? problem('stale') : json({ version: 3 })),
  })
  open()
  await press('Север')
  const dialog = await screen.findByRole('dialog')
  type(dialog, /^Примечание/, 'через ЗСД')
  await press('Сохранить')
  await within(dialog).findByText('Данные изменены другим пользователем, обновите страницу')
  version = 2
  await press('Обновить')
  await screen.findByRole('dialog', { name: 'Зона «Север-2»' })
  expect(field(dialog, /^Примечание/).value).toBe('через ЗСД')
  await press('Сохранить')
  await waitFor(() => expect(bodyOf(server, UPDATE)).toEqual({ version: 2, note: 'через ЗСД' }))
})

test('closing a changed zone requires a confirmation', async () => {
  await asManager()
  fakeServer({ [ZONES]: () => zones(buildZone()) })
  open()
  await press('Север')
  const dialog = await screen.findByRole('dialog')
  type(dialog, /^Примечание/, 'через ЗСД')
  await press('Отмена')
  await screen.findByRole('alertdialog', { name: 'Закрыть без сохранения?' })
  await press('Нет')
  expect(field(dialog, /^Примечание/).value).toBe('через ЗСД')
})

test('zone with consignees is not deleted, and the reason is shown', async () => {
  await asManager()
  const server = fakeServer({ [ZONES]: () => zones(buildZone()), [REMOVE]: () => problem('zone.in_use') })
  open()
  await press('Удалить зону «Север»')
  await press('Нет')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(server.keys()).not.toContain(REMOVE)
  await press('Удалить зону «Север»')
  await press('Да')
  expect(
    (await screen.findAllByText('В зоне есть грузополучатели: сначала переведите их в другую')).length,
  ).toBeGreaterThan(0)
})

const buildZone = (fields: Partial<Zone> = {}): Zone => ({
  id: 4,
  name: 'Север',
  note: 'через МКАД',
  runs: [RUN],
  charge_kop: 0,
  free_from_kop: null,
  minimum_kop: 0,
  consignees_count: 3,
  version: 1,
  ...fields,
})

const open = () =>
  renderPage(() => <SettingsPage />, {
    path: '/settings',
    at: '/settings?tab=zones',
    validateSearch: addressOf({ tab: choiceParam(SETTINGS_TABS) }),
  })

const asManager = (name: 'ARTIKUL_ORDER_MANAGER' | 'ARTIKUL_WARRANTY_MANAGER' = 'ARTIKUL_ORDER_MANAGER') =>
  signInAs({ roles: [{ name }], contractors: [], current_contractor_id: null })

const type = (within_: HTMLElement, label: RegExp, value: string) => {
  const input = field(within_, label)
  fireEvent.change(input, { target: { value } })
  fireEvent.blur(input)
}
