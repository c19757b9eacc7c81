import type { ClaimableGoods, Eligibility } from '@artikul/contract/fulfilment/claim-goods'
import { ClaimKindField as Kinds } from '@artikul/contract/fulfilment/claim-fields'
import type { ClaimKind } from '@artikul/contract/fulfilment/claim-states'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addressOf, numberParam } from '../../../lib/page/search-params.ts'
import { fakeServer, json } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs, signOut } from '../../../testing/sign-in.ts'
import NewClaimPage from './new-claim-page.tsx'

beforeEach(() => signInAs())
afterEach(async () => {
  cleanup()
  await signOut()
  vi.unstubAllGlobals()
})

const GOODS = 'GET /api/v1/claims/shipments/7'
const CREATE = 'POST /api/v1/claims'
const kindsOf = (overrides: Partial<Record<ClaimKind, Partial<Eligibility>>> = {}) =>
  Kinds.options.map((kind) => may(kind, overrides[kind]))
const LATE = { reason: 'Срок прошёл 20.11.2026' }

describe('new claim form', () => {
  test('shows unavailable kinds with the reason, and the terms of available ones', async () => {
    fakeServer({
      [GOODS]: () => json(buildGoods({ shortage: LATE, unfit: { withheld_percent: 15 } })),
    })
    open()
    const dead = await screen.findByRole('radio', { name: 'Недостача. Срок прошёл 20.11.2026' })
    expect(dead).toHaveProperty('disabled', true)
    expect(screen.getByRole('radio', { name: 'Возврат (не подошло)' })).toHaveProperty('checked', true)
    screen.getByText('Можно до 01.12.2026 включительно, осталось 4 шт., удержание 15 %')
    fireEvent.click(screen.getByRole('radio', { name: 'Брак до установки' }))
    screen.getByText('Можно до 01.12.2026 включительно, осталось 4 шт.')
  })

  test('requires proof files and sends the selected kind and outcome', async () => {
    const server = fakeServer({
      [GOODS]: () => json(buildGoods()),
      [CREATE]: () => json({ id: 9, number: 'О-000009', answer_by: '2026-12-01' }, 201),
    })
    open()
    const form = await screen.findByRole('form', { name: 'Новое обращение' })
    fireEvent.submit(form)
    within(form).getByText('Приложите хотя бы 1 файл')
    fireEvent.click(screen.getByRole('radio', { name: 'Излишек' }))
    fireEvent.change(screen.getByLabelText('Описание'), { target: { value: ' Одна лишняя ' } })
    fireEvent.submit(form)
    await waitFor(() => expect(server.keys()).toContain(CREATE))
    expect(server.seen.find(({ key }) => key === CREATE)?.body).toEqual({
      shipment_id: 7,
      kind: 'surplus',
      outcome: 'take_back',
      text: 'Одна лишняя',
      lines: [{ shipment_line_id: 70, qty: 1, asked_kop: null }],
      file_ids: [],
    })
  })

  test('explains why nothing of a shipment can be claimed any more', async () => {
    const all = Object.fromEntries(Kinds.options.map((kind) => [kind, LATE]))
    fakeServer({ [GOODS]: () => json(buildGoods(all)) })
    open()
    await screen.findByText('По этой отгрузке обращение уже не создать: Срок прошёл 20.11.2026.')
    expect(screen.queryByRole('form')).toBeNull()
  })
  test('waits for files that are still uploading', async () => {
    const upload = Promise.withResolvers<Response>()
    const server = fakeServer({
      [GOODS]: () => json(buildGoods()),
      'POST /api/v1/claims/files': () => upload.promise,
      [CREATE]: () => json({ id: 9, number: 'О-000009', answer_by: '2026-12-01' }, 201),
    })
    open()
    const form = await screen.findByRole('form', { name: 'Новое обращение' })
    const file = new File(['%PDF-'], 'Акт.pdf', { type: 'application/pdf' })
    fireEvent.change(screen.getByLabelText(/Фото и документы/, { selector: 'input' }), { target: { files: [file] } })
    const submit = screen.getByRole('button', { name: 'Подать обращение' })
    await waitFor(() => expect(submit).toHaveProperty('disabled', true))
    fireEvent.submit(form)
    expect(server.keys()).not.toContain(CREATE)
    upload.resolve(json({ id: 31 }, 201))
    await screen.findByRole('button', { name: 'Убрать Акт.pdf' })
    await waitFor(() => expect(submit).toHaveProperty('disabled', false))
    fireEvent.submit(form)
    await waitFor(() => expect(server.seen.find(({ key }) => key === CREATE)?.body).toMatchObject({ file_ids: [31] }))
  })

  test('has no price field for an employee without price access', async () => {
    const goods = buildGoods()
    fakeServer({ [GOODS]: () => json({ ...goods, lines: goods.lines.map((line) => ({ ...line, price_kop: null })) }) })
    open()
    fireEvent.click(await screen.findByRole('radio', { name: 'Ошибка в цене или документах' }))
    expect(screen.getByRole('radio', { name: 'Исправить документы' })).toHaveProperty('checked', true)
    expect(screen.queryByRole('radio', { name: 'Вернуть деньги' })).toBeNull()
    expect(screen.queryByLabelText(/Верная цена/)).toBeNull()
  })
})

const open = () =>
  renderPage(() => <NewClaimPage />, {
    path: '/claims/new',
    at: '/claims/new?shipment=7',
    validateSearch: addressOf({ shipment: numberParam() }),
  })

const may = (kind: ClaimKind, overrides: Partial<Eligibility> = {}): Eligibility => ({
  kind,
  until: '2026-12-01',
  qty: 4,
  withheld_percent: 0,
  reason: null,
  ...overrides,
})

const buildGoods = (overrides: Partial<Record<ClaimKind, Partial<Eligibility>>> = {}): ClaimableGoods => ({
  id: 7,
  number: 'АР-000113',
  shipped_on: '2026-11-17',
  seller: 'ООО «Артикул»',
  consignee: 'Сервис на Ленина',
  lines: [
    {
      shipment_line_id: 70,
      order_line_id: 5,
      brand: 'MAHLE',
      article: 'LX 6376',
      name: 'Фильтр воздушный',
      unit: 'шт',
      order_number: '26-000344',
      shipped_qty: 4,
      price_kop: 338_142,
      kinds: kindsOf(overrides),
    },
  ],
})
