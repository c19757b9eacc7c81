import type { ChangeLine } from '@artikul/contract/ordering/orders/change-approvals'
import { changeLine, endUnanswered } from '../../modules/ordering/index.ts'
import { addDays } from '../../modules/pricing/index.ts'
import { moscowDate } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { selectAwaitedLines, type AwaitedLine } from './change-approvals.queries.ts'
import type { DemoParties } from '../parties.ts'

const DAY_MS = 86_400_000
const LONG_AGO = 4
const LINES = 100

/** Requests approvals from the first company: a later day, a higher price, and one without an answer. */
export async function requestDemoApprovals({ db }: Database, parties: DemoParties, now: Date) {
  const lines = await selectAwaitedLines(db, parties.contractorIds[0] ?? 0, LINES)
  const [late, dear] = lines
  // The oldest one was ordered before the question.
  const silent = lines.slice(2).at(-1)
  const author = { actorId: parties.managerId, subjectId: parties.managerId }
  const today = moscowDate(now)
  const laterThan = ({ expected_date: day }: AwaitedLine) => addDays(day > today ? day : today, 4)
  const ask = (line: AwaitedLine | undefined, at: Date, terms: Partial<ChangeLine>) => {
    const body = { reason: '', answer_hours: 24, on_timeout: 'drop' as const, ...terms }
    return line && db.transaction().execute((tx) => changeLine(tx, { lineId: line.id, author, body, now: at }))
  }
  if (silent)
    await ask(silent, new Date(now.getTime() - LONG_AGO * DAY_MS), {
      expected_date: laterThan(silent),
      on_timeout: 'keep',
      reason: 'Поставщик просит ещё четыре дня',
    })
  await endUnanswered(db, { clock: { now: () => now } })
  if (late)
    await ask(late, now, {
      expected_date: laterThan(late),
      answer_hours: 48,
      reason: 'Машина поставщика задержалась в пути',
    })
  if (dear)
    await ask(dear, now, {
      price_kop: Math.round(dear.price_kop * 1.06),
      answer_hours: 48,
      reason: 'Поставщик поднял цену с понедельника',
    })
}
