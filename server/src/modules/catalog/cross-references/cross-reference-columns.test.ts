import { describe, expect, test } from 'vitest'
import { crossReferenceColumnsOf, kindOf, reliabilityOf } from './cross-reference-columns.ts'

describe('cross reference file header', () => {
  test.each([
    ['Бренд;Артикул;Бренд аналога;Артикул аналога;Тип;Надёжность', [0, 1, 2, 3, 4, 5]],
    ['Артикул аналога;Бренд аналога;Артикул;Бренд', [3, 2, 1, 0]],
    ['Производитель;Каталожный номер;Производитель замены;Номер замены', [0, 1, 2, 3]],
    ['Brand;Number;Brand 2;Number 2', [0, 1, 2, 3]],
    ['Brand;Article;Cross brand;Cross', [0, 1, 2, 3]],
    ['Марка;Номер;Марка;Номер', [0, 1, 2, 3]],
    ['№;Фирма;Артикул производителя;Фирма;Аналог;Вид связи', [1, 2, 3, 4, 5]],
  ])('%s has its columns recognized', (header, places) => {
    const fields = ['brand', 'article', 'other_brand', 'other_article', 'kind', 'reliability']
    const expected = Object.fromEntries(places.map((place, at) => [fields[at] ?? '', place]))
    expect(crossReferenceColumnsOf(header.split(';'))).toEqual(expected)
  })

  test.each(['Кроссы поставщика;;;', 'Бренд;Артикул;Название;Цена', 'BOSCH;0986;MANN;W 811/80'])(
    '%s is not recognized',
    (header) => {
      expect(crossReferenceColumnsOf(header.split(';'))).toBeNull()
    },
  )
})

test.each([
  ['', 'analogue'],
  ['Аналог', 'analogue'],
  ['Замена', 'replaced_by'],
  ['заменён на', 'replaced_by'],
  ['Новый номер', 'replaced_by'],
  ['Заменяет', 'replaces'],
  ['старый номер', 'replaces'],
  ['комплект', null],
])('relation «%s» is read as %s', (written, kind) => {
  expect(kindOf(written)).toBe(kind)
})

test.each([
  ['', 'ordinary'],
  ['5', 'sure'],
  ['Надёжный', 'sure'],
  ['проверено', 'sure'],
  ['1', 'doubtful'],
  ['ненадёжный', 'doubtful'],
  ['не проверен', 'doubtful'],
  ['средняя', 'ordinary'],
  ['да', null],
])('reliability «%s» is read as %s', (written, reliability) => {
  expect(reliabilityOf(written)).toBe(reliability)
})
