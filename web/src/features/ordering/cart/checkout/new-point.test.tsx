import type { Cart } from '@artikul/contract/ordering/cart'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../../testing/fake-server.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import CheckoutDialog from './checkout-dialog.tsx'
import { NewConsigneeContext, type NewConsignee } from './new-consignee.ts'
import { PointSelect } from './point-select.tsx'

const SELECT = 'PATCH /api/v1/cart'
const POINT = { id: 4, name: 'Сервис на Ленина', code: null, address: 'Самара', is_default: true }

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('consignee created in «Куда» is selected at once', async () => {
  const onTake = vi.fn()
  const select = <PointSelect label="Куда" placeholder="По умолчанию" points={[POINT]} value={null} onTake={onTake} />
  renderPage(() => <NewConsigneeContext value={MakesPointNine}>{select}</NewConsigneeContext>, { path: '/cart' })
  const where = await screen.findByLabelText('Куда')
  fireEvent.change(where, { target: { value: '4' } })
  expect(onTake).toHaveBeenLastCalledWith(4)
  fireEvent.change(where, { target: { value: '0' } })
  expect(onTake).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: 'Точка готова' }))
  expect(onTake).toHaveBeenLastCalledWith(9)
  expect(screen.queryByRole('button', { name: 'Точка готова' })).toBeNull()
})

test('checkout without a consignee lets the user create one in place', async () => {
  const line = { id: 1, selected: true, consignee_id: null } as Cart['lines'][number] // all that is asked of it
  const server = fakeServer({
    'GET /api/v1/orders/preview': () => problem('order.consignee_required'),
    'GET /api/v1/cart': () => problem('unavailable'),
    [SELECT]: () => json({}),
  })
  const { queryClient } = renderPage(
    () => (
      <NewConsigneeContext value={MakesPointNine}>
        <CheckoutDialog onClose={() => undefined} />
      </NewConsigneeContext>
    ),
    { path: '/cart' },
  )
  const cart: Cart = {
    id: 5,
    name: 'Основная',
    lines: [line],
    from_manager: null,
    selected_count: 1,
    selected_sum_kop: 0,
    total_sum_kop: 0,
  }
  queryClient.setQueryData(['cart'], cart)
  fireEvent.click(await screen.findByRole('button', { name: 'Добавить точку…' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Точка готова' }))
  await waitFor(() => expect(server.keys()).toContain(SELECT))
  expect(server.seen.find(({ key }) => key === SELECT)?.body).toEqual({ line_ids: [1], consignee_id: 9 })
})

/** Stub of another feature's form: only its final callbacks matter here. */
const MakesPointNine: NewConsignee = ({ onClose, onCreated }) => (
  <button
    type="button"
    onClick={() => {
      onCreated(9)
      onClose()
    }}
  >
    Точка готова
  </button>
)
