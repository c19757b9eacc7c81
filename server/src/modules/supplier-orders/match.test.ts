import { expect, test } from 'vitest'
import type { SupplierOrder } from '../online-suppliers/index.ts'
import { commentOf, matchLines } from './match.ts'
import { toldToClient } from './words.ts'

const position = (fields: Partial<SupplierOrder['lines'][number]>) => ({
  ...{ positionId: '', article: 'OC 90', brand: 'MAHLE', qty: 1, priceKop: null, statusCode: '', statusName: '' },
  comment: '',
  ...fields,
})
const order = (...lines: SupplierOrder['lines']): SupplierOrder => ({ number: '1', clientNumber: 'A26-1', lines })
const line = (id: number, fields: object = {}) => ({ id, brand: 'Mahle', article: 'OC90', ...fields })
const found = (matches: ReturnType<typeof matchLines>) =>
  [...matches].map(
    ([
      { id },
      {
        position: { positionId },
      },
    ]) => [id, positionId],
  )

test('lines are known by our number, then by the position, then by maker and article', () => {
  const told = order(
    position({ positionId: 'third' }),
    position({ positionId: 'second', article: 'OTHER' }),
    position({ positionId: 'first', article: 'ANOTHER', comment: 'L1 срочно' }),
  )
  const lines = [line(1), line(2, { position_id: 'second' }), line(3), line(4)]
  expect(found(matchLines(lines, [told]))).toEqual([
    [1, 'first'],
    [2, 'second'],
    [3, 'third'],
  ])
})

test('what is of another line of ours is nobody else’s, though the goods are the same', () => {
  expect(found(matchLines([line(7)], [order(position({ comment: 'L8' }))]))).toEqual([])
})

test('a comment keeps our number, however much the client has written', () => {
  expect(commentOf({ id: 12, comment: '' })).toBe('L12')
  expect(commentOf({ id: 12, comment: 'а'.repeat(500) })).toMatch(/^L12 а{196}$/)
})

test.each([
  ['Нет в наличии', 'Нет в наличии'],
  ['', 'Поставщик отказал'],
  ['Цена 150', 'Поставщик отказал'],
  ['Звоните в РОМАШКУ', 'Поставщик отказал'],
  ['см. www.sklad', 'Поставщик отказал'],
])('of the supplier’s «%s» the client reads «%s»', (words, told) => {
  expect(toldToClient(words, 'Ромашку')).toBe(told)
})
