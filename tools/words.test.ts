import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readAllTexts, type Text } from './texts.ts'
import { ALLOWED, RULES } from './words.data.ts'

const TEXTS = readAllTexts('{web,contract,server}/src')
const GLOSSARY = readFileSync(join(import.meta.dirname, '../GLOSSARY.md'), 'utf8')

const isAllowed = ({ file, text }: Text) => ALLOWED.some(([place, words]) => place.test(file) && words.test(text))
const shown = TEXTS.filter((text) => !isAllowed(text))

test('texts of web, contract and server are read', () => {
  const count = (part: string) => TEXTS.filter(({ file }) => file.startsWith(part)).length
  for (const part of ['web', 'contract', 'server']) expect(count(part), part).toBeGreaterThan(500)
})

test.each(RULES)('texts use «$say» and never $not', (rule) => {
  expect(GLOSSARY.includes(`**${rule.say}**`), `GLOSSARY.md has «${rule.say}»`).toBe(true)
  const other = new RegExp(`(?<!\\p{L})(?:${rule.not})`, 'iu')
  const found = shown.filter(({ file, text }) => {
    const rest = rule.but ? text.replace(new RegExp(rule.but, 'g'), '') : text
    return (rule.in?.test(file) ?? true) && other.test(rest)
  })
  expect(places(found)).toEqual([])
})

test.each([
  ['quotes that are not «»', /"(?=[а-яё])|(?<=[а-яё])"(?![\s>])/iu],
  ['two spaces between words', /[\p{L}.,;:!?»)] {2,}[\p{L}«]/u],
  ['a hyphen for a dash', /(?<=[\p{L}\d»)}]) - (?=[\p{L}\d«({])/u],
  ['three points for an ellipsis', /\.{3}/],
])('texts never contain %s', (_, wrong) => {
  expect(places(shown.filter(({ text }) => wrong.test(text)))).toEqual([])
})

/** Words that are distinct from those with ё. */
const BOTH = new Set(['все', 'чем', 'счета', 'е'])
/** Spellings required by the form of the invoice and by the requested wording. */
const GIVEN = /Счет на оплату|успешно обновлен/

test('texts write ё consistently', () => {
  const texts = shown.filter(({ text }) => !GIVEN.test(text))
  const wordsOf = (text: string) => text.toLowerCase().match(/[а-яё]+/g) ?? []
  const dotted = new Set(texts.flatMap(({ text }) => wordsOf(text)).filter((word) => word.includes('ё')))
  const bare = new Map(Array.from(dotted, (word) => [word.replaceAll('ё', 'е'), word]))
  const forgot = (word: string) => bare.has(word) && !BOTH.has(word)
  expect(places(texts.filter(({ text }) => wordsOf(text).some(forgot)))).toEqual([])
})

const places = (texts: Text[]) => texts.map(({ at, text }) => `${at}: ${text.trim()}`)
