import { expect, test } from 'vitest'
import { Vin } from './vin.ts'

test.each([
  ['XW8ZZZ61ZEG061733', 'XW8ZZZ61ZEG061733'],
  [' xw8 zzz61 zeg061733 ', 'XW8ZZZ61ZEG061733'],
  ['ХТА210990У2766389', 'XTA210990Y2766389'],
  ['GX100-6012345', 'GX100-6012345'],
  ['jzx90-0012345', 'JZX90-0012345'],
  ['VIN№ XW8ZZZ61ZEG061733', 'XW8ZZZ61ZEG061733'],
  ['VIN: XW8ZZZ61ZEG061733', 'XW8ZZZ61ZEG061733'],
  ['VIN-код XW8ZZZ61ZEG061733', 'XW8ZZZ61ZEG061733'],
  ['Кузов GX100-6012345', 'GX100-6012345'],
])('VIN %o is read as %s', (typed, read) => {
  expect(Vin.parse(typed)).toBe(read)
})

test.each([
  ['XW8ZZZ61ZEGO61733', 'В VIN не бывает букв I, O и Q: проверьте, не цифры ли это 1 и 0'],
  ['XW8ZZZ61ZEG06173', 'В VIN 17 знаков, а здесь 16: проверьте, нет ли лишних или пропущенных'],
  ['XW8ZZZ61ZEG0617334', 'В VIN 17 знаков, а здесь 18: проверьте, нет ли лишних или пропущенных'],
  ['ABC', 'VIN — 17 знаков, номер кузова — до 20: латинские буквы и цифры'],
  ['ABCDEFGH-1234567890123', 'VIN — 17 знаков, номер кузова — до 20: латинские буквы и цифры'],
  ['Кузов ЖЦ 12345', 'VIN — 17 знаков, номер кузова — до 20: латинские буквы и цифры'],
])('VIN %o is rejected', (typed, message) => {
  expect(Vin.safeParse(typed).error?.issues[0]?.message).toBe(message)
})
