import { expect, test } from 'vitest'
import { parseVin, plateText, recogniseVehicleNumber, vinFault } from './vehicle-numbers.ts'

test.each([
  ['XW8ZZZ61ZEG061733', 'vin', 'XW8ZZZ61ZEG061733'],
  [' xw8 zzz61 zeg061733 ', 'vin', 'XW8ZZZ61ZEG061733'],
  ['ХТА210990У2766389', 'vin', 'XTA210990Y2766389'],
  ['авекмнрстух123456', 'vin', 'ABEKMHPCTYX123456'],
  ['VIN: X9632212170123456', 'vin', 'X9632212170123456'],
  ['А123ВС77', 'plate', 'А123ВС77'],
  ['а 123 вс 777', 'plate', 'А123ВС777'],
  ['A123BC 77 RUS', 'plate', 'А123ВС77'],
  ['o001oo199', 'plate', 'О001ОО199'],
  ['x777xx/97', 'plate', 'Х777ХХ97'],
  ['NZE121-3012345', 'frame_number', 'NZE121-3012345'],
  ['nze121 – 3012345', 'frame_number', 'NZE121-3012345'],
  ['Кузов СТ9А-0201234', 'frame_number', 'CT9A-0201234'],
  ['FD3S-100001', 'frame_number', 'FD3S-100001'],
])('%o is recognised as %s %s', (typed, kind, number) => {
  expect(recogniseVehicleNumber(typed)).toEqual({ kind, number })
})

test.each([
  ['26300-35503', 'an article'],
  ['04152-YZZA1', 'an article'],
  ['W712/75', 'an article'],
  ['4607001234567', 'a barcode'],
  ['12345678901234567', '17 digits'],
  ['XW8ZZZ61ZEG06173', '16 signs'],
  ['XW8ZZZ61ZEGO61733', 'a Latin O'],
  ['XW8ZZZ61ZEGО61733', 'a Cyrillic О'],
  ['XW8ZZZ61ZIG061733', 'an I'],
  ['XW8ZZZ61ZQG061733', 'a Q'],
  ['ЖW8ZZZ61ZEG061733', 'a letter without a twin'],
  ['А000ВС77', 'a zero number'],
  ['А123ВС00', 'a zero region'],
  ['А123ВС077', 'a region with a leading zero'],
  ['Г123ВС77', 'a letter that plates do not use'],
  ['А123ВС', 'a plate without its region'],
  ['NZE-3012345', 'a frame number without a model number'],
  ['NZE1213012345', 'a frame number without a dash'],
  ['масло 5w-30', 'words'],
  ['', 'nothing'],
])('%o is not recognised: %s', (typed) => {
  expect(recogniseVehicleNumber(typed)).toBeNull()
})

test.each([
  ['XW8ZZZ61ZEG06173', 'В VIN 17 знаков, а здесь 16: проверьте, нет ли лишних или пропущенных'],
  ['XW8ZZZ61ZEGО61733', 'В VIN не бывает букв I, O и Q: проверьте, не цифры ли это 1 и 0'],
  ['ЖW8ZZZ61ZEG061733', 'В VIN только латинские буквы и цифры'],
])('VIN %o is refused with a reason', (typed, reason) => {
  expect(parseVin(typed)).toBeNull()
  expect(vinFault(typed)).toBe(reason)
})

test('plate is shown in groups', () => {
  expect(plateText('А123ВС777')).toBe('А\u00a0123\u00a0ВС\u00a0777')
})
