import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { buildCard } from '../../../../testing/build-card.ts'
import { buildCart, buildCartLine, buildOffer } from '../../../../testing/build-cart.ts'
import { fakeServer, json, problem } from '../../../../testing/fake-server.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { signInAs } from '../../../../testing/sign-in.ts'
import CheckoutDialog from './checkout-dialog.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { PayOrdersContext, type PayOrders } from './pay-orders.ts'
import { OfferNotice } from '../offer-notice.tsx'

const PREVIEW = 'GET /api/v1/orders/preview'
const PLACE = 'POST /api/v1/orders'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('checkout shows the split before placing, and the orders with their invoices after it', async () => {
  const server = fakeServer({
    [PREVIEW]: () => json(buildPreview()),
    [PLACE]: () => json({ orders: [ORDER] }, 201),
  })
  open()
  await screen.findByText(/Будет создано 2\s+заказа/)
  await press('Оформить')
  const invoice = await screen.findByRole('link', { name: 'Счёт на оплату № РП-000003' })
  expect(invoice.getAttribute('href')).toBe('/order-invoice/12')
  expect(server.seen.at(-1)?.body).toEqual({ lines: buildPreview().lines, cart_id: 5 })
})

test('checkout says why there are several orders, and orders under the chosen contract', async () => {
  const options = [
    { id: 17, contract: '№ 17', payment_terms: 'предоплата 100 %', available_kop: null },
    { id: 18, contract: '№ 18', payment_terms: 'отсрочка 14 дней', available_kop: 12_000_000 },
  ]
  const server = fakeServer({
    [PREVIEW]: ({ key }) => {
      const chosen = options[key.endsWith('contract_ids=18') ? 1 : 0]
      const preview = buildPreview()
      const plans = preview.plans.map((plan) => ({ ...plan, available_kop: chosen?.available_kop ?? null }))
      const choice = { seller: 'ООО «Артикул»', contract_id: chosen?.id ?? 0, contracts: options }
      return json({ ...preview, plans, contract_choices: [choice] })
    },
    [PLACE]: () => json({ orders: [{ ...ORDER, contract_id: 18, contract: '№ 18' }] }, 201),
  })
  open()
  await screen.findByText('Почему несколько: разные точки доставки.')
  screen.getByText('Отдельно от заказа 1: другая точка')
  fireEvent.change(screen.getByLabelText('Договор, ООО «Артикул»'), { target: { value: '18' } })
  await waitFor(() => expect(screen.getAllByText(/доступно по лимиту/)).toHaveLength(2))
  await press('Оформить')
  await screen.findByText('№ 26-000012')
  screen.getByText(/договор № 18/)
  expect(server.seen.at(-1)?.body).toMatchObject({ contract_ids: [18] })
})

test('price of delivery is shown, and goods that the buyer collects are placed so', async () => {
  const delivery = { zone: 'Север', charge_kop: 30_000, free_from_kop: 500_000, missing_kop: 490_000, refusal: '' }
  const server = fakeServer({
    [PREVIEW]: ({ key }) => {
      const isPickup = key.endsWith('pickup_ids=1')
      const [first] = buildPreview().plans
      const plan = { ...first, delivery: { ...delivery, is_pickup: isPickup, charge_kop: isPickup ? 0 : 30_000 } }
      return json({ ...buildPreview(), plans: [plan], delivery_kop: isPickup ? 0 : 30_000 })
    },
    [PLACE]: () => json({ orders: [ORDER] }, 201),
  })
  open()
  await screen.findByText(/один раз за день/)
  fireEvent.click(screen.getByRole('checkbox', { name: /^Самовывоз/ }))
  await waitFor(() => expect(screen.queryByText(/один раз за день/)).toBeNull())
  await press('Оформить')
  await screen.findByText('№ 26-000012')
  expect(server.seen.at(-1)?.body).toMatchObject({ pickup_ids: [1], delivery_kop: 0 })
})

