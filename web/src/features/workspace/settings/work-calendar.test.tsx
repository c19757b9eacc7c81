import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addressOf, choiceParam, numberParam } from '../../../lib/page/search-params.ts'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import SettingsPage from './settings-page.tsx'
import { SETTINGS_TABS } from './settings-address.ts'
import { dayName, monthsOf, movedDay, weekendsOf } from './calendar-days.ts'

const CALENDAR = 'GET /api/v1/delivery/calendar'
const OF_2026 = `${CALENDAR}?year=2026`
const OF_2027 = `${CALENDAR}?year=2027`
const CHANGE = 'PATCH /api/v1/delivery/calendar'
const MAILS = 'GET /api/v1/emails'

const daysOff = (...days_off: string[]) => json({ days_off })
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const bodyOf = (server: ReturnType<typeof fakeServer>) => server.seen.filter(({ key }) => key === CHANGE).at(-1)?.body

beforeEach(async () => {
  await signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [], current_contractor_id: null })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('calendar months start on Monday and contain every day of the year', () => {
  const months = monthsOf(2026)
  expect(months[10]?.name).toBe('Ноябрь')
  expect(months[10]?.weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  const days = monthsOf(2028).flatMap(({ weeks }) => weeks.flat().filter((day) => day !== null))
  expect([days.length, new Set(days).size]).toEqual([366, 366])
  expect(months.every(({ weeks }) => weeks.every((week) => week.length === 7))).toBe(true)
  expect(weekendsOf(2026)).toHaveLength(104)
  expect(dayName('2026-11-04')).toBe('среда, 4 ноября')
})

test('calendar keys move across months and stop at the edges of the year', () => {
  expect(movedDay('2026-01-31', 'ArrowRight')).toBe('2026-02-01')
  expect(movedDay('2026-03-02', 'ArrowUp')).toBe('2026-02-23')
  expect(movedDay('2026-01-31', 'PageDown')).toBe('2026-02-28')
  expect(movedDay('2026-11-04', 'Home')).toBe('2026-11-02')
  expect(movedDay('2026-11-01', 'Home')).toBe('2026-11-01')
  expect(movedDay('2026-11-04', 'End')).toBe('2026-11-08')
  expect(movedDay('2026-01-01', 'ArrowLeft')).toBe('2026-01-01')
  expect(movedDay('2026-12-31', 'PageDown')).toBe('2026-12-31')
  expect(movedDay('2026-01-01', 'a')).toBeNull()
})

test('calendar that failed to load can be retried', async () => {
  let tries = 0
  fakeServer({ [OF_2026]: () => (++tries === 1 ? problem('internal') : daysOff('2026-11-04')) })
  open()
  await press('Повторить')
  await screen.findByRole('button', { name: 'среда, 4 ноября: нерабочий' })
  expect(screen.getAllByRole('grid')).toHaveLength(12)
})

test('calendar days are toggled, listed in words and saved together', async () => {
  const stored = ['2026-11-04', '2026-11-07']
  let tries = 0
  const server = fakeServer({
    [OF_2026]: () => daysOff(...stored),
    [CHANGE]: () => {
      if (++tries === 1) return problem('unavailable')
      stored.splice(0, 2, '2026-11-07', '2026-11-05')
      return json({})
    },
  })
  open()
  await press('среда, 4 ноября: нерабочий')
  await press('четверг, 5 ноября: рабочий')
  await press('пятница, 6 ноября: рабочий')
  screen.getByText('Станут нерабочими: 05.11.2026, 06.11.2026')
  screen.getByText('Станут рабочими: 04.11.2026')
  expect(screen.getByRole('button', { name: /^Сохранить 3.дня$/ })).toBeTruthy()
  await press('пятница, 6 ноября: нерабочий, не сохранено')
  await press(/^Сохранить 2.дня$/)
  await screen.findByText(/Сервер занят/)
  await press(/^Сохранить 2.дня$/)
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Сохранить/ })).toBeNull())
  expect(bodyOf(server)).toEqual({
    days: [
      { day: '2026-11-04', is_off: false },
      { day: '2026-11-05', is_off: true },
    ],
  })
  screen.getByRole('button', { name: 'четверг, 5 ноября: нерабочий' })
  screen.getByRole('button', { name: 'среда, 4 ноября: рабочий' })
})

test('calendar has one day in the tab order, and arrow keys move it', async () => {
  fakeServer({ [OF_2026]: () => daysOff('2026-11-04') })
  open()
  const group = await screen.findByRole('group', { name: 'Дни 2026 года' })
  const entries = () => [...group.querySelectorAll<HTMLElement>('[tabindex="0"]')]
  expect(entries()).toHaveLength(1)
  const day = within(group).getByRole('button', { name: 'суббота, 31 января: рабочий' })
  day.focus()
  fireEvent.keyDown(day, { key: 'ArrowRight' })
  await waitFor(() => expect(entries().map((one) => one.dataset['day'])).toEqual(['2026-02-01']))
  expect(document.activeElement).toBe(entries()[0])
})

test('calendar keeps changes when the year is switched, and an empty year offers its weekends', async () => {
  const of2027: string[] = []
  const server = fakeServer({
    [OF_2026]: () => daysOff('2026-11-04'),
    [OF_2027]: () => daysOff(...of2027),
    [CHANGE]: () => {
      of2027.push('2027-01-02')
      return json({})
    },
  })
  const { router } = open()
  await press('четверг, 5 ноября: рабочий')
  await press('2027 год')
  await waitFor(() => expect(router.state.location.href).toBe('/settings?tab=calendar&year=2027'))
  await screen.findByText(/^Календарь на 2027 год не заполнен/)
  await press('Отметить субботы и воскресенья')
  await press(/^Сохранить 105.дней$/)
  await waitFor(() => expect((bodyOf(server) as { days: unknown[] }).days).toHaveLength(105))
  await screen.findByRole('button', { name: 'суббота, 2 января: нерабочий' })
})

test('leaving the calendar with unsaved days requires a confirmation', async () => {
  fakeServer({
    [OF_2026]: () => daysOff('2026-11-04'),
    [MAILS]: () => json({ results: [], pagination: { total_count: 0, per_page: 50, page: 1 } }),
  })
  const { router } = open()
  await press('четверг, 5 ноября: рабочий')
  const leave = () => fireEvent.click(screen.getByRole('link', { name: 'Исходящая почта' }))
  leave()
  await screen.findByRole('alertdialog', { name: 'Уйти без сохранения?' })
  await press('Нет')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(router.state.location.href).toBe('/settings?tab=calendar&year=2026')
  expect(screen.getByRole('button', { name: 'четверг, 5 ноября: нерабочий, не сохранено' })).toBeTruthy()
  leave()
  await press('Да')
  await screen.findByText('Писем ещё не было')
})

test('«Отменить» restores the stored calendar days', async () => {
  fakeServer({ [OF_2026]: () => daysOff('2026-11-04') })
  open()
  await press('среда, 4 ноября: нерабочий')
  await press('Отменить')
  await screen.findByRole('button', { name: 'среда, 4 ноября: нерабочий' })
  expect(screen.queryByRole('button', { name: /^Сохранить/ })).toBeNull()
})

const open = (at = '/settings?tab=calendar&year=2026') =>
  renderPage(() => <SettingsPage />, {
    path: '/settings',
    at,
    validateSearch: addressOf({ tab: choiceParam(SETTINGS_TABS), year: numberParam(2099) }),
  })
