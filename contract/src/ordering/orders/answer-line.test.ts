import { expect, test } from 'vitest'
import { answerLine } from './answer-line.ts'

const line = {
  name: 'Фильтр',
  article: '26300-35503',
  unit: 'шт',
  qty: 4,
  parts: [{ state: 'in_transit', qty: 4 }],
  expected_date: '2026-11-24',
} as const
type Line = Parameters<typeof answerLine>[0]
const formatAnswer = (more: Partial<Line>, runs: string[] = [], today = '2026-11-17') =>
  answerLine({ ...line, parts: [...line.parts], ...more }, today, runs)

test.each<[string, Partial<Line>, string[], string]>([
  ['with its run', {}, ['10:00'], 'Фильтр 26300-35503, 4 шт.: в пути, ждём 24.11, рейс 10:00'],
  [
    'with runs of which one is its',
    {},
    ['10:00', '16:00'],
    'Фильтр 26300-35503, 4 шт.: в пути, ждём 24.11, рейс 10:00 или 16:00',
  ],
  ['where no car goes', {}, [], 'Фильтр 26300-35503, 4 шт.: в пути, ждём 24.11'],
  ['of another year', { expected_date: '2027-01-12' }, [], 'Фильтр 26300-35503, 4 шт.: в пути, ждём 12.01.2027'],
  ['late', { expected_date: '2026-11-16' }, ['10:00'], 'Фильтр 26300-35503, 4 шт.: в пути, задерживается, ждали 16.11'],
  ['received', { parts: [{ state: 'issued', qty: 4 }] }, ['10:00'], 'Фильтр 26300-35503, 4 шт.: получено'],
  [
    'refused in part',
    {
      parts: [
        { state: 'refused_supplier', qty: 1 },
        { state: 'confirmed_supplier', qty: 3 },
      ],
    },
    [],
    'Фильтр 26300-35503, 4 шт.: отказ поставщика 1 шт., подтверждено поставщиком 3 шт., ждём 24.11',
  ],
  [
    'in parts',
    {
      parts: [
        { state: 'shipped', qty: 1 },
        { state: 'ordered_supplier', qty: 3 },
      ],
    },
    [],
    'Фильтр 26300-35503, 4 шт.: отгружено 1 шт., заказано у поставщика 3 шт., ждём 24.11',
  ],
])('answer text covers a line %s', (_, more, runs, text) => {
  expect(formatAnswer(more, runs)).toBe(text)
})
