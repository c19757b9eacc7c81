import { deliveryRoutes } from '@artikul/contract/pricing/delivery'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { todayIso } from '../../../lib/text/format.ts'
import { query } from '../../../lib/api/query.ts'

export const zonesQuery = query(deliveryRoutes.zones, {}, { select: ({ results }) => results })

export const thisYear = () => Number(todayIso().slice(0, 4))

export interface YearDays {
  /** Year of the days, so that the previous year's days are not attributed to the one being loaded. */
  year: number
  daysOff: ReadonlySet<string>
}

export const calendarQuery = (year = thisYear()) =>
  queryOptions({
    queryKey: ['delivery', 'calendar', year],
    queryFn: async ({ signal }): Promise<YearDays> => {
      const { days_off } = await call(deliveryRoutes.calendar, { query: { year }, signal })
      return { year, daysOff: new Set(days_off) }
    },
    placeholderData: keepPreviousData,
  })

export interface DayChange {
  day: string
  is_off: boolean
}
