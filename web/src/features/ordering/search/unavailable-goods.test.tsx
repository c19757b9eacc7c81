import type { OfferGroup } from '@artikul/contract/catalog/catalog'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs, signOut } from '../../../testing/sign-in.ts'
import { UnavailableGoods } from './unavailable-goods.tsx'
import { AlertProductContext } from './product/alert-product.ts'

const group = (kind: OfferGroup['kind'], article: string): OfferGroup => ({
  kind,
  product: { id: 1, code: article.toLowerCase(), brand: 'MANN', article, name: 'Фильтр', unit: 'шт' },
  offers: [],
})

afterEach(async () => {
  cleanup()
  await signOut()
  vi.unstubAllGlobals()
})

test('article without offers is shown with a product alert button', async () => {
  await signInAs()
  open(group('asked', 'W811'), group('analogue', 'OC90'))
  expect((await screen.findByRole('link', { name: 'W811' })).getAttribute('href')).toBe('/catalog/w811')
  expect(screen.getByRole('button', { name: 'Ждать W811' })).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

test('product alert button is hidden from staff, and no list appears when nothing is missing', async () => {
  await signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }] })
  open(group('asked', 'W811'))
  expect(await screen.findByText('Предложений этого номера сейчас нет')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  open(group('analogue', 'OC90'))
  expect(await screen.findByText('Поиск')).toBeTruthy()
  expect(screen.queryByRole('list')).toBeNull()
})

const open = (...groups: OfferGroup[]) =>
  renderPage(
    () => (
      <AlertProductContext value={({ product }) => <button type="button">Ждать {product.article}</button>}>
        <p>Поиск</p>
        <UnavailableGoods groups={groups} />
      </AlertProductContext>
    ),
    { path: '/catalog' },
  )
