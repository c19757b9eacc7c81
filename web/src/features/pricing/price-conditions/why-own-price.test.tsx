import type { OwnPrice } from '@artikul/contract/pricing/own-price'
import type { Product } from '@artikul/contract/catalog/catalog'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs, signOut } from '../../../testing/sign-in.ts'
import WhyOwnPrice from './why-own-price.tsx'

const PRODUCT = { id: 7, brand: 'MAHLE', article: 'OC 90', unit: 'шт' } as Product

afterEach(async () => {
  cleanup()
  await signOut()
  vi.unstubAllGlobals()
})

const price = (fields: Partial<OwnPrice>): OwnPrice => ({
  offer_id: 1,
  warehouse: 'Москва',
  price_kop: 88_000,
  list_kop: 100_000,
  condition: null,
  ...fields,
})

test('buyer reads the list price, the own one and the condition', async () => {
  await signInAs()
  fakeServer({
    'GET /api/v1/own-prices': () =>
      json({
        results: [
          price({
            condition: {
              ...{ scope: 'company', goods: 'brand', effect: 'discount', discount_percent: 12 },
              ...{ qty_from: 10, valid_to: '2026-12-31' },
            },
          }),
          price({ offer_id: 2, warehouse: 'Склад 107', list_kop: null }),
        ],
      }),
  })
  renderPage(() => <WhyOwnPrice product={PRODUCT} />, { path: '/' })
  fireEvent.click(await screen.findByRole('button', { name: 'Почему такая цена' }))
  const text = async () => (await screen.findByRole('dialog')).textContent.replaceAll('\u00a0', ' ')
  await screen.findByText('Москва')
  expect(await text()).toContain('Цена по прайсу1 000,00')
  expect(await text()).toContain('Скидка 12 %: условие вашей компании на этот бренд, от 10 шт., до 31.12.2026')
  expect(await text()).toContain('Дешевле прайса на 120,00 ₽ (12 %)')
  expect(await text()).toContain('Склад 107Ценовая колонка вашего договора')
})
