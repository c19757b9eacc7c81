import { expect, test } from 'vitest'
import type { LineState } from './line-states.ts'
import { parcelSteps } from './parcel.ts'

const history = (...states: LineState[]) => states.map((to, day) => ({ at: `2026-11-0${day + 1}`, to }))

test.each<[string, LineState[], LineState[], (string | null)[] | null]>([
  ['new line', ['new'], ['new'], ['2026-11-01', null, null, null, null]],
  [
    'line in transit that skipped its confirmation',
    ['in_transit'],
    ['new', 'in_transit'],
    ['2026-11-01', '2026-11-02', '2026-11-02', null, null],
  ],
  [
    'line whose slowest part is confirmed',
    ['ready', 'confirmed_supplier'],
    ['new', 'confirmed_supplier', 'in_transit', 'ready'],
    ['2026-11-01', '2026-11-02', null, null, null],
  ],
  [
    'partly refused line',
    ['refused_supplier', 'ready'],
    ['new', 'ready'],
    ['2026-11-01', '2026-11-02', '2026-11-02', '2026-11-02', null],
  ],
  ['refused line', ['refused_supplier', 'removed'], ['new', 'refused_supplier'], null],
])('%s becomes steps of a parcel', (_, states, moves, expected) => {
  expect(parcelSteps(states, history(...moves))?.map(({ at }) => at) ?? null).toEqual(expected)
})
