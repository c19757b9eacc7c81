import type { ChangeLine } from '@artikul/contract/ordering/orders/decisions'
import { changeLine, endUnanswered } from '../../modules/ordering/index.ts'
import { addDays } from '../../modules/pricing/index.ts'
import { moscowDate } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { selectAwaited, type AwaitedLine } from './decisions.queries.ts'
import type { DemoParties } from '../parties.ts'

const DAY_MS = 86_400_000
const LONG_AGO = 10

/** Lines that the first company is asked about: a later day, a dearer price, and one that nobody has answered. */
export async function askOfLines({ db }: Database, parties: DemoParties, now: Date) {
  const [late, dear, silent] = await selectAwaited(db, parties.contractorIds[0] ?? 0, 3)
  const author = { actorId: parties.managerId, subjectId: parties.managerId }
  const today = moscowDate(now)
  const laterThan = ({ expected_date: day }: AwaitedLine) => addDays(day > today ? day : today, 4)
  const ask = (line: AwaitedLine | undefined, at: Date, terms: Partial<ChangeLine>) => {
    const body = { reason: '', answer_hours: 24, without_answer: 'drop' as const, ...terms }
    return line && db.transaction().execute((tx) => changeLine(tx, { lineId: line.id, author, body, now: at }))
  }
  if (silent)
    await ask(silent, new Date(now.getTime() - LONG_AGO * DAY_MS), {
      expected_date: laterThan(silent),
      without_answer: 'keep',
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