test('order below the minimum of the zone can only be collected', async () => {
  const refusal = 'Доставка в зону «Север»: от 5 000,00 ₽ за день, не хватает 100,00 ₽'
  const delivery = { zone: 'Север', is_pickup: false, charge_kop: 0, free_from_kop: null, missing_kop: null, refusal }
  const [first] = buildPreview().plans
  fakeServer({ [PREVIEW]: () => json({ ...buildPreview(), plans: [{ ...first, delivery }] }) })
  open()
  await screen.findByText(`${refusal}.`)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Оформить' }).disabled).toBe(true)
})

test('order marked as shipped whole is placed so by its lines', async () => {
  const server = fakeServer({ [PREVIEW]: () => json(buildPreview()), [PLACE]: () => json({ orders: [ORDER] }, 201) })
  open()
  const box = await screen.findByRole('checkbox', { name: /^Отгружать только целиком/ })
  fireEvent.click(box)
  await press('Оформить')
  await screen.findByText('№ 26-000012')
  const [line] = buildPreview().lines
  expect(server.seen.at(-1)?.body).toMatchObject({ lines: [{ ...line, ship_complete: true }] })
})

test('placed orders with invoices of one contract can be paid by one invoice', async () => {
  const orders = [
    ORDER,
    { ...ORDER, id: 13, number: '26-000013', invoice_id: 4 },
    { ...ORDER, id: 14, number: '26-000014', invoice_id: null, invoice_number: null },
    { ...ORDER, id: 15, number: '26-000015', invoice_id: 6, contract_id: 18 },
  ]
  fakeServer({ [PREVIEW]: () => json(buildPreview()), [PLACE]: () => json({ orders }, 201) })
  const payOrders: PayOrders = (props) => <p>Один счёт: {props.orders.map(({ id }) => id).join(', ')}</p>
  renderPage(
    () => (
      <PayOrdersContext value={payOrders}>
        <CheckoutDialog onClose={() => undefined} />
      </PayOrdersContext>
    ),
    { path: '/cart' },
  )
  await press('Оформить')
  await screen.findByText('Один счёт: 12, 13')
  expect(screen.getAllByText(/^Один счёт/)).toHaveLength(1)
})

