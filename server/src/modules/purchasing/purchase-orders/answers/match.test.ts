import { expect, test } from 'vitest'
import type { SupplierOrder } from '../../../suppliers/online-suppliers/index.ts'
import { commentOf, matchLines } from './match.ts'
import { textForClient } from '../supplier-texts.ts'

const position = (fields: Partial<SupplierOrder['lines'][number]>) => ({
  ...{ positionId: '', article: 'OC 90', brand: 'MAHLE', qty: 1, priceKop: null, statusCode: '', statusName: '' },
  comment: '',
  ...fields,
})
const order = (...lines: SupplierOrder['lines']): SupplierOrder => ({ number: '1', clientNumber: 'A26-1', lines })
const line = (id: number, fields: object = {}) => ({ id, brand: 'Mahle', article: 'OC90', ...fields })

test('supplier lines are matched by our number, then position, then brand and article', () => {
  const supplierOrder = order(
    position({ positionId: 'third' }),
    position({ positionId: 'second', article: 'OTHER' }),
    position({ positionId: 'first', article: 'ANOTHER', comment: 'L1 срочно' }),
  )
  const lines = [line(1), line(2, { position_id: 'second' }), line(3), line(4)]
  expect(found(matchLines(lines, [supplierOrder]))).toEqual([
    [1, 'first'],
    [2, 'second'],
    [3, 'third'],
  ])
})

test('supplier line with the number of another line is not matched by goods', () => {
  expect(found(matchLines([line(7)], [order(position({ comment: 'L8' }))]))).toEqual([])
})

test('comment keeps our number and cuts a long client comment', () => {
  expect(commentOf({ id: 12, comment: '' })).toBe('L12')
  expect(commentOf({ id: 12, comment: 'а'.repeat(500) })).toMatch(/^L12 а{196}$/)
})

test.each([
  ['Нет в наличии', 'Нет в наличии'],
  ['', 'Поставщик отказал'],
  ['Цена 150', 'Поставщик отказал'],
  ['Звоните в РОМАШКУ', 'Поставщик отказал'],
  ['см. www.sklad', 'Поставщик отказал'],
])('supplier reason «%s» is shown to the client as «%s»', (words, expected) => {
  expect(textForClient(words, 'Ромашку')).toBe(expected)
})

const found = (matches: ReturnType<typeof matchLines>) =>
  [...matches].map(
    ([
      { id },
      {
        position: { positionId },
      },
    ]) => [id, positionId],
  )
