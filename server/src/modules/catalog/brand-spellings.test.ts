import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brandKey } from '@artikul/contract/brand'
import { describe, expect, test } from 'vitest'
import { brandIdsOf, withFamilies, type BrandKeys } from './brand-spellings.ts'

const VOCABULARY = fileURLToPath(
  new URL('../../../../../shared/data/vocabulary/pricer_all_brands.json', import.meta.url),
)

/** A catalogue that knows these brands; ids count from one. */
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
])('«%s» is %s', (written, brand) => {
  expect(brandIdsOf(written, knowing('ДРУГОЙ', brand))).toEqual([2])
})

test.each([
  ['ПенActiv', 'ПенActiv'],
  ['BLUE PRINT', 'FEBI'],
  ['BILSTEIN', 'FEBI'],
  ['CITRO?N', 'CITROËN'],
  ['LEMFЦRDER', 'DRÖGMÖLLER'],
])('«%s» is not guessed to be another brand', (written, brand) => {
  const brands = brand === written ? knowing('ДРУГОЙ') : knowing(brand)
  expect(brandIdsOf(written, brands)).toEqual([])
})

describe.skipIf(!existsSync(VOCABULARY))('twenty-eight thousand spellings of others', () => {
  const spellings = (existsSync(VOCABULARY) ? JSON.parse(readFileSync(VOCABULARY, 'utf8')) : []) as string[]

  test('each is a brand, or is said to be unknown', () => {
    const keys = [...new Set(spellings.map(brandKey))].filter((key) => key !== '')
    const brands = withFamilies(keys.map((key, at) => ({ key, brand_id: at + 1 })))
    const unknown = spellings.filter((spelling) => brandIdsOf(spelling, brands).length === 0)
    expect({ spellings: spellings.length, unknown }).toEqual({ spellings: 28_787, unknown: ['****'] })
  })

  test('those that a program spoilt are the brands they were, where these are known', () => {
    const isSpoilt = (spelling: string) => /[A-Z][ЦДЛЬГЯ‹]|[ЦДЛЬГЯ][A-Z]/i.test(spelling)
    const clean = [...new Set(spellings.filter((spelling) => !isSpoilt(spelling)).map(brandKey))].filter(Boolean)
    const brands = withFamilies(clean.map((key, at) => ({ key, brand_id: at + 1 })))
    const spoilt = spellings.filter((spelling) => isSpoilt(spelling) && brandIdsOf(spelling, brands).length > 0)
    expect(spoilt).toHaveLength(31)
    expect(spoilt).toEqual(
      expect.arrayContaining([
        'DRЦGMЦLLER',
        'EBERSPДCHER',
        'LEMFГ–RDER',
        'WДRTSILД',
        'ZEUNA STДRKER',
        'CITROЛN/PEUGEOT',
      ]),
    )
  })
})

test('brands that staff have put into one family are meant by the spellings of each', () => {
  const known = ['ALPHA', 'BETA', 'GAMMA'].map((name, at) => ({ key: name, brand_id: at + 1 }))
  const families = [1, 2].map((brand_id) => ({ brand_id, family: 'Концерн' }))
  const brands = withFamilies(known, families)
  expect(brandIdsOf('Beta', brands)).toEqual([2, 1])
  expect(brandIdsOf('Gamma', brands)).toEqual([3])
})
