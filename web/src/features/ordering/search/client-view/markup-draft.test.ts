import { expect, test } from 'vitest'
import { USUAL_MARKUP } from '../../../../lib/text/client-markup.ts'
import { markupDraftOf, markupOf, type MarkupDraft } from './markup-draft.ts'

const usual = markupDraftOf(USUAL_MARKUP)
const step = { key: 1, upToKop: 100, percent: 1 }

test('untouched markup stays unchanged', () => {
  expect(markupOf(usual)).toEqual(USUAL_MARKUP)
  expect(markupOf({ ...usual, steps: [step], above: 12.34 })).toMatchObject({ above_hundredths: 1234 })
})

test.each<[string, Partial<MarkupDraft>]>([
  ['bounds do not rise', { steps: [step, { ...step, key: 2 }] }],
  ['a bound is empty', { steps: [{ ...step, upToKop: null }] }],
  ['a markup is empty', { steps: [{ ...step, percent: null }] }],
  ['the last markup is empty', { above: null }],
  ['a markup is wild', { above: 1000.01 }],
  ['a markup lowers', { above: -1 }],
])('markup is invalid when %s', (_, wrong) => {
  expect(markupOf({ ...usual, ...wrong })).toBeNull()
})
