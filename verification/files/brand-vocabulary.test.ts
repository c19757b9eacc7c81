import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brandKey } from '@artikul/contract/catalog/brand'
import { expect, test } from 'vitest'
import { brandIdsOf, withFamilies } from '../../server/src/modules/catalog/products/brand-spellings.ts'
import { SHARED_DATA } from './shared-data.ts'

const VOCABULARY = join(SHARED_DATA, 'vocabulary/pricer_all_brands.json')
const spellings = JSON.parse(readFileSync(VOCABULARY, 'utf8')) as string[]

test('every brand spelling of the vocabulary except «****» resolves to a brand', () => {
  const keys = [...new Set(spellings.map(brandKey))].filter((key) => key !== '')
  const brands = withFamilies(keys.map((key, at) => ({ key, brand_id: at + 1 })))
  const unknown = spellings.filter((spelling) => brandIdsOf(spelling, brands).length === 0)
  expect({ spellings: spellings.length, unknown }).toEqual({ spellings: 28_787, unknown: ['****'] })
})

test('31 spellings with broken encoding resolve to known brands', () => {
  const isSpoilt = (spelling: string) => /[A-Z][ЦДЛЬГЯ‹]|[ЦДЛЬГЯ][A-Z]/i.test(spelling)
  const clean = [...new Set(spellings.filter((spelling) => !isSpoilt(spelling)).map(brandKey))].filter(Boolean)
  const brands = withFamilies(clean.map((key, at) => ({ key, brand_id: at + 1 })))
  const spoilt = spellings.filter((spelling) => isSpoilt(spelling) && brandIdsOf(spelling, brands).length > 0)
  expect(spoilt).toHaveLength(31)
  expect(spoilt).toEqual(
    expect.arrayContaining(['DRЦGMЦLLER', 'EBERSPДCHER', 'LEMFГ–RDER', 'WДRTSILД', 'ZEUNA STДRKER', 'CITROЛN/PEUGEOT']),
  )
})
