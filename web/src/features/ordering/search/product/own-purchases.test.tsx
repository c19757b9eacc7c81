import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json } from '../../../../testing/fake-server.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { signInAs, signOut } from '../../../../testing/sign-in.ts'
import { PurchasesOf, PurchasesProvider, useOwnPurchases } from './own-purchases.tsx'

const ASKED = 'GET /api/v1/purchases?product_ids=3%2C4'
const IDS = [3, 4]
const coming = { order_id: 7, number: '26-000123', qty: 2, state: 'in_transit', consignee: 'Ленина' }
const open = () => renderPage(Page, { path: '/catalog' })

afterEach(async () => {
  cleanup()
  await signOut()
  vi.unstubAllGlobals()
})

test('product shows ordered quantities and the last purchase price', async () => {
  await signInAs()
  fakeServer({
    [ASKED]: () =>
      json({
        results: [{ product_id: 3, coming: [coming, coming], last: { day: '2099-10-12', price_kop: 124_000 } }],
      }),
  })
  open()
  const link = await screen.findByRole('link', { name: '№ 26-000123' })
  expect(link.getAttribute('href')).toBe('/orders/7')
  const text = link.closest('p')?.textContent.replaceAll('\u00a0', ' ')
  expect(text).toBe('Уже заказано: 2 шт. на Ленина, в пути, № 26-000123 и ещё 1Прошлая закупка 12.10.2099: 1 240,00 ₽')
})

test('hidden purchase price is omitted, and staff make no request', async () => {
  await signInAs()
  fakeServer({
    [ASKED]: () =>
      json({ results: [{ product_id: 3, coming: [coming], last: { day: '2099-10-12', price_kop: null } }] }),
  })
  open()
  await screen.findByText(/^Уже заказано/)
  expect(screen.queryByText(/Прошлая закупка/)).toBeNull()
  cleanup()
  await signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [] })
  const server = fakeServer({})
  open()
  await screen.findByText('Предложения')
  expect(server.keys()).toEqual([])
})

function Page() {
  return (
    <PurchasesProvider value={useOwnPurchases(IDS)}>
      <p>Предложения</p>
      <PurchasesOf product={{ id: 3, unit: 'шт' }} />
      <PurchasesOf product={{ id: 4, unit: 'шт' }} />
    </PurchasesProvider>
  )
}
