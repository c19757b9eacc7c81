import { expect, test } from 'vitest'
import { workbookOf, type CellValue } from '../../../suppliers/price-list-import/price-list.factory.ts'
import { readBulkOrder } from './read-list.ts'

const POINTS = [{ id: 1, name: 'Склад', code: null }]

const read = (rows: readonly (readonly CellValue[])[]) =>
  readBulkOrder({ content: workbookOf(rows), isPasted: false, company: 1 }, null, POINTS, () => Promise.resolve(null))

const HEADER = ['Бренд', 'Артикул', 'Кол-во']

test.each<[string, CellValue[][], [brand: string, article: string, qty: number][]]>([
  [
    'stock column named as a delivery point',
    [
      [...HEADER, 'Склад'],
      ['MAHLE', 'OC 500', 2, 14],
      ['TRW', 'GDB1234', 3, 'Москва'],
    ],
    [
      ['MAHLE', 'OC 500', 2],
      ['TRW', 'GDB1234', 3],
    ],
  ],
  [
    'makers one column to the right of their header',
    [
      ['Производитель', null, 'Артикул', 'Кол-во'],
      [null, 'MAHLE', 'OC 500', 2],
      [null, 'BOSCH', '0986494055', 3],
      ['NGK', null, 'BKR6E', 4],
    ],
    [
      ['MAHLE', 'OC 500', 2],
      ['BOSCH', '0986494055', 3],
      ['NGK', 'BKR6E', 4],
    ],
  ],
  [
    'quantities one column to the right of their header',
    [
      ['Артикул', 'Кол-во', null],
      ['OC 500', null, 2],
      ['0986494055', null, 3],
    ],
    [
      ['', 'OC 500', 2],
      ['', '0986494055', 3],
    ],
  ],
  [
    'totals with and without a word',
    [
      ['Бренд', 'Артикул', 'Наименование', 'Кол-во', 'Цена', 'Сумма'],
      ['MAHLE', 'OC 500', 'Фильтр', 2, 100, 200],
      [null, null, 'Total:', 2, null, 200],
      [null, null, 'В т.ч. НДС', null, null, 36.07],
      [null, null, null, 2, null, 200],
    ],
    [['MAHLE', 'OC 500', 2]],
  ],
  [
    'part number within the name',
    [
      ['Наименование', 'Кол-во'],
      ['Фильтр масляный MAHLE OC 500', 2],
      ['Колодки тормозные', 1],
    ],
    [
      ['', 'MAHLE OC 500', 2],
      ['', 'Колодки тормозные', 1],
    ],
  ],
  [
    'names with quantities and no header',
    [
      ['Фильтр масляный MAHLE OC 500', 2],
      ['Колодки тормозные передние', 1],
      ['Свеча зажигания', 4],
    ],
    [
      ['', 'MAHLE OC 500', 2],
      ['', 'Колодки тормозные передние', 1],
      ['', 'Свеча зажигания', 4],
    ],
  ],
  [
    'quantities in words',
    [HEADER, ['MAHLE', 'OC 500', 'три'], ['TRW', 'GDB1234', 'две шт'], ['TRW', 'GDB1235', 'пара']],
    [
      ['MAHLE', 'OC 500', 3],
      ['TRW', 'GDB1234', 2],
      ['TRW', 'GDB1235', 2],
    ],
  ],
  [
    'column without a single quantity',
    [HEADER, ['MAHLE', 'OC 500', null], ['TRW', 'GDB1234', null]],
    [
      ['MAHLE', 'OC 500', 1],
      ['TRW', 'GDB1234', 1],
    ],
  ],
])('list with %s is read', async (_, sheet, expected) => {
  const { rows } = await read(sheet)
  expect(rows.map(({ brand, article, qty, fault }) => [brand, article, qty, fault])).toEqual(
    expected.map((row) => [...row, null]),
  )
})

test('column named as a delivery point holds its quantities when no other column does', async () => {
  const { rows } = await read([
    ['Артикул', 'Склад'],
    ['OC 500', 2],
  ])
  expect(rows).toMatchObject([{ article: 'OC 500', qty: 2, consignee_id: 1 }])
})

test('row without an article is a fault, not a total', async () => {
  const { rows, skipped } = await read([
    ['№', 'Артикул', 'Наименование', 'Кол-во'],
    [1, 'OC 500', 'Фильтр', 1],
    [2, null, null, 1],
    [3, 'OC 501', 'Фильтр', 2],
    [4, null, null, 4],
  ])
  expect(rows.map(({ fault }) => fault)).toEqual([null, 'Не указан артикул', null, 'Не указан артикул'])
  expect(skipped).toEqual([])
})

test('single missing quantity remains a fault', async () => {
  const { rows } = await read([HEADER, ['MAHLE', 'OC 500', 2], ['TRW', 'GDB1234', null]])
  expect(rows.map(({ fault }) => fault)).toEqual([null, 'Количество не указано'])
})
