import type { ConsigneeZone, ReceivingHours } from '@artikul/contract/companies/consignees'
import { weekdaysText } from '../../../lib/text/weekdays.ts'

type Run = ConsigneeZone['runs'][number]

/** «Рейс 10:00, пн–пт, заказать до 09:00»; the departure time is added unless the name contains it. */
const runText = ({ name, weekdays, leaves_at, order_before }: Run) =>
  [
    name.includes(leaves_at) ? name : `${name}, отправление ${leaves_at}`,
    weekdaysText(weekdays),
    `заказать до ${order_before}`,
  ].join(', ')

/** «Зона: Север. Рейс 10:00, пн–пт, заказать до 09:00. Рейс 16:00, …» */
export const zoneText = ({ name, runs }: ConsigneeZone) => [`Зона: ${name}`, ...runs.map(runText)].join('. ')

const NBSP = '\u00a0'

/** «рейсы 10:00, 16:00» */
export const leavesText = ({ runs }: ConsigneeZone) => {
  const times = [...new Set(runs.map(({ leaves_at }) => leaves_at))].sort().join(', ')
  return times && `${runs.length === 1 ? 'рейс' : 'рейсы'} ${times}`
}

/** «пн–пт 09:00–18:00, сб 10:00–15:00»: groups days with the same hours. */
export function hoursText(hours: readonly ReceivingHours[]): string {
  const days = new Map<string, number[]>()
  for (const { weekday, from, to } of hours) {
    const key = `${from}–${to}`
    days.set(key, [...(days.get(key) ?? []), weekday])
  }
  return [...days].map(([time, weekdays]) => `${weekdaysText(weekdays).replaceAll(' ', NBSP)}${NBSP}${time}`).join(', ')
}
