import { describe, expect, test } from 'vitest'
import { rest } from './rest.ts'

const OFFER = {
  id: 'o1',
  brand: 'MAHLE',
  article: 'OC 90',
  name: 'Фильтр масляный',
  price: '512.40',
  quantity: 12,
  delivery_days: 2,
  warehouse: 'msk',
  warehouse_name: 'Москва',
}

describe('what cannot be offered is dropped and counted', () => {
  test.each([
    [{ price: '512,40' }, 'price'],
    [{ price: 0 }, 'price'],
    [{ price: null }, 'price'],
    [{ currency: 'EUR' }, 'currency'],
    [{ quantity: 0 }, 'quantity'],
    [{ quantity: -1 }, 'quantity'],
    [{ quantity: 'много' }, 'quantity'],
    [{ quantity: '>' }, 'quantity'],
    [{ delivery_days: null }, 'term'],
    [{ delivery_days: 400 }, 'term'],
    [{ warehouse: '' }, 'shape'],
    [{ id: undefined }, 'shape'],
  ])('%j', (spoilt, reason) => {
    expect(rest.readOffers([{ ...OFFER, ...spoilt }])).toEqual({ items: [], dropped: { [reason]: 1 } })
  })
})

test('an offer is read with what its fields mean when they are not told', () => {
  expect(rest.readOffers([OFFER]).items).toEqual([
    {
      route: 'msk',
      routeName: 'Москва',
      brand: 'MAHLE',
      article: 'OC 90',
      name: 'Фильтр масляный',
      purchaseKop: 51_240,
      qty: 12,
      qtyExact: true,
      qtyText: '',
      multiplicity: 1,
      termDays: 2,
      probability: null,
      noReturn: false,
      handle: { id: 'o1' },
    },
  ])
  const [least] = rest.readOffers([{ ...OFFER, quantity: '> 10', multiplicity: '4', no_return: true }]).items
  expect(least).toMatchObject({ qty: 10, qtyExact: false, qtyText: '>10', multiplicity: 4, noReturn: true })
})

test('errors: nothing found is an answer, the rest is told in words', () => {
  expect(rest.errorOf(200, [])).toBeNull()
  expect(rest.errorOf(404, null)).toMatchObject({ kind: 'nothing' })
  expect(rest.errorOf(401, { error: 'Неверный токен' })).toEqual({
    kind: 'refused',
    text: 'Поставщик ответил ошибкой 401: Неверный токен',
  })
})
