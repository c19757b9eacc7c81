import { describe, expect, test } from 'vitest'
import { otherLayout, interpretationsOf } from './interpretations.ts'

const BRANDS = new Map([
  ['KYB', [1]],
  ['KAYABA', [1]],
  ['MANNFILTER', [2]],
  ['MANN', [2]],
  ['HYUNDAIKIA', [3]],
  ['KIA', [5, 3]],
  ['ЛАДА', [4]],
])
const first = (text: string) => interpretationsOf(text, BRANDS)[0]

describe('brand in a query', () => {
  test.each([
    ['KYB 333114', '333114', 1],
    ['333114 kyb', '333114', 1],
    ['Kayaba: 333114', '333114', 1],
    ['KYB333114', '333114', 1],
    ['333114KYB', '333114', 1],
    ['mann-filter w 712/75', 'W71275', 2],
    ['W 712/75 MANN FILTER', 'W71275', 2],
    ['hyundai/kia 26300-35503', '2630035503', 3],
    ['лада 2108-1012005', '21081012005', 4],
    ['2108-1012005 Лада', '21081012005', 4],
  ])('is separated from the article in «%s»', (text, key, brandId) => {
    expect(first(text)).toEqual({ match_reason: 'brand', key, brandId })
  })

  test('stands for its whole family, the named brand first', () => {
    const read = interpretationsOf('kia 26300-35503', BRANDS).filter(({ match_reason }) => match_reason === 'brand')
    expect(read.slice(0, 2).map(({ key, brandId }) => [key, brandId])).toEqual([
      ['2630035503', 5],
      ['2630035503', 3],
    ])
  })

  test('is separated only next to an article', () => {
    for (const text of ['KYB', 'mann filter', 'kyb ab'])
      expect(interpretationsOf(text, BRANDS).filter(({ match_reason }) => match_reason === 'brand')).toEqual([])
  })
})

test.each([
  ['щс90', 'oc90'],
  ['з550345', 'p550345'],
  ['lpr-123', 'дзк-123'],
  ['26300', null],
])('text «%s» in the other keyboard layout is %s', (text, other) => {
  expect(otherLayout(text)).toBe(other)
})

test('query in the other keyboard layout is read with its brand too', () => {
  expect(first('щс90')).toEqual({ match_reason: 'layout', key: 'OC90' })
  const read = interpretationsOf('лни 333114', BRANDS)
  expect(read).toContainEqual({ match_reason: 'layout', key: '333114', brandId: 1 })
})

test.each([
  ['986452036', '0986452036', 'zeros'],
  ['0000123456', '123456', 'zeros'],
  ['271 180 00 09', 'A2711800009', 'letter'],
  ['2711800009', 'A2711800009', 'letter'],
  ['A 271 180 00 09', '2711800009', 'letter'],
  ['4851080085-00', '4851080085', 'zeros'],
])('query «%s» is also searched as %s', (text, key, match_reason) => {
  const found = interpretationsOf(text, BRANDS).find((reading) => reading.key === key)
  expect(found?.match_reason).toBe(match_reason)
})

test('look-alike key comes last and never repeats the query', () => {
  const read = interpretationsOf('4605A198', BRANDS)
  expect(read.at(-1)).toEqual({ match_reason: 'look_alikes', key: '4605A198', isLoose: true })
  expect(interpretationsOf('46O5A198', BRANDS).at(-1)).toEqual({ match_reason: 'look_alikes', key: '4605A198' })
  expect(read.some(({ key, isLoose }) => key === '4605A198' && !isLoose)).toBe(false)
})

test('long query has a limited number of readings', () => {
  const text = Array.from({ length: 50 }, (_, at) => `KYB${at}`).join(' ')
  expect(interpretationsOf(text.slice(0, 100), BRANDS).length).toBeLessThanOrEqual(24)
})
