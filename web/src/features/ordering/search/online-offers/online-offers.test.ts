import type { OnlineEvent, OnlineGroup } from '@artikul/contract/ordering/search'
import { expect, test } from 'vitest'
import { buildOnlineGroup } from '../../../../testing/build-online.ts'
import {
  answeredCount,
  hearOnline,
  NO_MESSAGE,
  stateText,
  waitedCount,
  type Online,
  type OnlineAction,
} from './online-offers.ts'

const offers = (
  number: number,
  groups: OnlineGroup[] = [],
  fields: Partial<Extract<OnlineEvent, { kind: 'offers' }>> = {},
): OnlineEvent => ({ kind: 'offers', number, state: 'answered', took_ms: 400, age_ms: 400, groups, ...fields })
const ASKED: OnlineAction = { kind: 'suppliers', numbers: [1, 2, 3] }
const applyActions = (...actions: OnlineAction[]) => [ASKED, ...actions].reduce<Online>(hearOnline, NO_MESSAGE)
const idsOf = (groups: readonly { offers: { id: number }[] }[]) =>
  groups.map((group) => group.offers.map(({ id }) => id))

test('early supplier offers are drawn together, and late ones wait to be shown in the same group', () => {
  const first = applyActions(offers(1, [buildOnlineGroup()]), offers(2, [buildOnlineGroup()]))
  expect([idsOf(first.shown), idsOf(first.later)]).toEqual([[], [[-1, -2]]])
  const drawn = hearOnline(first, { kind: 'due' })
  expect([idsOf(drawn.shown), idsOf(drawn.later)]).toEqual([[[-1, -2]], []])
  const late = hearOnline(drawn, offers(3, [buildOnlineGroup()]))
  expect([idsOf(late.shown), idsOf(late.later)]).toEqual([[[-1, -2]], [[-3]]])
  expect(idsOf(hearOnline(late, { kind: 'show' }).shown)).toEqual([[-1, -2, -3]])
})

test('offers are drawn at once when all suppliers have answered', () => {
  expect(idsOf(applyActions(offers(1, [buildOnlineGroup()]), { kind: 'done' }).shown)).toEqual([[-1]])
  expect(applyActions(offers(1), { kind: 'done' }, { kind: 'ended' }).phase).toBe('done')
})

test('repeated search gives offers new ids, so typed quantities do not mix', () => {
  const one = offers(1, [buildOnlineGroup()])
  expect(idsOf(applyActions(one, { kind: 'begin' }, one, { kind: 'done' }).shown)).toEqual([[-2]])
})

test('supplier state text covers answered, waiting, failed and cached answers', () => {
  const asking = applyActions(offers(1), offers(2, [], { state: 'timed_out' }))
  expect([answeredCount(asking), waitedCount(asking)]).toEqual([1, 2])
  expect([1, 2, 3].map((number) => stateText(asking, number))).toEqual([
    'ответил за 0,4\u00a0с',
    'ждём ещё',
    'спрашиваем',
  ])
  const broken = hearOnline(asking, { kind: 'ended' })
  expect(waitedCount(broken)).toBe(0)
  expect([2, 3].map((number) => stateText(broken, number))).toEqual(['не ответил', 'не ответил'])
  const remembered = applyActions(offers(1, [], { age_ms: 40_000 }), offers(2, [], { state: 'resting' }))
  expect([1, 2].map((number) => stateText(remembered, number))).toEqual(['из памяти, 40\u00a0с назад', 'пауза'])
})
