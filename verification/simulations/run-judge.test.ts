import { expect, test } from 'vitest'
import { judgeOrder, type JudgedWarehouse, type JudgedRun } from './run-judge.factory.ts'

const SOUTH: JudgedWarehouse = { hoursAhead: 3, cutoff: '18:00', termDays: 0, guaranteeDays: 1 }
const FAR_EAST: JudgedWarehouse = { hoursAhead: 10, cutoff: '18:00', termDays: 0, guaranteeDays: 1 }
const NIGHT: JudgedWarehouse = { hoursAhead: 10, cutoff: '23:59', termDays: 1, guaranteeDays: 1 }
const DAILY: JudgedRun[] = [{ weekdays: [1, 2, 3, 4, 5, 6], orderBefore: '15:00' }]
const TWICE: JudgedRun[] = [...DAILY, { weekdays: [1, 2, 3, 4, 5], orderBefore: '17:00' }]
const ON_FRIDAYS: JudgedRun[] = [{ weekdays: [5], orderBefore: '15:00' }]

// 2026-11-30 is a Monday; hours are Moscow's.
test.each<[string, string, JudgedWarehouse, JudgedRun[], string, string]>([
  ['before the run’s hour', '2026-11-30T14:59:59.999', SOUTH, DAILY, '2026-11-30', '2026-12-01'],
  ['at the run’s hour', '2026-11-30T15:00:00.000', SOUTH, DAILY, '2026-12-01', '2026-12-02'],
  ['the later run of the day is made', '2026-11-30T15:00:00.000', SOUTH, TWICE, '2026-11-30', '2026-12-01'],
  ['after the warehouse’s hour', '2026-11-30T18:00:00.000', SOUTH, TWICE, '2026-12-01', '2026-12-02'],
  ['the run of the week', '2026-11-30T12:00:00.000', SOUTH, ON_FRIDAYS, '2026-12-04', '2026-12-11'],
  ['no cars of our own: working days', '2026-12-04T18:00:00.000', SOUTH, [], '2026-12-07', '2026-12-08'],
  ['a run on Saturday', '2026-12-04T18:00:00.000', { ...SOUTH, termDays: 1 }, DAILY, '2026-12-08', '2026-12-09'],
  ['the evening in Vladivostok', '2026-11-30T16:59:59.999', FAR_EAST, DAILY, '2026-12-01', '2026-12-02'],
  ['midnight there changes nothing', '2026-11-30T17:00:00.000', FAR_EAST, DAILY, '2026-12-01', '2026-12-02'],
  ['a minute before midnight there', '2026-11-30T16:58:59.999', NIGHT, [], '2026-12-01', '2026-12-02'],
  ['that minute', '2026-11-30T16:59:00.000', NIGHT, [], '2026-12-02', '2026-12-03'],
  ['and midnight there', '2026-11-30T17:00:00.000', NIGHT, [], '2026-12-02', '2026-12-03'],
])('expected and guaranteed dates are right: %s', (_, moment, warehouse, runs, expected, guaranteed) => {
  expect(judgeOrder(new Date(`${moment}+03:00`), warehouse, runs)).toEqual({ expected, guaranteed })
})
