import type { ReadyGroup, ReadyLine, ShipmentPlan } from '@artikul/contract/fulfilment/shipments'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import ReadyPage from './ready-page.tsx'

const LIST = 'GET /api/v1/shipments/ready'
const LINES = 'GET /api/v1/shipments/ready/lines'
const PREVIEW = 'POST /api/v1/shipments/preview'
const SHIP = 'POST /api/v1/shipments'

const page = <T,>(results: T[]) => ({ results, pagination: { total_count: results.length, per_page: 50, page: 1 } })
const open = () => renderPage(ReadyPage, { path: '/shipments/ready' })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('empty shipment plan has a message', async () => {
  serve(planOf(), { [LIST]: () => json(page([])) })
  open()
  await screen.findByText('Отгружать нечего')
})

test('shipment dialog shows the run and the effect, and ships the typed quantity', async () => {
  const server = serve(planOf(), {
    [SHIP]: () => json({ shipments: [{ id: 21, number: 'А-000001', consignee: 'Точка', total_kop: 20_000 }] }, 201),
  })
  const dialog = await openDialog()
  screen.getByText(/^Рейс 10:00, .*: Самара$/)
  dialog.getByText('Ещё придёт: 1 строка', { normalizer: (text) => text.replace(/\s+/g, ' ') })
  fireEvent.change(dialog.getByLabelText(/^Отгрузить/), { target: { value: '2' } })
  await waitFor(() =>
    expect(server.seen.filter(({ key }) => key === PREVIEW).at(-1)?.body).toEqual({ lines: [{ line_id: 11, qty: 2 }] }),
  )
  await waitFor(() => fireEvent.click(dialog.getByRole('button', { name: /^Отгрузить на/ })))
  await waitFor(() => expect(server.keys()).toContain(SHIP))
  const sent = server.seen.find(({ key }) => key === SHIP)
  expect(sent?.body).toEqual({ lines: [{ line_id: 11, qty: 2 }] })
  expect(sent?.headers.get('idempotency-key')).toBeTruthy()
  await screen.findByText('Отгрузка № А-000001 оформлена')
})

test('shipment changed by somebody else shows the remaining quantity beside the field', async () => {
  serve(planOf(), {
    [SHIP]: () => problem('shipment.changed', { errors: [{ path: 'lines.0.qty', message: 'Готово 1 шт.' }] }),
  })
  const dialog = await openDialog()
  fireEvent.click(dialog.getByRole('button', { name: /^Отгрузить на/ }))
  await dialog.findByText('Готово 1 шт.')
})

test('order that its buyer wants whole is left out until it is ready, and shipped in part after confirmation', async () => {
  const incomplete = 'Покупатель просил отгружать заказ целиком: не готова 1 строка'
  const server = serve(planOf({ orders: [{ id: 9, number: '26-000009', incomplete }] }), {
    [LINES]: () => json({ results: [{ ...line, ship_complete: true }], has_more: false }),
    [SHIP]: () => json({ shipments: [{ id: 21, number: 'А-000001', consignee: 'Точка', total_kop: 20_000 }] }, 201),
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Отгрузить: ООО «Волга», Магазин «Южный»' }))
  await screen.findByText('Отгружать только целиком')
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByLabelText<HTMLInputElement>(/^Отгрузить/).value).toBe('0')
  expect(server.keys()).not.toContain(PREVIEW)
  fireEvent.change(dialog.getByLabelText(/^Отгрузить/), { target: { value: '2' } })
  await dialog.findByText(`Заказ № 26-000009. ${incomplete}.`)
  const submit = () => dialog.getByRole<HTMLButtonElement>('button', { name: /^Отгрузить на/ })
  expect(submit().disabled).toBe(true)
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Всё же отгрузить часть заказа' }))
  await waitFor(() => expect(submit().disabled).toBe(false))
  fireEvent.click(submit())
  await waitFor(() => expect(server.keys()).toContain(SHIP))
  expect(server.seen.find(({ key }) => key === SHIP)?.body).toMatchObject({ allow_partial: true })
})

test('held shipment requires a reason from an accountant and is blocked for others', async () => {
  const held = { held: 'Просрочено 100,00 ₽, 3 дня' }
  const server = serve(planOf(held))
  const dialog = await openDialog()
  fireEvent.click(dialog.getByRole('button', { name: /^Отгрузить на/ }))
  await dialog.findByText('Укажите причину')
  expect(server.keys()).not.toContain(SHIP)
  cleanup()
  serve(planOf(held, false))
  const other = await openDialog()
  other.getByText('Отгрузить остановленное может менеджер с правом «Бухгалтер».')
  expect(other.getByRole<HTMLButtonElement>('button', { name: /^Отгрузить на/ }).disabled).toBe(true)
})

const group: ReadyGroup = {
  contract_id: 3,
  consignee_id: 5,
  contractor_id: 7,
  contractor: 'ООО «Волга»',
  seller: 'ООО «АРТИКУЛ»',
  contract: '№ 1 от 12.01.2026',
  consignee: 'Магазин «Южный»',
  consignee_address: 'г. Самара',
  run: { zone: 'Самара', name: 'Рейс 10:00', day: '2026-11-23', leaves_at: '10:00' },
  carrier: '',
  ready_count: 1,
  ready_kop: 30_000,
  coming_count: 0,
  held: null,
}

const line: ReadyLine = {
  line_id: 11,
  contract_id: 3,
  consignee_id: 5,
  order_id: 9,
  order_number: '26-000009',
  brand: 'KYB',
  article: '721492',
  name: 'Катушка',
  unit: 'шт',
  client_ref: '',
  warehouse: 'Склад 1',
  expected_date: '2026-11-23',
  price_kop: 10_000,
  ship_complete: false,
  is_pickup: false,
  ready_qty: 3,
  coming: [{ state: 'delayed', qty: 1 }],
}

const planOf = (fields: Partial<ShipmentPlan['shipments'][number]> = {}, may_despite = true): ShipmentPlan => ({
  shipments: [
    {
      contract_id: 3,
      consignee_id: 5,
      contractor: 'ООО «Волга»',
      seller: 'ООО «АРТИКУЛ»',
      contract: '№ 1 от 12.01.2026',
      consignee: 'Магазин «Южный»',
      delivery_run: 'Рейс 10:00',
      lines_count: 1,
      total_kop: 30_000,
      vat_kop: 5410,
      due_on: '2026-12-22',
      accept_until: '2026-11-25',
      orders: [{ id: 9, number: '26-000009', incomplete: null }],
      needs_number: false,
      held: null,
      ...fields,
    },
  ],
  may_despite,
})

const serve = (plan: ShipmentPlan, more: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    [LIST]: () => json(page([group])),
    [LINES]: () => json({ results: [line], has_more: false }),
    [PREVIEW]: () => json(plan),
    'GET /api/v1/delivery/zones': () => json({ results: [] }),
    ...more,
  })

async function openDialog() {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Отгрузить: ООО «Волга», Магазин «Южный»' }))
  await screen.findByRole('heading', { name: /^Будет/ })
  return within(screen.getByRole('dialog'))
}
