import { expect, test } from 'vitest'
import { facetsOf } from './facets.ts'

const rowsOf = (name: string, values: readonly string[], unit = '') =>
  values.map((value, at) => ({ product_id: at + 1, name, value, unit }))

test('facets are the commonest properties with a choice, their values in order of size', () => {
  const facets = facetsOf([
    ...rowsOf('Объём', ['20', '4', '4', '1', '1', '4', '4'], 'л'),
    ...rowsOf('Вязкость', ['5W-40', '0W-20', '5W-40', '0W-20']),
    ...rowsOf('Основа', ['синтетическая', 'синтетическая']),
    ...rowsOf('Номер', ['1', '2', '3', '4', '4', '3', '5']),
  ])
  expect(facets).toEqual([
    {
      name: 'Объём',
      unit: 'л',
      values: [
        { value: '1', product_ids: [4, 5] },
        { value: '4', product_ids: [2, 3, 6, 7] },
        { value: '20', product_ids: [1] },
      ],
    },
    {
      name: 'Вязкость',
      unit: '',
      values: [
        { value: '0W-20', product_ids: [2, 4] },
        { value: '5W-40', product_ids: [1, 3] },
      ],
    },
  ])
})
