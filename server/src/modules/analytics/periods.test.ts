import { expect, test } from 'vitest'
import { splitByMonths } from './periods.ts'

test.each([
  ['2026-01-01 2026-12-31', '2026-01-01 2026-12-31'],
  ['2026-01-15 2026-04-10', '2026-02-01 2026-03-31', '2026-01-15 2026-01-31', '2026-04-01 2026-04-10'],
  ['2025-12-31 2026-01-31', '2026-01-01 2026-01-31', '2025-12-31 2025-12-31'],
  ['2026-02-01 2026-02-27', '', '2026-02-01 2026-02-27'],
  ['2026-01-15 2026-02-10', '', '2026-01-15 2026-02-10'],
])('period %s has the whole months %s', (text, months, before = '', after = '') => {
  const [from = '', to = ''] = text.split(' ')
  const split = splitByMonths({ from, to })
  const shown = ({ from: first, to: last }: { from: string; to: string }) => (first <= last ? `${first} ${last}` : '')
  expect([split.months, split.before, split.after].map(shown)).toEqual([months, before, after])
})
