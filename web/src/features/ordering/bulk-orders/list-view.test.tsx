import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { addressOf, choiceParam, numberParam } from '../../../lib/page/search-params.ts'
import { buildList, buildListRow } from '../../../testing/build-list.ts'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs, signOut } from '../../../testing/sign-in.ts'
import { SHOWN } from './list-rows-shown.ts'
import ListsPage from './bulk-orders-page.tsx'

const LISTS = 'GET /api/v1/bulk-orders'
const LIST = 'GET /api/v1/bulk-orders/9'
const STRATEGIES = 'GET /api/v1/bulk-orders/9/strategies'
const CHOOSE = 'POST /api/v1/bulk-orders/9/strategies'
const LAYOUT = 'PATCH /api/v1/bulk-orders/9/layout'
const CART = 'POST /api/v1/bulk-orders/9/cart'
const POINTS = 'GET /api/v1/consignees/options'

afterEach(async () => {
  cleanup()
  await signOut()
  vi.unstubAllGlobals()
})

test('list page shows the file columns, skipped rows and the total of selected rows', async () => {
  await signInAs()
  const rows = [
    buildListRow(),
    buildListRow({ position: 2, state: 'not_found', choices: [], sum_kop: 0, selected: false }),
  ]
  fakeServer(answers(buildList({ rows })))
  open()
  await screen.findByText('XLSX, лист «Лист 1», заголовок в строке 1.')
  expect(screen.getByText('Производитель — «Бренд», Артикул — «Номер»')).toBeTruthy()
  expect(screen.getByText('4 — итог')).toBeTruthy()
  expect(screen.getByText(/^К заказу 1\sстрока на/).textContent).toMatch(/8\s600,00\s₽/)
  const filters = within(screen.getByRole('group', { name: 'Показать строки' }))
  expect(filters.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Все 2',
    'К заказу 1',
    'Найдено 1',
    'Не найдено 1',
  ])
})

test('strategy button shows the extra cost and applies to all rows', async () => {
  await signInAs()
  const server = fakeServer({ ...answers(), [CHOOSE]: () => json({}) })
  open()
  const button = await screen.findByRole('button', { name: /^Быстрее/ })
  expect(button.textContent).toMatch(/2 из 3\sстрок, за них \+400,00\s₽/)
  fireEvent.click(button)
  await waitFor(() => expect(server.seen.find(({ key }) => key === CHOOSE)?.body).toEqual({ strategy: 'fastest' }))
})

test('cart result counts added and rejected rows, and a refusal keeps the page', async () => {
  await signInAs()
  let reply = () => problem('bulk_order.nothing_selected')
  fakeServer({ ...answers(), [CART]: () => reply() })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'В корзину' }))
  await screen.findAllByText('Отметьте строки, которые положить в корзину')
  reply = () => json({ added: 2, left: [{ position: 3, row_number: 4, why: 'Предложение больше не действует' }] })
  fireEvent.click(screen.getByRole('button', { name: 'В корзину' }))
  expect((await screen.findByText(/^В корзине 2\sстроки, не положено 1\./)).textContent).toContain('Перейти в корзину')
})

test('list columns are corrected in a dialog, and a refusal is shown there', async () => {
  await signInAs()
  let reply = () => problem('file.refused', { detail: 'Укажите столбец с артикулом или с вашим кодом' })
  const server = fakeServer({ ...answers(), [LAYOUT]: () => reply() })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Исправить столбцы' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Столбцы списка' }))
  fireEvent.change(dialog.getByLabelText('Столбец C'), { target: { value: 'qty' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Прочитать так' }))
  await dialog.findByText('Укажите столбец с артикулом или с вашим кодом')
  reply = () => json({})
  fireEvent.click(dialog.getByRole('button', { name: 'Прочитать так' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.seen.filter(({ key }) => key === LAYOUT).at(-1)?.body).toMatchObject({
    sheet: 'Лист 1',
    header_row: 1,
    columns: [{ field: 'brand' }, { field: 'article' }, { index: 2, header: 'Штук', field: 'qty' }],
  })
})

test('list of another person is not found, and an empty page explains lists', async () => {
  await signInAs()
  fakeServer({
    ...answers(),
    [LIST]: () => problem('not_found', { detail: 'Список не найден' }),
    [LISTS]: () => json({ results: [] }),
  })
  open()
  await screen.findByText('Список не найден')
  cleanup()
  open('/search-by-document')
  await screen.findByText('Списков пока нет')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Найти' }).disabled).toBe(true)
})

const cheapest = {
  strategy: 'cheapest',
  covered: 1,
  possible: 1,
  sum_kop: 860_000,
  extra_kop: 0,
  shipments: 1,
  latest_date: '2099-11-24',
}

const fastest = { ...cheapest, strategy: 'fastest', covered: 2, possible: 3, sum_kop: 700_000, extra_kop: 40_000 }

const answers = (list = buildList()) => ({
  [LIST]: () => json(list),
  [STRATEGIES]: () => json({ results: [cheapest, fastest] }),
  [POINTS]: () => json({ results: [] }),
})

const open = (at = '/search-by-document?list=9') =>
  renderPage(() => <ListsPage />, {
    path: '/search-by-document',
    at,
    validateSearch: addressOf({ list: numberParam(), show: choiceParam(SHOWN) }),
  })
