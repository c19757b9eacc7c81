import { expect, test } from 'vitest'
import { isAccountOfBank, isBic, isCorrespondentAccountOfBank, isInn, isOgrn, isOkpo } from './requisites.ts'

test('C-26 refuses numbers that only look right', () => {
  expect(isInn('0056123412')).toBe(false)
  expect(isInn('2222222222')).toBe(false)
  expect(isInn('７７０７０８３８９３')).toBe(false)
  expect(isOgrn('2027700132195')).toBe(false)
  expect(isOkpo('00000000')).toBe(false)
  expect(isBic('04452522')).toBe(false)
})

test('refuses a correspondent account of a neighbour bank although its key holds', () => {
  expect(isCorrespondentAccountOfBank('30101810200000000593', '044525225')).toBe(false)
})

test('checks only the shape of a treasury account', () => {
  expect(isAccountOfBank('03100643000000018500', '017003983')).toBe(true)
  expect(isAccountOfBank('0310064300000001850', '017003983')).toBe(false)
})

test('reads a letter of a clearing currency as its digit', () => {
  expect(isAccountOfBank('30114B84600000000501', '044541312')).toBe(true)
  expect(isAccountOfBank('30114C84600000000501', '044541312')).toBe(false)
})
