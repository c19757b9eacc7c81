import { expect, test } from 'vitest'
import { buildCatalog } from './catalog.ts'
import { PART_MAKERS, PARTS } from './vocabulary.data.ts'

test('every kind of part has several makers, and makers sell only what they make', () => {
  const makersOf = (part: string) =>
    PART_MAKERS.filter(({ numbers }) => Object.keys(numbers).some((beginning) => part.startsWith(beginning)))
  expect(PARTS.map(([part]) => part).filter((part) => makersOf(part).length < 2)).toEqual([])
  const { brands, products } = buildCatalog()
  const nameOf = new Map(brands.map(({ id, name }) => [id, name]))
  // The well-known parts at the beginning are spelled out.
  const strange = products.slice(60).filter(({ brandId, name }) => {
    const maker = PART_MAKERS.find((one) => one.name === nameOf.get(brandId))
    return maker && !/^Аккумулятор/.test(name) && !makersOf(name).includes(maker)
  })
  expect(strange.slice(0, 5)).toEqual([])
  expect(products.length).toBeGreaterThan(40_000)
})
