import { expect, test } from 'vitest'
import { numberEnd, withZeros } from './number-end.ts'

test.each([
  ['123', '26-000123'],
  ['000123', '26-000123'],
  ['26-000123', '26-000123'],
  ['26000123', '26-000123'],
  ['№ 26-000123', '26-000123'],
  ['ОО123', '26-000123'],
  ['oo123', '26-000123'],
  ['ПФ-000123', 'ПФ-000123'],
  ['пф 000123', 'ПФ-000123'],
  ['AP-OOO123', 'АР-000123'],
  ['О-123', 'О-000123'],
  ['АР-К-000007', 'AP-K-000007'],
])('query «%s» matches the end of %s', (typed, number) => {
  const end = numberEnd(typed)
  expect(end?.isEndOf(number)).toBe(true)
  expect(number.endsWith(end?.digits ?? '-')).toBe(true)
})

test.each([
  ['25-000123', '26-000123'],
  ['ЮГ-000123', 'ПФ-000123'],
  ['124', '26-000123'],
])('query «%s» does not match %s', (typed, number) => expect(numberEnd(typed)?.isEndOf(number) ?? false).toBe(false))

test.each(['', 'ООО', 'Волга', 'фильтр масляный 5', '123Б'])('query «%s» is no number', (typed) =>
  expect(numberEnd(typed)).toBeNull(),
)

test('letter O is read as zero only among digits', () => {
  expect(withZeros('26-ОOо123')).toBe('26-000123')
  expect(withZeros('ООО')).toBe('ООО')
  expect(withZeros('ООО Волга 1')).toBe('ООО Волга 1')
})
