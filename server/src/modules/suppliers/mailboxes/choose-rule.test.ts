import type { MailRule } from '@artikul/contract/suppliers/mailboxes'
import { expect, test } from 'vitest'
import { chooseRule, fitsMask, isListName, whyUnmatched } from './choose-rule.ts'

test.each([
  ['price.xlsx', '*.xlsx', true],
  ['PRICE.XLSX', 'price*', true],
  ['Прайс ёлки.csv', 'прайс елки.csv', true],
  ['price-1.csv', 'price-?.csv', true],
  ['price-12.csv', 'price-?.csv', false],
  ['a.b.c', '*.?.*', true],
  ['price.csv', 'price', false],
  ['price', 'price*', true],
  ['', '*', true],
  ['', '?', false],
  ['[1].csv', '[1].csv', true],
])('file name %s matches mask %s: %s', (name, mask, fits) => {
  expect(fitsMask(name, mask)).toBe(fits)
})

test('mask with many stars is matched without backtracking', () => {
  expect(fitsMask('a'.repeat(200), `${'*a'.repeat(49)}*b`)).toBe(false)
})

test('price list file is recognized by its extension', () => {
  expect(['a.XLSX', 'a.xls', 'a.zip', 'a.csv'].every(isListName)).toBe(true)
  expect(['logo.png', 'a.pdf', 'xlsx', 'a.docx', 'a.xlsx.exe'].some(isListName)).toBe(false)
})

const rule = (id: number, fields: Partial<MailRule>): MailRule => ({
  id,
  warehouse_id: id,
  warehouse: `Склад ${id}`,
  sender: '@forum.ru',
  subject: '',
  file_mask: '',
  ...fields,
})
const letter = { sender: 'price@forum.ru', subject: 'Прайс-лист: Москва и Тверь', fileName: 'tver.xlsx' }

test('first matching rule takes the file', () => {
  const rules = [
    rule(1, { sender: 'other@forum.ru' }),
    rule(2, { subject: 'тверь прайс', file_mask: 'moscow*' }),
    rule(3, { subject: 'тверь прайс', file_mask: 'tver*' }),
    rule(4, {}),
  ]
  expect(chooseRule(rules, letter)?.id).toBe(3)
  expect(chooseRule(rules, { ...letter, subject: 'Иное' })?.id).toBe(4)
  expect(chooseRule(rules, { ...letter, sender: 'price@evilforum.ru' })).toBeUndefined()
  expect(chooseRule(rules, { ...letter, sender: 'price@sub.forum.ru' })).toBeUndefined()
})

test('email without a matching rule gets the reason', () => {
  expect(whyUnmatched([], letter)).toBe('Для этого отправителя правил нет')
  expect(whyUnmatched([rule(1, { subject: 'остатки' })], letter)).toBe('Тема не подходит ни под одно правило')
  expect(whyUnmatched([rule(1, { file_mask: '*.csv' })], letter)).toBe('Имя файла не подходит ни под одно правило')
})
