import { expect, test } from 'vitest'
import { isAccountOfBank, isBic, isCorrespondentAccountOfBank, isInn, isOgrn, isOkpo } from './requisites.ts'

test('C-26 identifiers that only look right are rejected', () => {
  expect(isInn('0056123412')).toBe(false)
  expect(isInn('2222222222')).toBe(false)
  expect(isInn('７７０７０８３８９３')).toBe(false)
  expect(isOgrn('2027700132195')).toBe(false)
  expect(isOkpo('00000000')).toBe(false)
  expect(isBic('04452522')).toBe(false)
})

test('correspondent account of another bank is rejected although its key is valid', () => {
  expect(isCorrespondentAccountOfBank('30101810200000000593', '044525225')).toBe(false)
})

test('treasury account is checked by its shape only', () => {
  expect(isAccountOfBank('03100643000000018500', '017003983')).toBe(true)
  expect(isAccountOfBank('0310064300000001850', '017003983')).toBe(false)
})

test('letter of a clearing currency is read as its digit', () => {
  expect(isAccountOfBank('30114B84600000000501', '044541312')).toBe(true)
  expect(isAccountOfBank('30114C84600000000501', '044541312')).toBe(false)
})
