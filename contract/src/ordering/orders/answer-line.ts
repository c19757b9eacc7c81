import type { OrderLineItem } from './order-lists.ts'
import { OPEN_STATES } from './line-groups.ts'
import { LINE_STATES } from './line-states.ts'
import { formatQty } from '../../core/money.ts'
import { unitText } from '../../core/units.ts'

type Answered = Pick<OrderLineItem, 'name' | 'article' | 'qty' | 'unit' | 'parts' | 'expected_date'>

const dayText = (day: string, today: string) => {
  const [year = '', month = '', date = ''] = day.split('-')
  return year === today.slice(0, 4) ? `${date}.${month}` : `${date}.${month}.${year}`
}
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/**
 * Builds the sentence read to a client who asks about a line: «Фильтр 26300-35503, 4 шт.: в пути, ждём 24.11, рейс
 * 10:00».
 * @param today day in Moscow; earlier expected days count as late
 * @param runs departure times on the expected day, `10:00`; omitted from the sentence when empty
 */
export function answerLine(line: Answered, today: string, runs: readonly string[] = []): string {
  const amount = (qty: number) => `${formatQty(qty)} ${unitText(line.unit)}`
  const states = line.parts.map(({ state, qty }) =>
    line.parts.length > 1 ? `${lower(LINE_STATES[state])} ${amount(qty)}` : lower(LINE_STATES[state]),
  )
  const isComing = line.parts.some(({ state }) => OPEN_STATES.includes(state))
  const day = dayText(line.expected_date, today)
  const when = line.expected_date < today ? [`задерживается, ждали ${day}`] : [`ждём ${day}`, ...runsText(runs)]
  const details = [...states, ...(isComing ? when : [])]
  return `${line.name} ${line.article}, ${amount(line.qty)}: ${details.join(', ')}`.replaceAll('\u00a0', ' ')
}

const runsText = (runs: readonly string[]) => (runs.length === 0 ? [] : [`рейс ${runs.join(' или ')}`])
