import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isReadable, readMarkdown } from './markdown.ts'
import { RichText } from './rich-text.ts'

test('Markdown becomes a flat list of texts, opening and closing elements', () => {
  expect(readMarkdown('# О нас\n\nС **1998** года:\n\n1. [запчасти](/catalog)\n')).toEqual([
    ...[{ element: 'h2' }, 'О нас', null],
    ...[{ element: 'p' }, 'С ', { element: 'strong' }, '1998', null, ' года:', null],
    ...[
      { element: 'ol', start: 1 },
      { element: 'li' },
      { element: 'a', href: '/catalog' },
      'запчасти',
      null,
      null,
      null,
    ],
  ])
})

test('Markdown table is named by its columns', () => {
  expect(readMarkdown('| День | Часы |\n|---|---|\n| пн | 9–18 |')[0]).toEqual({ element: 'table', name: 'День, Часы' })
})

test('HTML in Markdown stays plain text', () => {
  expect(readMarkdown('<script>alert(1)</script>')).toEqual([{ element: 'p' }, '<script>alert(1)</script>', null])
})

test.each([
  ['quotations', '>'.repeat(10_000)],
  ['lists', '- а\n'.replace('а', '- '.repeat(5000) + 'а')],
  ['numbered lists', '1. '.repeat(5000) + 'а'],
  ['a few strong words', '**а *б '.repeat(100) + 'а* б**'.repeat(100)],
  ['thousands of strong words', '**а *б '.repeat(4000) + 'а* б**'.repeat(4000)],
])('%s nested too deep stay plain text', (_, text) => {
  const parts = readMarkdown(text)
  expect(parts).toEqual([{ element: 'pre' }, text, null])
  expect(isReadable(text)).toBe(false)
})

test('lists nested to a realistic depth are read', () => {
  expect(isReadable(Array.from({ length: 20 }, (_, depth) => `${'  '.repeat(depth)}- а`).join('\n'))).toBe(true)
})

/** Markdown punctuation, more frequent than in ordinary text. */
const text = fc.string({ unit: fc.constantFrom(...'аб \n#*_~`>-+1.|[]()!<\\:'.split('')), maxLength: 120 })

test('every opened element is closed for any input', () => {
  fc.assert(
    fc.property(text, (written) => {
      const parts = RichText.parse(readMarkdown(written))
      const depths = parts.reduce<number[]>(
        (all, part) => [...all, (all.at(-1) ?? 0) + (part === null ? -1 : typeof part === 'string' ? 0 : 1)],
        [],
      )
      expect(Math.min(0, ...depths)).toBe(0)
      expect(depths.at(-1) ?? 0).toBe(0)
    }),
  )
})
