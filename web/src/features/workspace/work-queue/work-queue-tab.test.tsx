import type { WorkItem, WorkQueue } from '@artikul/contract/workspace/work-queue'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import WorkQueueTab from './work-queue-tab.tsx'
import type { WorkSearch } from './work-queue.api.ts'

const QUEUE = 'GET /api/v1/work-queue'
const TAKE = 'POST /api/v1/work-queue/assign'
const REPORT = 'GET /api/v1/calls/report'
const noCalls = () => json({ total: 0, reasons: [] })
const onChange = vi.fn<(next: WorkSearch) => void>()
const open = (search: WorkSearch = {}) =>
  renderPage(() => <WorkQueueTab search={search} onChange={onChange} />, { path: '/orders', at: '/orders' })
const asManager = () =>
  signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [], current_contractor_id: null })

afterEach(() => {
  cleanup()
  onChange.mockReset()
  vi.unstubAllGlobals()
})

test('queue item shows the subject, company and delay, and is assigned in one click', async () => {
  await asManager()
  const server = fakeServer({
    [QUEUE]: () => queue([buildItem()]),
    [TAKE]: () => json({}),
    [REPORT]: noCalls,
  })
  open()
  const table = await screen.findByRole('table', { name: 'Мой день' })
  within(table).getByText('Фильтр 26300-35503 и ещё 2 строки', { normalizer: (text) => text.replaceAll('\u00a0', ' ') })
  within(table).getByText('ООО «Автотехцентр»')
  within(table).getByText(/^опаздывает на /)
  expect(within(table).getByRole('link', { name: 'Открыть Заказ № 26-000012' }).getAttribute('href')).toBe('/orders/12')
  fireEvent.click(within(table).getByRole('button', { name: 'Взять в работу Заказ № 26-000012' }))
  await waitFor(() => expect(server.keys()).toContain(TAKE))
  expect(server.seen.find(({ key }) => key === TAKE)?.body).toEqual({ kind: 'late', id: 12, instead_of: null })
})

test('queue item of a colleague is reassigned after a confirmation, and a refusal is shown', async () => {
  await asManager()
  const assignee = { id: 99, full_name: 'Петров Пётр' }
  const server = fakeServer({
    [QUEUE]: () => queue([buildItem({ taken: assignee })]),
    [TAKE]: () => problem('stale', { detail: 'Это уже взял коллега. Обновите страницу' }),
    [REPORT]: noCalls,
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Взять себе Заказ № 26-000012' }))
  await screen.findByText(/сейчас этим занят Петров Пётр/)
  expect(server.keys()).not.toContain(TAKE)
  fireEvent.click(screen.getByRole('button', { name: 'Да' }))
  await waitFor(() => expect(server.keys()).toContain(TAKE))
  await screen.findAllByText('Это уже взял коллега. Обновите страницу')
  expect(server.seen.find(({ key }) => key === TAKE)?.body).toMatchObject({ instead_of: 99 })
})

test('empty queue links to other queues, and a failed one can be retried', async () => {
  await asManager()
  let isBroken = true
  fakeServer({
    [QUEUE]: () => (isBroken ? problem('internal') : queue([])),
    [REPORT]: noCalls,
  })
  open()
  const again = await screen.findByRole('button', { name: 'Повторить' })
  isBroken = false
  fireEvent.click(again)
  await screen.findByText('Всё разобрано')
  fireEvent.click(screen.getByRole('button', { name: 'Показать всех покупателей' }))
  expect(onChange).toHaveBeenCalledWith({ scope: 'all' })
  fireEvent.click(screen.getByRole('button', { name: 'Без исполнителя' }))
  expect(onChange).toHaveBeenCalledWith({ scope: 'unowned' })
})

test('failure of the exchange with 1C says what to do and leads to the base', async () => {
  await signInAs({
    ...{ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], rights: ['administrator'] },
    ...{ contractors: [], current_contractor_id: null },
  })
  const failure = {
    kind: 'exchange',
    id: 3,
    label: 'УТ 11',
    contractor: null,
    what: 'Выполните обмен',
    count: 0,
  } as const
  fakeServer({ [QUEUE]: () => queue([buildItem(failure)], { counts: { exchange: 1 } }), [REPORT]: noCalls })
  open()
  const table = await screen.findByRole('table', { name: 'Мой день' })
  within(table).getByText('Выполните обмен')
  const link = within(table).getByRole('link', { name: 'Исправить 1С «УТ 11»' })
  expect(link.getAttribute('href')).toBe('/settings?tab=one-c&node_id=3')
  expect(within(table).queryByText('Несколько')).toBeNull()
  expect(within(table).queryByRole('button', { name: /Взять в работу/ })).toBeNull()
  screen.getByRole('button', { name: /^Обмен с 1С/ })
})

test('client calls are listed by reason with shares', async () => {
  await asManager()
  fakeServer({
    [QUEUE]: () => queue([]),
    [REPORT]: () =>
      json({
        total: 3,
        reasons: [
          { reason: 'where', count: 2, share: 6667 },
          { reason: 'payment', count: 1, share: 3333 },
          { reason: 'other', count: 0, share: 0 },
        ],
      }),
  })
  open()
  const table = await screen.findByRole('table', { name: 'Звонки клиентов по причинам' })
  expect(within(table).getAllByRole('row')).toHaveLength(3)
  within(table).getByText('Где заказ')
  within(table).getByText(/66,67/)
})

const buildItem = (fields: Partial<WorkItem> = {}): WorkItem => ({
  kind: 'late',
  id: 12,
  label: '26-000012',
  contractor: { id: 7, name: 'ООО «Автотехцентр»' },
  what: 'Фильтр 26300-35503',
  count: 3,
  since: '2026-11-16T21:00:00.000Z',
  due_at: '2026-11-16T21:00:00.000Z',
  taken: null,
  ...fields,
})

const queue = (results: WorkItem[], more: Partial<WorkQueue> = {}) =>
  json({ results, counts: { late: results.length, request: 0 }, has_more: false, ...more })
