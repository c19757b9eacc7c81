import { expect, test } from 'vitest'
import { isGtin } from './gtin.ts'
import { scannedNumber } from './scanned-number.ts'

test.each([
  ['4011558057916', '4011558057916', 'EAN-13'],
  ['0104011558057915215Abc!93dGVz', '0104011558057915215Abc!93dGVz', 'wrong check digit'],
  ['0104011558057916215Abc!\u001d93dGVz', '4011558057916', '«Честный знак»'],
  ['\u001d0104011558057916215Abc', '4011558057916', 'FNC1 first'],
  [']d20104011558057916215Abc', '4011558057916', 'symbology identifier'],
  ['(01)14011558057913(21)7', '14011558057913', 'package whose GTIN is no EAN-13'],
  ['26300-35503', '26300-35503', 'article'],
  ['01123', '01123', 'short number'],
  ['26300\u001d35503', '26300 35503', 'control characters'],
])('barcode content %j means %s: %s', (content, number) => {
  expect(scannedNumber(content)).toBe(number)
})

test.each([
  ['4011558057916', true],
  ['4011558057917', false],
  ['96385074', true],
  ['036000291452', true],
  ['26300-35503', false],
])('number %s is a barcode: %s', (digits, is) => {
  expect(isGtin(digits)).toBe(is)
})
