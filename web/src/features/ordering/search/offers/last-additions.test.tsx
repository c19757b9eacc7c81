import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildCart, buildCartLine } from '../../../../testing/build-cart.ts'
import { fakeServer, json } from '../../../../testing/fake-server.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { signInAs } from '../../../../testing/sign-in.ts'
import { noteAddition } from './additions.ts'
import { LastAdditions } from './last-additions.tsx'

const LINE = 'DELETE /api/v1/cart/lines/3'
const CHANGE = 'PATCH /api/v1/cart/lines/3'
const note = (qty: number) => noteAddition({ line_id: 3, title: 'BOSCH 0986', qty, unit: 'шт' })
const open = async () => fireEvent.click(await screen.findByRole('button', { name: /^Добавлено: / }))

beforeEach(async () => {
  localStorage.clear()
  await signInAs()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('last ten cart additions can be undone in any order, which reduces or removes a line', async () => {
  for (let at = 0; at < 12; at += 1) note(2)
  const server = serveCart(4)
  renderPage(LastAdditions, { path: '/catalog' })
  expect((await screen.findByRole('button', { name: /^Добавлено: / })).textContent).toBe('Добавлено: 10')
  await open()
  await undo(5)
  await screen.findByText('Добавление отменено')
  expect(server.seen.at(-1)).toMatchObject({ key: CHANGE, body: { qty: 2, version: 7 } })
  const emptied = serveCart(2)
  await undo()
  await waitFor(() => expect(emptied.keys()).toContain(LINE))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Добавлено: 8' })).toBeTruthy())
})

test('undo of an addition no longer in the cart is reported and forgotten', async () => {
  note(2)
  const server = serveCart(null)
  renderPage(LastAdditions, { path: '/catalog' })
  await open()
  await undo()
  await screen.findByText('Этого в корзине уже нет')
  expect(server.keys()).toEqual(['GET /api/v1/cart'])
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Добавлено: / })).toBeNull())
})

/** Cart whose only line has this quantity; null: the line was removed. */
function serveCart(qty: number | null) {
  const lines = qty === null ? [] : [buildCartLine({ id: 3, qty })]
  return fakeServer({
    'GET /api/v1/cart': () => json(buildCart(lines)),
    [LINE]: () => json({}),
    [CHANGE]: () => json({ qty: 2, message: null }),
  })
}

const undo = async (at = 0) => {
  const buttons = await screen.findAllByRole('button', { name: 'Отменить: BOSCH 0986' })
  fireEvent.click(buttons[at] as HTMLElement)
}