test('checkout shows known changes before the first attempt', async () => {
  const nothing = () => undefined
  const known = [{ ...DIFFERENCE, kind: 'stock', message: 'Осталось 3, нужно 5' } as const]
  renderPage(
    () => (
      <CheckoutForm
        preview={buildPreview()}
        refreshing={false}
        onRefresh={nothing}
        choice={{ chosen: {}, query: {}, chooseContracts: nothing, choosePickup: nothing }}
        onPlaced={nothing}
        onClose={nothing}
        byWord={{ place: () => Promise.reject(new Error('nothing is placed')), back: 'Вернуться в черновик' }}
        known={known}
      />
    ),
    { path: '/orders/new' },
  )
  await screen.findByText('Осталось 3, нужно 5')
  expect(screen.queryByText(/Заказ не оформлен/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Оформить' })).toBeTruthy()
})

test('checkout retries with the same idempotency key, and a changed request gets a new key', async () => {
  let tries = 0
  const server = fakeServer({
    [PREVIEW]: () => json(buildPreview()),
    [PLACE]: () => (++tries < 3 ? problem('unavailable') : json({ orders: [ORDER] }, 201)),
  })
  open()
  await press('Оформить')
  await screen.findByText(/Сервер занят/)
  await press('Оформить')
  await waitFor(() => expect(tries).toBe(2))
  fireEvent.change(screen.getByLabelText('Ваш номер заказа'), { target: { value: 'ЗК-77' } })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Оформить' })).not.toHaveProperty('disabled', true))
  await press('Оформить')
  await screen.findByText('№ 26-000012')
  const keys = server.seen.filter(({ key }) => key === PLACE).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('checkout reloads a line changed by a colleague before ordering it', async () => {
  let requestCount = 0
  const server = fakeServer({
    [PREVIEW]: () => json(buildPreview(10_000, ++requestCount)),
    [PLACE]: () => (requestCount === 1 ? problem('cart.line_changed') : json({ orders: [ORDER] }, 201)),
  })
  open()
  await press('Оформить')
  await screen.findByText(/Строку только что изменил/)
  await waitFor(() => expect(requestCount).toBe(2))
  await press('Оформить')
  await screen.findByText('№ 26-000012')
  expect(server.seen.at(-1)?.body).toMatchObject({ lines: [{ version: 2 }] })
})

test('checkout shows old and new terms, and orders only after agreement', async () => {
  let requestCount = 0
  const server = fakeServer({
    [PREVIEW]: () => json(buildPreview(++requestCount === 1 ? 10_000 : 12_000)),
    [PLACE]: () =>
      requestCount === 1 ? problem('order.changed', { differences: [DIFFERENCE] }) : json({ orders: [ORDER] }, 201),
  })
  open()
  await press('Оформить')
  expect((await screen.findByText('Цена выросла')).parentElement?.textContent).toMatch(/100,00.*120,00/)
  await press('Согласиться и оформить')
  await screen.findByText('№ 26-000012')
  expect(server.seen.at(-1)?.body).toMatchObject({ lines: [{ price_kop: 12_000 }] })
})

test('checkout offers to take what is left or to remove the line, and orders what was agreed', async () => {
  let left = [
    { ...DIFFERENCE, kind: 'stock', message: 'Осталось 31, нужно 50', asked_qty: 50, available_qty: 31 },
    { ...DIFFERENCE, kind: 'gone', cart_line_id: 2, message: 'Предложение больше не действует', available_qty: null },
  ]
  const server = fakeServer({
    [PREVIEW]: () =>
      json({ ...buildPreview(), lines: buildPreview().lines.flatMap((line) => [line, { ...line, cart_line_id: 2 }]) }),
    [PLACE]: () => (left.length > 0 ? problem('order.changed', { differences: left }) : json({ orders: [ORDER] }, 201)),
    'PATCH /api/v1/cart/lines/1': () => json({ qty: 31, message: null }),
    'DELETE /api/v1/cart/lines/2': () => new Response(null, { status: 204 }),
    'GET /api/v1/cart': () => json(buildCart([])),
  })
  open()
  await press('Оформить')
  await screen.findByText('Осталось 31, нужно 50')
  expect(screen.getByRole('button', { name: 'Согласиться и оформить' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('link', { name: 'Найти ещё 19' }).getAttribute('href')).toContain('/catalog?q=')
  fireEvent.click(screen.getAllByRole('button', { name: 'Убрать' })[1] as HTMLElement)
  await waitFor(() => expect(screen.queryByText('Предложение больше не действует')).toBeNull())
  await press('Взять 31')
  await waitFor(() => expect(screen.queryByText('Осталось 31, нужно 50')).toBeNull())
  expect(server.seen.find(({ key }) => key.startsWith('PATCH'))?.body).toMatchObject({ qty: 31 })
  left = []
  await press('Оформить')
  await screen.findByText('№ 26-000012')
})

test('checkout tops a short line up from the cheapest other offer that covers the rest', async () => {
  const line = buildCartLine({ id: 1, offer: buildOffer({ id: 1, qty: 31 }), consignee_id: 4 })
  const offers = [
    buildOffer({ id: 1, price_kop: 100, qty: 31 }),
    buildOffer({ id: 2, price_kop: 150, qty: 10 }),
    buildOffer({ id: 3, price_kop: 300, qty: 40, warehouse: 'Склад 107' }),
    buildOffer({ id: 4, price_kop: 200, qty: 19, warehouse: 'Склад 12' }),
  ]
  let difference = [
    { ...DIFFERENCE, kind: 'stock', message: 'Осталось 31, нужно 50', asked_qty: 50, available_qty: 31 },
  ]
  const found = {
    key: '',
    found: 'exact',
    interpreted_as: null,
    corrected: [],
    makers: [],
    products: [],
    offers_count: 4,
  }
  const server = fakeServer({
    [PREVIEW]: () => json(buildPreview()),
    [PLACE]: () =>
      difference.length > 0 ? problem('order.changed', { differences: difference }) : json({ orders: [ORDER] }, 201),
    'GET /api/v1/cart': () => json(buildCart([line])),
    'GET /api/v1/search': () => json({ ...found, groups: [{ kind: 'asked', product: line.product, offers }] }),
    'POST /api/v1/cart/lines': () => json({ line_id: 2, qty: 19, message: null, cart_lines: 2 }, 201),
    'PATCH /api/v1/cart/lines/1': () => json({ qty: 31, message: null }),
  })
  open()
  await press('Оформить')
  await screen.findByText(/^Склад 12, /)
  await press('Добрать 19')
  await waitFor(() => expect(screen.queryByText('Осталось 31, нужно 50')).toBeNull())
  const bodyOf = (method: string) => server.seen.find(({ key }) => key.startsWith(`${method} /api/v1/cart`))?.body
  expect(bodyOf('POST')).toEqual({ offer_id: 4, qty: 19, consignee_id: 4 })
  expect(bodyOf('PATCH')).toMatchObject({ qty: 31 })
  difference = []
  await press('Оформить')
  await screen.findByText('№ 26-000012')
})

test('checkout by a manager for a client records who gave the order, with errors beside the field', async () => {
  await signInAs({ phone: '+79991234567', impersonated_by: { full_name: 'Сергеев Пётр Ильич' } })
  const errors = [{ path: 'confirmed_by.phone', message: 'Проверьте номер телефона' }]
  let tries = 0
  const server = fakeServer({
    [PREVIEW]: () => json(buildPreview()),
    [PLACE]: () => (++tries === 1 ? problem('input.invalid', { errors }) : json({ orders: [ORDER] }, 201)),
  })
  open()
  await screen.findByText('Со слов клиента')
  fireEvent.change(screen.getByLabelText(/^ФИО/), { target: { value: 'Орлова Анна' } })
  await press('Оформить')
  await screen.findByText('Проверьте номер телефона')
  await press('Оформить')
  await screen.findByText('№ 26-000012')
  expect(server.seen.at(-1)?.body).toMatchObject({ confirmed_by: { full_name: 'Орлова Анна', phone: '+79991234567' } })
})

test('checkout sends hidden prices back as hidden', async () => {
  const preview = buildPreview()
  const hidden: OrderPreview = {
    plans: preview.plans.map((plan) => ({ ...plan, total_kop: null, vat_kop: null, no_return_sum_kop: null })),
    contract_choices: [],
    total_kop: null,
    delivery_kop: null,
    cart_id: 5,
    lines: preview.lines.map((line) => ({ ...line, price_kop: null })),
  }
  const server = fakeServer({ [PREVIEW]: () => json(hidden), [PLACE]: () => json({ orders: [ORDER] }, 201) })
  open()
  await press('Оформить')
  await screen.findByText('№ 26-000012')
  expect(server.seen.at(-1)?.body).toMatchObject({ lines: [{ price_kop: null }] })
})

describe('order tolerance', () => {
  const CARD = 'GET /api/v1/contractors/7'
  const UPDATE = 'PATCH /api/v1/contractors/7'
  const OFFER = /^Принимать такие изменения впредь/
  const rose = { ...DIFFERENCE, new_price_kop: 10_150, old_date: '2026-11-24', new_date: '2026-11-25' }
  const changed = (differences: object[] = [rose]) => ({
    [PREVIEW]: () => json(buildPreview()),
    [PLACE]: () => problem('order.changed', { differences }),
  })
  const signIn = (role: 'CONTRACTOR_ADMIN' | 'CONTRACTOR_USER') =>
    signInAs({
      roles: [{ name: role }],
      contractors: [{ id: 7, name: 'ООО «Ромашка»', inn: '7812345675', status: 'active' }],
      current_contractor_id: 7,
    })

  test('is offered to the admin as wide as the differences and saved in one click', async () => {
    await signIn('CONTRACTOR_ADMIN')
    let version = 3
    let saved = 0
    const server = fakeServer({
      ...changed(),
      [CARD]: () => json(buildCard({ id: 7, version: version++ })),
      [UPDATE]: () => (++saved === 1 ? problem('stale') : json({ version: 9 })),
    })
    open()
    await press('Оформить')
    const offer = await screen.findByRole('button', { name: OFFER })
    expect(offer.textContent).toBe('Принимать такие изменения впредь: до 2\u00a0% и до 1\u00a0дня')
    fireEvent.click(offer)
    await screen.findByText(/Карточку компании только что изменили/)
    await waitFor(() => expect(screen.getByRole('button', { name: OFFER })).not.toHaveProperty('disabled', true))
    fireEvent.click(screen.getByRole('button', { name: OFFER }))
    await screen.findByText(/Впредь принимаются без вопроса изменения до 2/)
    expect(screen.getByRole('link', { name: 'карточке компании' }).getAttribute('href')).toBe('/contractors/7')
    const bodies = server.seen.filter(({ key }) => key === UPDATE).map(({ body }) => body)
    const tolerance = { rise_share: 200, rise_kop: 0, delay_days: 1 }
    expect(bodies).toEqual([
      { version: 3, tolerance },
      { version: 4, tolerance },
    ])
  })

  test('is not offered for missing stock', async () => {
    await signIn('CONTRACTOR_ADMIN')
    const server = fakeServer({
      ...changed([rose, { ...rose, kind: 'stock' }]),
      [CARD]: () => json(buildCard({ id: 7 })),
    })
    open()
    await press('Оформить')
    await waitFor(() => expect(server.keys()).toContain(CARD))
    await screen.findByText('Заказ не оформлен: условия изменились')
    expect(screen.queryByRole('button', { name: OFFER })).toBeNull()
  })

  test('is not offered to an employee, and the company card is not loaded', async () => {
    await signIn('CONTRACTOR_USER')
    const server = fakeServer(changed())
    open()
    await press('Оформить')
    await screen.findByText('Заказ не оформлен: условия изменились')
    expect(screen.queryByRole('button', { name: OFFER })).toBeNull()
    expect(server.keys()).not.toContain(CARD)
  })

  test('is shown on each created order that used it', async () => {
    const accepted = { lines_count: 2, sum_kop: 1_200, delay_days: 1 }
    fakeServer({
      [PREVIEW]: () => json(buildPreview()),
      [PLACE]: () =>
        json(
          {
            orders: [
              { ...ORDER, taken: accepted },
              { ...ORDER, id: 13, number: '26-000013' },
            ],
          },
          201,
        ),
    })
    open()
    await press('Оформить')
    await screen.findByText(/Принято в пределах допуска: 2\s+строки, \+12,00\s+₽, срок позже на 1\s+день/)
    expect(screen.getAllByText(/в пределах допуска/)).toHaveLength(1)
  })
})

describe('legal offer not yet accepted', () => {
  const OFFER = 'GET /api/v1/legal/offer/acceptance'
  const ACCEPT = 'POST /api/v1/legal/offer/acceptance'
  const changed = {
    version: 2,
    in_force_from: '2026-12-01',
    is_changed: true,
    changes: [{ version: 2, in_force_from: '2026-12-01', note: 'Новые сроки' }],
  }

  test('is shown and must be accepted before an order is placed', async () => {
    await signInAs()
    let isAccepted = false
    const server = fakeServer({
      [PREVIEW]: () => json(buildPreview()),
      [OFFER]: () => json({ to_accept: isAccepted ? null : changed }),
      [ACCEPT]: () => {
        isAccepted = true
        return json({})
      },
      [PLACE]: () => json({ orders: [ORDER] }, 201),
    })
    open()
    await screen.findByText('Изменилась оферта')
    screen.getByText(/Новые сроки/)
    const link = screen.getByRole('link', { name: 'Редакция 2 от 01.12.2026' })
    expect(link.getAttribute('href')).toBe('/offer?version=2')
    await press('Оформить')
    expect((await screen.findByRole('alert')).textContent).toBe('Примите условия оферты')
    expect(server.keys()).not.toContain(PLACE)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Принимаю условия оферты' }))
    await press('Оформить')
    await screen.findByText('№ 26-000012')
    expect(server.seen.find(({ key }) => key === ACCEPT)?.body).toEqual({ version: 2 })
    const done = server.keys()
    expect(done.indexOf(ACCEPT)).toBeLessThan(done.indexOf(PLACE))
  })

  test('is loaded when the server refuses an order match_reason of it', async () => {
    await signInAs()
    let isRefused = false
    fakeServer({
      [PREVIEW]: () => json(buildPreview()),
      [OFFER]: () => json({ to_accept: isRefused ? changed : null }),
      [PLACE]: () => {
        isRefused = true
        return problem('public_offer.not_accepted')
      },
    })
    open()
    await press('Оформить')
    await screen.findByText('Изменилась оферта')
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Принимаю условия оферты' })).checked).toBe(
      false,
    )
  })

  test('cannot be accepted by a manager acting for a client', async () => {
    await signInAs({ phone: '+79991234567', impersonated_by: { full_name: 'Сергеев Пётр Ильич' } })
    fakeServer({ [PREVIEW]: () => json(buildPreview()), [OFFER]: () => json({ to_accept: changed }) })
    open()
    await screen.findByText(/только сам клиент/)
    expect(screen.queryByRole('checkbox', { name: 'Принимаю условия оферты' })).toBeNull()
  })

  test('can be accepted on the cart page, even with an empty cart', async () => {
    await signInAs()
    let isAccepted = false
    const server = fakeServer({
      [OFFER]: () => json({ to_accept: isAccepted ? null : { ...changed, is_changed: false } }),
      [ACCEPT]: () => {
        isAccepted = true
        return json({})
      },
    })
    renderPage(OfferNotice, { path: '/cart' })
    await screen.findByText('Примите оферту перед первым заказом')
    await press('Принять')
    await screen.findByRole('alert')
    fireEvent.click(screen.getByRole('checkbox'))
    await press('Принять')
    await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
    expect(server.keys().filter((key) => key === ACCEPT)).toHaveLength(1)
  })
})

const DIFFERENCE = {
  cart_line_id: 1,
  kind: 'price',
  brand: 'TOYOTA',
  article: '04152-YZZA1',
  message: 'Цена выросла',
  old_price_kop: 10_000,
  new_price_kop: 12_000,
  old_date: null,
  new_date: null,
  asked_qty: null,
  available_qty: null,
}

const buildPreview = (priceKop = 10_000, version = 1): OrderPreview => ({
  plans: ['Сервис на Ленина', 'Склад Парнас'].map((consignee, index) => ({
    seller: 'ООО «Артикул»',
    contract_id: 17,
    contract: '№ 17',
    payment_terms: 'предоплата 100 %',
    available_kop: null,
    consignee_id: index + 1,
    consignee,
    expected_date: '2026-11-24',
    delivery: null,
    cart_line_ids: [index + 1],
    lines_count: 1,
    total_kop: priceKop,
    vat_kop: 1803,
    vat_label: '22%',
    outcome: 'Ожидает оплаты',
    no_return_count: 0,
    no_return_sum_kop: 0,
  })),
  contract_choices: [],
  total_kop: priceKop * 2,
  delivery_kop: 0,
  cart_id: 5,
  lines: [{ cart_line_id: 1, qty: 2, price_kop: priceKop, expected_date: '2026-11-24', version }],
})

const ORDER: PlacedOrder = {
  id: 12,
  number: '26-000012',
  consignee: 'Сервис на Ленина',
  seller: 'ООО «Артикул»',
  contract_id: 17,
  contract: '№ 17',
  status: 'awaiting_payment',
  total_kop: 10_000,
  invoice_id: 3,
  invoice_number: 'РП-000003',
  taken: null,
}

const open = () => renderPage(() => <CheckoutDialog onClose={() => undefined} />, { path: '/cart' })

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
