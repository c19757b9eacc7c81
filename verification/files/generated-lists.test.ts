import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { reportFigure } from '../../server/src/testing/figures.ts'
import { judge, type Verdict } from './generated/judge.ts'
import { generateLists } from './generated/lists.ts'

const LISTS = generateLists()

const count = (verdicts: readonly Verdict[], outcome: Verdict['outcome']) =>
  verdicts.filter((verdict) => verdict.outcome === outcome).length

test('generated lists are 400 and the same at every run', () => {
  const digest = (lists: typeof LISTS) =>
    lists.map(({ fileName, offers }) =>
      createHash('sha256')
        .update(JSON.stringify([fileName, offers]))
        .digest('hex'),
    )
  expect(LISTS).toHaveLength(400)
  expect(digest(generateLists())).toEqual(digest(LISTS))
})

test('generated lists are read right or refused, by fault', { timeout: 600_000 }, async () => {
  const verdicts: Verdict[] = []
  for (const list of LISTS) verdicts.push(await judge(list))
  for (const [fault, own] of Map.groupBy(verdicts, ({ list }) => list.fault)) {
    const wrongRows = own.reduce((sum, verdict) => sum + verdict.wrongRows, 0)
    reportFigure(
      'generated-lists',
      `${fault}: верно ${count(own, 'right')} из ${own.length}, отказов ${count(own, 'refused')}, неверных строк ${wrongRows}`,
    )
  }
  reportFigure('generated-lists', `всего верно ${count(verdicts, 'right')} из ${verdicts.length}`)
  expect(verdicts).toHaveLength(LISTS.length)
})
