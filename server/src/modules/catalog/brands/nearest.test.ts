import { slugOf } from '@artikul/contract/catalog/slug'
import { brandKey } from '@artikul/contract/catalog/brand'
import { describe, expect, test } from 'vitest'
import { createNearest, slipsBetween } from './nearest.ts'

const KNOWN = ['BOSCH', 'LEMFÖRDER', 'FEBI BILSTEIN', 'BILSTEIN', 'MANN-FILTER', 'TRW', 'MAHLE', 'HYUNDAI/KIA', 'NGK']
const spelled = (name: string, id: number) => ({ id, name, key: brandKey(name), slug: slugOf(brandKey(name)) })
const nearestTo = (name: string) => createNearest(KNOWN.map((known, at) => spelled(known, at + 1)))(spelled(name, 99))

describe('suggestion for an unknown brand', () => {
  test.each([
    ['LEMFЦRDER', 'LEMFÖRDER', 'encoding'],
    ['BOCSH', 'BOSCH', 'typo'],
    ['БОШ', 'BOSCH', 'typo'],
    ['HUYNDAI-KIA', 'HYUNDAI/KIA', 'typo'],
    ['MANN FILTER GMBH', 'MANN-FILTER', 'part'],
    ['FEBI', 'FEBI BILSTEIN', 'part'],
    ['МАЛЕ', 'MAHLE', 'typo'],
  ])('«%s» is «%s» (%s)', (written, name, likeness) => {
    expect(nearestTo(written)[0]).toMatchObject({ name, likeness })
  })

  test.each(['TRM', 'NGT', 'ZEKKERT', 'ПенActiv', 'A'])('«%s» is empty', (written) => {
    expect(nearestTo(written)).toEqual([])
  })
})

test.each([
  ['BOSCH', 'BOSCH', 0],
  ['BOCSH', 'BOSCH', 1],
  ['BOSH', 'BOSCH', 1],
  ['BOSSCH', 'BOSCH', 1],
  ['POCSH', 'BOSCH', 2],
  ['MAHLE', 'BOSCH', 3],
])('%s and %s differ by %i typos', (one, other, slips) => {
  expect(slipsBetween(one, other, 2)).toBe(slips)
  expect(slipsBetween(other, one, 2)).toBe(slips)
})
