import { brandKey } from '@artikul/contract/catalog/brand'
import { expect, test } from 'vitest'
import { brandIdsOf, withFamilies, type BrandKeys } from './brand-spellings.ts'

/** Builds a catalogue with these brands; ids start from one. */
const knowing = (...names: string[]): BrandKeys =>
  withFamilies(names.map((name, at) => ({ key: brandKey(name), brand_id: at + 1 })))

test.each([
  ['LEMFЦRDER', 'LEMFÖRDER'],
  ['DRЦGMЦLLER', 'DRÖGMÖLLER'],
  ['CITROЛN', 'CITROËN'],
  ['CITROГ‹N', 'CITROËN'],
  ['LESJЦFORS', 'LESJÖFORS'],
  ['EBERSPДCHER', 'EBERSPÄCHER'],
  ['BOSCH (Lager)', 'BOSCH'],
  ['OE TOYOTA', 'TOYOTA'],
  ['Рeugeot', 'PEUGEOT'],
  ['АвтоВаз/Lada', 'LADA'],
  ['KAYABA', 'KYB'],
  ['MANN FILTER', 'MANN-FILTER'],
  ['Hyundai-Mobis', 'HYUNDAI/KIA'],
])('spelling «%s» means %s', (written, brand) => {
  expect(brandIdsOf(written, knowing('ДРУГОЙ', brand))).toEqual([2])
})

test.each([
  ['ПенActiv', 'ПенActiv'],
  ['BLUE PRINT', 'FEBI'],
  ['BILSTEIN', 'FEBI'],
  ['CITRO?N', 'CITROËN'],
  ['LEMFЦRDER', 'DRÖGMÖLLER'],
])('spelling «%s» is not taken for another brand', (written, brand) => {
  const brands = brand === written ? knowing('ДРУГОЙ') : knowing(brand)
  expect(brandIdsOf(written, brands)).toEqual([])
})

test('brand family is matched by the spelling of any of its brands', () => {
  const known = ['ALPHA', 'BETA', 'GAMMA'].map((name, at) => ({ key: name, brand_id: at + 1 }))
  const families = [1, 2].map((brand_id) => ({ brand_id, family: 'Концерн' }))
  const brands = withFamilies(known, families)
  expect(brandIdsOf('Beta', brands)).toEqual([2, 1])
  expect(brandIdsOf('Gamma', brands)).toEqual([3])
})
